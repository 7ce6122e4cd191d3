import { mailFromOf, smtpOf } from "../started-mail.ts"
import { advanced, choice, email, mailPort, mailServer, secret, text } from "../setting.server.ts"

/** How the site writes to people, and where it writes to its hosts. */
export const mail = {
  smtpHost: mailServer("Serveur d’envoi (SMTP)", {
    help: "Par exemple smtp.exemple.fr. Vide, rien ne part\u00a0: chaque e-mail devient un fichier sur le serveur du site.",
    words: "courriel mail envoyer smtp",
    default: "",
    fixed: { variable: "SMTP_URL", value: ({ smtpUrl }) => smtpUrl && smtpOf(smtpUrl).host },
  }),
  smtpUser: text("Identifiant", {
    help: "Souvent l’adresse e-mail entière. Vide, le site ne s’identifie pas.",
    default: "",
    fixed: { variable: "SMTP_URL", value: ({ smtpUrl }) => (smtpUrl ? smtpOf(smtpUrl).user : undefined) },
  }),
  smtpPassword: secret("Mot de passe du serveur d’envoi", {
    help: "Chiffré, et jamais affiché à nouveau.",
    default: "",
    // Whether there is one is all that anybody is told.
    fixed: {
      variable: "SMTP_URL",
      value: ({ smtpUrl }) => (smtpUrl ? (smtpOf(smtpUrl).hasPassword ? "set" : "") : undefined),
    },
  }),
  senderName: text("Nom de l’expéditeur", {
    help: "Vide, c’est le nom du podcast.",
    longest: 80,
    default: "",
    fixed: { variable: "MAIL_FROM", value: ({ mailFrom }) => mailFrom && mailFromOf(mailFrom).name },
  }),
  senderAddress: email("Adresse de l’expéditeur", {
    help: "Le serveur d’envoi doit accepter d’écrire en son nom. Vide, c’est noreply@ suivi du domaine du site.",
    default: "",
    fixed: { variable: "MAIL_FROM", value: ({ mailFrom }) => mailFrom && mailFromOf(mailFrom).address },
  }),
  contactEmail: email("Adresse qui reçoit les messages de contact", {
    help: "Chaque message y est envoyé en copie\u202f; il reste aussi dans «\u00a0Messages\u00a0».",
    default: "",
    fixed: { variable: "CONTACT_EMAIL", value: (started) => started.contactEmail },
  }),
  ...advanced({
    smtpPort: mailPort("Port", {
      help: "587 avec STARTTLS, 465 avec TLS dès la connexion.",
      ports: [25, 465, 587, 2525],
      default: 587,
      fixed: {
        variable: "SMTP_URL",
        value: ({ smtpUrl }) => (smtpUrl ? smtpOf(smtpUrl).port : undefined),
      },
    }),
    smtpSecurity: choice(
      "Sécurité de la connexion",
      {
        starttls: "STARTTLS (le plus courant)",
        tls: "TLS dès la connexion",
        none: "Aucune (serveur de la même machine)",
      },
      {
        default: "starttls",
        fixed: {
          variable: "SMTP_URL",
          value: ({ smtpUrl }) => (smtpUrl ? smtpOf(smtpUrl).security : undefined),
        },
      },
    ),
  }),
}
