import { contentDeeds, STATUS } from "#app/content/lists/content-lists.ts"
import { managedType } from "#app/content/managed-type.ts"

const NOUN = { one: "article", many: "articles" }

/** What the back office says of articles, and how their list is narrowed down, sorted and worked on. */
export const POSTS = managedType(
  { kind: "post", path: "/admin/blog", title: "Gestion du blog", ...NOUN },
  {},
  {
    filters: { etat: STATUS },
    sorts: {
      creation: { label: "Date de création", first: "desc" },
      date: { label: "Date de publication", first: "desc" },
      titre: { label: "Titre", first: "asc" },
      etat: { label: "État", first: "asc" },
    },
    deeds: contentDeeds({ nouns: [NOUN.one, NOUN.many] }),
  },
)
