import { contentDeeds, STATUS } from "#app/content/lists/content-lists.ts"
import { managedType } from "#app/content/managed-type.ts"
import {
  CATEGORIES,
  categoryLabel,
  type CategoryLabels,
  MEDIA_TYPE_LABELS,
  MEDIA_TYPES,
} from "./news.schema.ts"

const NOUN = { one: "actualité", many: "actualités", isFeminine: true }

/**
 * What the back office says of news, and how their list is narrowed down, sorted and worked on.
 *
 * @param labels how hosts call the categories
 */
export function newsList(labels: CategoryLabels) {
  const choices = CATEGORIES.map((value) => ({ value, label: categoryLabel(value, labels) }))
  return managedType(
    { kind: "news", path: "/admin/news", title: "Gestion des actualités", ...NOUN },
    { created: "Actualité créée", updated: "Actualité mise à jour" },
    {
      filters: {
        etat: STATUS,
        categorie: {
          label: "Catégorie",
          all: "Toutes les catégories",
          choices,
          others: /^[^\p{Cc}]{1,100}$/u,
        },
        type: {
          label: "Type",
          all: "Tous les types",
          choices: MEDIA_TYPES.map((type) => ({ value: type, label: MEDIA_TYPE_LABELS[type] })),
        },
      },
      sorts: {
        creation: { label: "Date de création", first: "desc" },
        date: { label: "Date de publication", first: "desc" },
        titre: { label: "Titre", first: "asc" },
        categorie: { label: "Catégorie", first: "asc" },
        etat: { label: "État", first: "asc" },
      },
      deeds: {
        ...contentDeeds({ nouns: [NOUN.one, NOUN.many], isFeminine: true }),
        category: {
          label: "Changer la catégorie",
          preposition: "de",
          icon: "list",
          done: ["Catégorie changée", "actualités changées de catégorie"],
          failed: "Impossible de changer la catégorie",
          choose: { label: "Nouvelle catégorie", choices },
        },
      },
    },
  )
}

/** Where nobody reads the categories' names. */
export const NEWS = newsList({})
