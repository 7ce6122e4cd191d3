import { flag, webAddress } from "../setting.server.ts"

/** Whether the site asks if there is a newer version of it, and where (app/base/versions). */
export const updates = {
  asks: flag("Demander s’il y a une version plus récente", {
    help: "Une fois par jour. Rien n’est envoyé avec la demande, ni la version d’ici\u202f; rien ne s’installe de soi-même.",
    words: "mise à jour mettre à jour le site nouvelle version",
    default: false,
  }),
  address: webAddress("Adresse du journal des versions", {
    help: "Celle du fichier CHANGELOG.md lui-même, chez qui publie le site. Sans elle, rien n’est demandé.",
    words: "mise à jour changelog nouveautés",
    default: "",
  }),
}
