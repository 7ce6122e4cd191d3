import { advanced, number } from "../setting.server.ts"

/** How letters leave: what the mail service allows. */
export const letters = {
  perMinute: number("E-mails par minute", {
    help: "Ce que permet votre service d’envoi, toutes les lettres ensemble. 0\u00a0: aussi vite que le serveur les prend.",
    least: 0,
    most: 6_000,
    default: 60,
  }),
  ...advanced({
    burst: number("Envois d’avance", {
      help: "Combien peuvent partir d’un coup après une pause. 0\u00a0: jamais plus que le rythme ci-dessus.",
      least: 0,
      most: 1_000,
      default: 0,
    }),
    connections: number("Connexions à la fois", {
      help: "Tous les processus du site ensemble.",
      least: 1,
      most: 20,
      default: 2,
    }),
    perConnection: number("E-mails par connexion", {
      help: "Au-delà, le site raccroche et rappelle.",
      least: 1,
      most: 10_000,
      default: 100,
    }),
    confirmationsPerMinute: number("Demandes de confirmation par minute", {
      help: "Celles d’un import, ou que vous demandez pour plusieurs abonnés\u00a0: elles partent l’une après l’autre, avec les e-mails du site.",
      least: 1,
      most: 600,
      default: 20,
    }),
  }),
}
