import { advanced, choice, email, mailPort, mailServer, secret, text } from "../setting.server.ts"

/** Where what cannot be delivered comes back to, and how the site reads it there. */
export const bounces = {
  returnAddress: email("Adresse de retour", {
    help: "Où les serveurs renvoient ce qu’ils n’ont pas pu remettre. Vide, c’est l’adresse de l’expéditeur.",
    default: "",
  }),
  imapHost: mailServer("Serveur de réception", {
    help: "Celui qui garde vos e-mails, par exemple imap.exemple.fr. Vide, le site ne lit pas ce qui revient.",
    words: "courriel mail adresses mortes",
    default: "",
  }),
  imapUser: text("Identifiant", { help: "Souvent l’adresse e-mail entière.", default: "" }),
  imapPassword: secret("Mot de passe du serveur de réception", {
    help: "Chiffré, et jamais affiché à nouveau.",
    default: "",
  }),
  ...advanced({
    imapPort: mailPort("Port", {
      help: "993 avec TLS dès la connexion, 143 avec STARTTLS.",
      ports: [143, 993],
      default: 993,
    }),
    imapSecurity: choice(
      "Sécurité de la connexion",
      {
        tls: "TLS dès la connexion (le plus courant)",
        starttls: "STARTTLS",
        none: "Aucune (serveur de la même machine)",
      },
      { default: "tls" },
    ),
    imapFolder: text("Dossier à lire", {
      help: "Le mieux est une boîte ou un dossier qui ne reçoit que cela.",
      default: "INBOX",
      isRequired: true,
    }),
    imapDone: text("Dossier des retours traités", {
      help: "Les retours reconnus y sont rangés. Vide, ils restent à leur place, marqués comme lus.",
      default: "",
    }),
  }),
}
