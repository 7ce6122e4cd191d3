import { email } from "../setting.server.ts"

/** How the site writes to people, and where it writes to its hosts. */
export const mail = {
  contactEmail: email("Adresse qui reçoit les messages de contact", {
    help: "Chaque message y est envoyé en copie ; il reste aussi dans « Messages ».",
    default: "",
    fixed: { variable: "CONTACT_EMAIL", value: (started) => started.contactEmail },
  }),
}
