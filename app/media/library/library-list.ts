import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { PERIOD } from "#app/content/lists/content-lists.ts"
import { listType } from "#app/content/lists/list-type.ts"
import { MEDIA_KINDS } from "#app/kit/lib/media.ts"
import { KINDS, MEDIA_PATH, STATES } from "../media.copy.ts"

/** How the library is narrowed down, sorted and worked on. */
export const MEDIA = listType({
  path: MEDIA_PATH,
  nouns: ["média", "médias"],
  filters: {
    genre: {
      label: "Genre",
      all: "Tous les genres",
      choices: MEDIA_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].many })),
    },
    etat: { label: "État", all: "Tous les états", choices: STATES },
    periode: PERIOD,
  },
  sorts: {
    date: { label: "Date d’envoi", first: "desc" },
    nom: { label: "Nom", first: "asc" },
    poids: { label: "Poids", first: "desc" },
    duree: { label: "Durée", first: "desc" },
  },
  bulkActions: {
    delete: {
      label: "Supprimer",
      icon: "trash",
      done: ["Média supprimé", "médias supprimés"],
      failed: "Impossible de supprimer le média",
      link: TO_BIN,
      loss: "Ce que rien n’utilise sera supprimé, avec tous ses formats, et attend encore un moment dans la corbeille.",
      refused: "utilisé ou en préparation",
    },
  },
})
