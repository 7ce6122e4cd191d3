import { advanced, area, email, text } from "../setting.server.ts"

/** Who answers for the site: the legal pages are written from it. What is left empty they mark as missing. */
export const legal = {
  editorName: text("Éditeur du site", {
    help: "Nom et prénom, ou raison sociale\u00a0: qui publie le site.",
    words: "siret association responsable rgpd lcen",
    default: "",
  }),
  editorAddress: area("Adresse postale de l’éditeur", { rows: 2, longest: 300, default: "" }),
  contactEmail: email("Adresse e-mail publique", {
    help: "Dans les Mentions légales et la Politique de confidentialité, pour les questions sur le site et les données.",
    default: "",
  }),
  director: text("Directeur ou directrice de la publication", { help: "Nom et prénom.", default: "" }),
  hostName: text("Hébergeur du site", { default: "" }),
  hostAddress: area("Adresse postale de l’hébergeur", { rows: 2, longest: 300, default: "" }),
  ...advanced({
    editorForm: text("Forme juridique", {
      help: "Association loi 1901, SARL… Vide pour une personne.",
      default: "",
    }),
    editorPhone: text("Téléphone de l’éditeur", { longest: 50, default: "" }),
    editorRegistration: text("Immatriculation", {
      help: "Numéro SIREN ou RNA et, s’il y en a un, numéro de TVA\u202f; «\u00a0aucune\u00a0» pour une personne.",
      default: "",
    }),
    hostPhone: text("Téléphone de l’hébergeur", { longest: 50, default: "" }),
    hostCountry: text("Pays de l’hébergeur", { help: "Où se trouvent les données.", default: "" }),
    mailService: text("Service d’envoi des e-mails", {
      help: "Nom et pays, si le site envoie des e-mails par un autre que l’hébergeur.",
      default: "",
    }),
    reportDelay: text("Délai de réponse à un signalement", {
      help: "Par exemple\u00a0: deux jours.",
      default: "",
    }),
    newsletterBasis: text("Base légale de la newsletter", {
      help: "Le plus souvent\u00a0: votre consentement.",
      default: "",
    }),
    newsletterProof: text("Conservation de la preuve d’inscription", {
      help: "Après le désabonnement, par exemple : trois ans. Une durée dans «\u00a0Conservation\u00a0» l’emporte.",
      default: "",
    }),
    messagesKept: text("Conservation des messages de contact", {
      help: "Par exemple : un an. Une durée dans «\u00a0Conservation\u00a0» l’emporte.",
      default: "",
    }),
  }),
}
