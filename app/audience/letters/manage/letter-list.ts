import { managedType } from "#app/content/managed-type.ts"
import { LETTER_STATES, LETTER_TOPICS, type LetterState } from "#app/kit/lib/letters.ts"
import { STATE_LABELS, TOPIC_LABELS } from "./letters.copy.ts"

/** By state, how addresses call it. */
export const STATE_PARAMETERS: Record<LetterState, string> = {
  draft: "brouillon",
  scheduled: "programmee",
  sending: "en-cours",
  paused: "en-pause",
  sent: "envoyee",
  stopped: "arretee",
}

/** What the back office says of letters, and how their list is narrowed down, sorted and worked on. */
export const LETTERS = managedType(
  {
    kind: "letter",
    path: "/admin/letters",
    title: "Lettres",
    one: "lettre",
    many: "lettres",
    isFeminine: true,
  },
  {},
  {
    filters: {
      etat: {
        label: "État",
        all: "Tous les états",
        choices: LETTER_STATES.map((state) => ({
          value: STATE_PARAMETERS[state],
          label: STATE_LABELS[state],
        })),
      },
      theme: {
        label: "Thème",
        all: "Tous les thèmes",
        choices: LETTER_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic] })),
      },
    },
    sorts: {
      creation: { label: "Date de création", first: "desc" },
      envoi: { label: "Date d’envoi", first: "desc" },
      titre: { label: "Objet", first: "asc" },
      etat: { label: "État", first: "asc" },
    },
    deeds: {
      delete: {
        label: "Supprimer",
        icon: "trash",
        done: ["Lettre supprimée", "lettres supprimées"],
        failed: "Impossible de supprimer les lettres",
        loss: "Seuls les brouillons et les lettres programmées se suppriment ici. Cette action est définitive.",
        refused: "leur envoi a commencé",
      },
    },
  },
)

/** Where one letter is looked at, sent and followed. */
export const letterAddress = (id: number) => `${LETTERS.path}/${id}`
