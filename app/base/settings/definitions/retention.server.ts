import { advanced, number } from "../setting.server.ts"

const NEVER = "0\u00a0: rien ne s’efface de soi-même."

/** How long what was received is kept; what is older goes once a day (audience/personal-data). */
export const retention = {
  messageMonths: number("Messages de contact", {
    help: `Comptés depuis leur réception, traités ou non, avec leurs réponses. ${NEVER}`,
    unit: "mois",
    least: 0,
    most: 120,
    words: "rgpd durée effacer supprimer",
    default: 0,
  }),
  unsubscribedMonths: number("Adresses désabonnées de la newsletter", {
    help: `Comptés depuis le désabonnement. Une adresse effacée peut être réinscrite en commentant\u202f; trois ans sont d’usage. ${NEVER}`,
    unit: "mois",
    least: 0,
    most: 120,
    default: 0,
  }),
  supporterMonths: number("Anciens soutiens", {
    help: `Comptés depuis le dernier jour du soutien\u202f; qui soutient pour toujours reste. ${NEVER}`,
    unit: "mois",
    least: 0,
    most: 120,
    default: 12,
  }),
  binDays: number("Corbeille", {
    help: "Ce que vous supprimez y reste, à restaurer avec tout ce qui en dépendait. Effacer les données d’une personne les en retire aussitôt.",
    unit: "jours",
    least: 1,
    most: 365,
    default: 30,
  }),
  dailyCopies: number("Sauvegardes quotidiennes", {
    help: "Les plus récentes, et autant au plus de celles faites à la demande. Ce qui est effacé du site y reste d’autant plus longtemps. Sur un serveur PostgreSQL, le site n’en fait qu’à la demande.",
    unit: "copies",
    least: 2,
    most: 60,
    words: "sauvegarde backup copie",
    default: 7,
  }),
  ...advanced({
    unconfirmedMonths: number("Inscriptions jamais confirmées", {
      help: `Comptés depuis la dernière demande de confirmation\u202f; qui n’a jamais reçu de demande reste. ${NEVER}`,
      unit: "mois",
      least: 0,
      most: 120,
      default: 12,
    }),
    logMonths: number("Journal", {
      help: "Qui a fait quoi. Effacer les données d’une personne y efface aussi son nom.",
      unit: "mois",
      least: 1,
      most: 120,
      default: 13,
    }),
    failedMailDays: number("E-mails abandonnés", {
      help: "Ceux qu’aucun serveur n’a pris, à renvoyer depuis l’état du site.",
      unit: "jours",
      least: 1,
      most: 90,
      default: 14,
    }),
    missingDays: number("Adresses introuvables", {
      help: "Comptés depuis la dernière visite. Les adresses ignorées restent.",
      unit: "jours",
      least: 7,
      most: 730,
      default: 90,
    }),
  }),
}
