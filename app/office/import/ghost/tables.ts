import type { AuthorThing, CategoryThing } from "../things.ts"
import { idOf, lineOf, numberOf, textOf } from "./fields.ts"
import type { Row } from "../json-rows.server.ts"

/** What stands of a post in other tables. */
export type PostMeta = { description: string; alt: string; caption: string }

/**
 * The tables that texts refer to, which stand in the export behind them as often as before: all of it that is small, by the id
 * of the post.
 */
export function createTables() {
  const tags = new Map<string, CategoryThing>()
  const internalTags = new Set<string>()
  const users = new Map<string, AuthorThing>()
  const metas = new Map<string, PostMeta>()
  const tagsOf = createLinks("tag_id")
  const authorsOf = createLinks("author_id")
  const settings = new Map<string, string>()
  const counts = new Map<string, number>()
  let held = 0

  function add({ table, fields }: Row) {
    if (!counts.has(table) && counts.size >= MAX_TABLES) return
    counts.set(table, (counts.get(table) ?? 0) + 1)
    if ((counts.get(table) ?? 0) > MAX_ROWS) return
    if (table === "settings") addSetting(fields)
    else if (table === "tags") addTag(fields)
    else if (table === "users") addUser(fields)
    else if (table === "posts_tags") tagsOf.add(fields)
    else if (table === "posts_authors") authorsOf.add(fields)
    else if (table === "posts_meta") addMeta(fields)
  }

  function addSetting(fields: Row["fields"]) {
    if (settings.size >= MAX_SETTINGS) return
    settings.set(textOf(fields, "key").slice(0, 100), textOf(fields, "value").slice(0, MAX_SETTING))
  }

  function addTag(fields: Row["fields"]) {
    const id = idOf(fields, "id")
    const name = lineOf(fields, "name").slice(0, MAX_NAME)
    if (id === null || tags.has(id)) return
    if (name.startsWith("#") || textOf(fields, "visibility") === "internal") return void internalTags.add(id)
    const slug = slugOf(fields) || id
    tags.set(id, { kind: "category", id: slug, name: name || slug })
  }

  function addUser(fields: Row["fields"]) {
    const id = idOf(fields, "id")
    if (id === null || users.has(id)) return
    const email = textOf(fields, "email").trim()
    const slug = slugOf(fields) || id
    users.set(id, {
      kind: "author",
      id: slug,
      name: lineOf(fields, "name").slice(0, MAX_NAME) || slug,
      email: EMAIL.test(email) ? email : null,
    })
  }

  function addMeta(fields: Row["fields"]) {
    const id = idOf(fields, "post_id")
    const meta = metaOf(fields)
    const length = meta.description.length + meta.alt.length + meta.caption.length
    if (id === null || length === 0 || (held += length) > MAX_METAS) return
    metas.set(id, meta)
  }

  return {
    add,
    settings,
    counts,
    tags: () => [...tags.values()],
    authors: () => [...users.values()],
    internalTags: () => internalTags.size,
    /** In the order that the post has them in. */
    tagsOf: (post: string) => tagsOf.of(post).flatMap((id) => tags.get(id) ?? []),
    /** @param first whom the post itself names, before Ghost 5 */
    authorsOf(post: string, first: string | null) {
      const ids = authorsOf.of(post)
      return (ids.length > 0 ? ids : first === null ? [] : [first]).flatMap((id) => users.get(id) ?? [])
    },
    metaOf: (post: string) => metas.get(post),
  }
}

export type Tables = ReturnType<typeof createTables>

/** Before Ghost 3 they are the post's own columns. */
export const metaOf = (fields: Row["fields"]): PostMeta => ({
  description: lineOf(fields, "meta_description").slice(0, MAX_META),
  alt: lineOf(fields, "feature_image_alt").slice(0, MAX_META),
  caption: textOf(fields, "feature_image_caption").slice(0, MAX_META),
})

/** By it things are known; the table of things holds 500 bytes of it. */
const slugOf = (fields: Row["fields"]) => lineOf(fields, "slug").slice(0, MAX_SLUG).toWellFormed()

/** Which rows belong to a post. */
function createLinks(column: string) {
  const links = new Map<string, { id: string; order: number }[]>()
  return {
    add(fields: Row["fields"]) {
      const [post, id] = [idOf(fields, "post_id"), idOf(fields, column)]
      if (post === null || id === null) return
      const list = links.get(post) ?? []
      if (list.length < MAX_LINKS) list.push({ id, order: numberOf(fields, "sort_order") })
      links.set(post, list)
    },
    of: (post: string) => {
      const list = links.get(post) ?? []
      return [...new Set(list.toSorted((a, b) => a.order - b.order).map(({ id }) => id))]
    },
  }
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,60}$/
/** Of one table; Ghost's own database holds as many with pain. */
const MAX_ROWS = 500_000
const MAX_LINKS = 100
const MAX_NAME = 200
const MAX_SLUG = 150
const MAX_TABLES = 200
/** In characters, of all posts together. */
const MAX_METAS = 100_000_000
const MAX_META = 2_000
const MAX_SETTINGS = 1_000
const MAX_SETTING = 20_000
