import { advanced, area, flag, list, number, secret } from "../setting.server.ts"
import { LINK } from "./links.server.ts"

/** How the podcast can be supported; its levels are contents of their own (app/audience/supporters/levels/). */
export const support = {
  text: area("Texte", {
    help: "En haut de la page «\u00a0Soutenir\u00a0»\u00a0: à quoi sert le soutien, et ce qu’il change.",
    rows: 10,
    longest: 20_000,
    isMarkdown: true,
    default: "",
  }),
  links: list("Liens de soutien", LINK, {
    help: "Là où l’on paie\u00a0: HelloAsso, Ko-fi, Tipeee, une banque, une boutique. Sur la page «\u00a0Soutenir\u00a0», et dans les applications d’écoute par le flux.",
    one: "un lien",
    most: 12,
    needs: ["url"],
    words: "don dons tipeee patreon helloasso ko-fi soutenir cagnotte adhésion",
    default: [],
  }),
  welcomes: flag("Souhaiter la bienvenue", {
    help: "Un e-mail à chaque nouveau soutien, avec le lien de son espace. Aussi à ceux d’un tableau importé.",
    words: "mail e-mail accueil",
    default: true,
  }),
  reminds: flag("Rappeler la fin", {
    help: "Un e-mail trois jours avant le dernier jour\u202f; pas à qui se renouvelle de soi-même.",
    words: "mail e-mail rappel relance",
    default: true,
  }),
  tellsEnd: flag("Dire que c’est fini", {
    help: "Un e-mail le lendemain du dernier jour.",
    words: "mail e-mail terminé",
    default: true,
  }),
  ...advanced({
    maxNetworks: number("Réseaux par jour", {
      help: "Un flux lu de plus de réseaux en un jour est signalé dans la liste des soutiens. Rien n’est coupé.",
      unit: "réseaux",
      least: 2,
      most: 50,
      words: "appareils partage",
      default: 8,
    }),
    stripeSecret: secret("Clé de signature de Stripe", {
      help: "Celle du webhook, qui commence par whsec_. Sans elle, rien de Stripe n’est pris.",
      words: "paiements webhook",
      default: "",
    }),
    kofiToken: secret("Jeton de vérification de Ko-fi", {
      help: "Une fois qu’il est là, ce que Ko-fi annonce sans lui est refusé.",
      words: "paiements webhook",
      default: "",
    }),
  }),
}
