import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { PERIOD } from "#app/content/lists/content-lists.ts"
import { listType } from "#app/content/lists/list-type.ts"
import { STATES } from "./moderation.copy.ts"

/** How the moderators' list is narrowed down, sorted and worked on. */
export const COMMENTS = listType({
  path: "/admin/comments",
  nouns: ["commentaire", "commentaires"],
  filters: {
    etat: { label: "État", all: "Tous les états", choices: STATES },
    episode: { label: "Épisode", all: "Tous les épisodes", choices: [], others: /^\d{1,20}$/ },
    periode: PERIOD,
  },
  sorts: {
    date: { label: "Date", first: "desc" },
    nom: { label: "Nom", first: "asc" },
  },
  bulkActions: {
    show: {
      label: "Afficher",
      icon: "eye",
      done: ["Commentaire affiché", "commentaires affichés"],
      failed: "Impossible de modifier le commentaire",
    },
    hide: {
      label: "Masquer",
      icon: "eye-off",
      done: ["Commentaire masqué", "commentaires masqués"],
      failed: "Impossible de modifier le commentaire",
    },
    delete: {
      label: "Supprimer",
      icon: "trash",
      done: ["Commentaire supprimé", "commentaires supprimés"],
      failed: "Impossible de supprimer le commentaire",
      link: TO_BIN,
      toBin: true,
    },
  },
})
