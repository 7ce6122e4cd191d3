import { area, list } from "../setting.server.ts"
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
}
