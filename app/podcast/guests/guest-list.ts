import { managedType } from "#app/content/managed-type.ts"

/** What the back office says of guests, and how their list is narrowed down, sorted and worked on. */
export const GUESTS = managedType(
  { kind: "guest", path: "/admin/guests", title: "Gestion des invités", one: "invité", many: "invités" },
  { emptyText: "Aucun invité pour le moment : créez une fiche, ou nommez-les dans un épisode." },
  {
    filters: {
      episodes: {
        label: "Épisodes",
        all: "Avec ou sans épisode",
        choices: [
          { value: "avec", label: "Avec épisode" },
          { value: "sans", label: "Sans épisode" },
        ],
      },
    },
    sorts: {
      nom: { label: "Nom", first: "asc" },
      episodes: { label: "Épisodes", first: "desc" },
      role: { label: "Rôle", first: "asc" },
      creation: { label: "Date de création", first: "desc" },
    },
    deeds: {
      delete: {
        label: "Supprimer",
        icon: "trash",
        done: ["Invité supprimé", "invités supprimés"],
        failed: "Impossible de supprimer l'invité",
        loss: "Leurs épisodes gardent leurs noms. Cette action est définitive.",
      },
    },
  },
)
