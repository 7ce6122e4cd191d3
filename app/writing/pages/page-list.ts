import { contentDeeds, PUBLISHED } from "#app/content/lists/content-lists.ts"
import { managedType } from "#app/content/managed-type.ts"

const NOUN = { one: "page", many: "pages", isFeminine: true }

/** What the back office says of pages, and how their list is narrowed down, sorted and worked on. */
export const PAGES = managedType(
  { kind: "page", path: "/admin/pages", title: "Gestion des pages", ...NOUN },
  {},
  {
    filters: { etat: PUBLISHED },
    sorts: {
      creation: { label: "Date de création", first: "desc" },
      modification: { label: "Dernière modification", first: "desc" },
      titre: { label: "Titre", first: "asc" },
      etat: { label: "État", first: "asc" },
    },
    deeds: contentDeeds({ nouns: [NOUN.one, NOUN.many], isFeminine: true }),
  },
)
