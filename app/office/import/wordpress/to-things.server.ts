import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import type {
  AuthorThing,
  CategoryThing,
  CommentThing,
  FileThing,
  SiteThing,
  TextThing,
  Thing,
} from "../things.ts"
import { commentText } from "./comment-text.ts"
import { createLosses, NO_ID, REPEATED, TOO_LONG, UNREADABLE } from "../losses.ts"
import { typeName } from "./post-types.ts"
import { metaOf, type RawItem, textOf } from "./raw-item.ts"
import { siteIdentity } from "../site-identity.ts"
import { isEpisodeType, soundOf } from "./sound.ts"
import { categoriesOf, toCategory } from "./terms.ts"
import { dateOf, type RawText, toText } from "./to-text.ts"
import type { Fields, WxrPart } from "./wxr-parser.server.ts"

/**
 * Makes things of an export's parts. It remembers which numbers, authors and categories it has told already, nothing else: of two items
 * with one number the first stays, and authors and categories that only texts name are told before these.
 */
export function createThings(channel: Fields) {
  const losses = createLosses()
  const told = { items: new Set<number>(), authors: new Set<string>(), categories: new Set<string>() }
  let hasSite = false
  let hasTags = false

  const site = () => channelAddress(channel)

  async function* things(part: WxrPart): AsyncGenerator<Thing> {
    if ("item" in part) {
      if (!hasSite) yield toSite()
      yield* part.kind === "comment" ? comment(part.fields, part.item) : ofItem(part.item)
    } else if (part.kind === "author") yield* once(told.authors, authorOf(part.fields))
    else if (part.kind === "category") yield* once(told.categories, categoryOf(part.fields))
    else {
      const taxonomy = part.kind === "tag" ? "post_tag" : part.fields.get("term_taxonomy")
      if (taxonomy === "post_tag") countTag()
      yield* once(told.categories, termOf(part.fields))
    }
  }

  function toSite(): SiteThing {
    hasSite = true
    return {
      kind: "site",
      id: "site",
      title: plainText(channel.get("title") ?? ""),
      address: siteIdentity(site()),
    }
  }

  function countTag() {
    hasTags = true
    losses.add("tags", { what: "étiquette", one: "étiquette", many: "étiquettes" })
  }

  function* comment(fields: Fields, item: RawItem) {
    const of = idOf(item)
    if (of === null || told.items.has(Number(of)) || fateOf(item) !== "text") return
    const found = toComment(fields, of)
    if (found) yield found
  }

  async function* ofItem(item: RawItem): AsyncGenerator<Thing> {
    const fate = fateOf(item)
    if (fate === "ignored") return
    if (typeof fate === "object") return losses.add(fate.id, fate)
    const id = idOf(item)
    if (id === null) return losses.add("no-id", NO_ID)
    if (told.items.has(Number(id))) return losses.add("repeated", REPEATED)
    told.items.add(Number(id))
    if (fate === "file") return yield* fileOf(item, id)
    if (item.isTooLong) return losses.add("too-long", TOO_LONG)
    const text = await readText({ item, site: site() })
    if (text === undefined) return losses.add("unreadable", UNREADABLE)
    if (!hasTags && item.categories.some(({ domain }) => /^(?:post_)?tag$/.test(domain)))
      losses.add("tagged", TAGGED)
    if (text.author !== null)
      yield* once(told.authors, [{ kind: "author", id: text.author, name: text.author, email: null }])
    yield* once(told.categories, categoriesOf(item))
    yield text
  }

  function* fileOf(item: RawItem, id: string) {
    const address = httpUrl(textOf(item, "wp:attachment_url")) ?? httpUrl(textOf(item, "rss:guid"))
    if (address === null) return losses.add("no-address", NO_ADDRESS)
    if (DOCUMENT.test(address)) return losses.add("documents", DOCUMENTS)
    yield {
      kind: "file",
      id,
      address,
      title: plainText(textOf(item, "rss:title")),
      alt: plainText(metaOf(item, "_wp_attachment_image_alt")),
      caption: plainText(textOf(item, "excerpt:encoded")),
    } satisfies FileThing
  }

  function* end(): Generator<Thing> {
    if (!hasSite) yield toSite()
    yield* losses.end()
  }

  return { things, end }
}

/** What becomes of an item: a kind of things, nothing, or what is told of it. */
function fateOf(item: RawItem) {
  const type = textOf(item, "wp:post_type") || "post"
  const status = textOf(item, "wp:status")
  if (status === "auto-draft" || type === "revision") return "ignored"
  if (status === "trash") return TRASHED
  if (type === "attachment") return "file"
  if (type === "post" || type === "page" || isEpisodeType(type)) return "text"
  const name = typeName(type)
  if (name === null) return "ignored"
  return soundOf(item) === null ? { id: `type:${type.slice(0, 100)}`, ...name } : "text"
}

function* once<T extends AuthorThing | CategoryThing>(told: Set<string>, things: T[]) {
  for (const thing of things) {
    if (told.has(thing.id) || told.size >= MAX_TERMS) continue
    // A part of the export's text would keep all that it was cut from in memory.
    told.add(Buffer.from(thing.id).toString())
    yield thing
  }
}

function authorOf(fields: Fields): AuthorThing[] {
  const field = (name: string) => plainText(fields.get(name) ?? "")
  const id = (fields.get("author_login") ?? "").trim()
  if (id === "") return []
  const name = `${field("author_first_name")} ${field("author_last_name")}`.trim()
  return [
    {
      kind: "author",
      id,
      name: field("author_display_name") || name || id,
      email: emailOf(field("author_email")),
    },
  ]
}

const categoryOf = (fields: Fields) =>
  toCategory("category", fields.get("category_nicename") ?? "", fields.get("cat_name") ?? "")

const termOf = (fields: Fields) =>
  toCategory(fields.get("term_taxonomy") ?? "", fields.get("term_slug") ?? "", fields.get("term_name") ?? "")

/** What readers wrote, without announcements of other sites, spam and what is in the bin. */
function toComment(fields: Fields, of: string): CommentThing | null {
  const field = (name: string) => (fields.get(name) ?? "").trim()
  const id = field("comment_id")
  const approved = field("comment_approved")
  const isPending = approved === "0" || approved === "hold"
  const isShown = approved === "1" || approved === "approve" || approved === ""
  if (!ID.test(id) || !/^(?:comment|review)?$/.test(field("comment_type")) || !(isPending || isShown))
    return null
  const content = commentText(field("comment_content"))
  if (content === "") return null
  const parent = field("comment_parent")
  return {
    kind: "comment",
    id,
    of,
    parent: ID.test(parent) ? parent : null,
    author: plainText(field("comment_author")),
    email: emailOf(field("comment_author_email")),
    content,
    at: dateOf([field("comment_date_gmt"), field("comment_date")]),
    state: isPending ? "pending" : "visible",
  }
}

function readText(raw: RawText): Promise<TextThing | undefined> | TextThing {
  const length = textOf(raw.item, "content:encoded").length + textOf(raw.item, "excerpt:encoded").length
  return length <= SHORT ? toText(raw) : readInThread(raw)
}

function idOf(item: RawItem) {
  const id = textOf(item, "wp:post_id")
  return ID.test(id) ? id : null
}

const emailOf = (text: string) => (/^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,60}$/.test(text) ? text : null)

/** The site itself, not the network that it may be one of. */
const channelAddress = (channel: Fields) =>
  ["base_blog_url", "link", "base_site_url"]
    .map((key) => httpUrl(channel.get(key))?.replace(/\/+$/, ""))
    .find(Boolean) ?? ""

/** What takes a few milliseconds whatever is in it. In characters. */
const SHORT = 10_000
const readInThread = readerInThread<RawText, TextThing>("wordpress-text")

const ID = /^[1-9]\d{0,14}$/
const MAX_TERMS = 50_000
const DOCUMENT =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|zip|rar|7z|gz|epub|json|xml|vtt|srt|css|js|ttf|woff2?)(?:[?#]|$)/i

const TAGGED = { what: "étiquette", one: "contenu avec des étiquettes", many: "contenus avec des étiquettes" }
const NO_ADDRESS = {
  what: "fichier sans adresse",
  one: "fichier sans adresse",
  many: "fichiers sans adresse",
}
const DOCUMENTS = { what: "document", one: "document (PDF, archive…)", many: "documents (PDF, archives…)" }
const TRASHED = {
  id: "trash",
  what: "corbeille",
  one: "contenu dans la corbeille",
  many: "contenus dans la corbeille",
}
