import { filterBy, listType } from "#app/content/lists/list-type.ts"
import type { RecipientState } from "#app/kit/lib/letters.ts"

/** How addresses call the states of recipients; those that still get it are one. */
export const RECIPIENT_PARAMETERS = {
  envoye: ["sent"],
  attente: ["waiting", "sending"],
  refuse: ["refused"],
  incertain: ["uncertain"],
  passe: ["skipped"],
} as const satisfies Record<string, readonly RecipientState[]>

export type RecipientParameter = keyof typeof RECIPIENT_PARAMETERS

export const RECIPIENT_LABELS: Record<RecipientState, string> = {
  waiting: "En attente",
  sending: "En cours",
  sent: "Envoyé",
  refused: "Refusé",
  uncertain: "Incertain",
  skipped: "Désabonné entre-temps",
}

/** Of a letter that was stopped, who was waiting does not get it. */
export const NOT_SENT = "Pas envoyé"

/** How the list of a letter's recipients is narrowed down and sorted. @param id the letter's */
export const recipientsOf = (id: number) =>
  listType({
    path: `/admin/letters/${id}/recipients`,
    nouns: ["destinataire", "destinataires"],
    filters: {
      etat: filterBy<RecipientParameter>("État", "Tous les états", {
        envoye: "Envoyés",
        attente: "En attente",
        refuse: "Refusés",
        incertain: "Incertains",
        passe: "Désabonnés entre-temps",
      }),
      retour: filterBy("Retour", "Avec ou sans retour", { oui: "Revenus après l’envoi" }),
    },
    sorts: {
      inscription: { label: "Inscription", first: "desc" },
      date: { label: "Date d’envoi", first: "desc" },
    },
    bulkActions: {},
  })
