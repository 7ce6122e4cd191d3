import { email } from "../setting.server.ts"

/** Who answers for the site, as its legal pages say. */
export const legal = {
  contactEmail: email("Adresse e-mail publique", {
    help: "Dans les Mentions légales et la Politique de confidentialité, pour les questions sur le site et les données.",
    default: "",
  }),
}
