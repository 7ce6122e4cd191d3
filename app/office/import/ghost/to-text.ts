import { plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { MAX_TITLE_CHARACTERS } from "#app/podcast/feeds-in/feed-limits.ts"
import type { AuthorThing, CategoryThing, FileThing, Loss, TextThing } from "../things.ts"
import { atSite, contentToMarkdown } from "./content.ts"
import { isSet, lineOf, textOf, timeOf } from "./fields.ts"
import type { Row } from "../json-rows.server.ts"
import { addressesOf, type Permalinks } from "./permalinks.ts"
import { metaOf, type PostMeta } from "./tables.ts"

/** A row of Ghost's posts, with what other tables have of it. */
export type RawText = {
  id: string
  fields: Row["fields"]
  meta: PostMeta | undefined
  tags: CategoryThing[]
  authors: AuthorThing[]
  /** The site's address, as its host wrote it, without a slash at its end. */
  site: string
  permalinks: Permalinks
}

/** A post or a page in our words, and the pictures of its site that are in it. */
export function toText(raw: RawText): { text: TextThing; files: FileThing[] } {
  const { id, fields, tags, authors, site } = raw
  const type = textOf(fields, "type") === "page" || isSet(fields, "page") ? "page" : "post"
  const state = stateOf(fields)
  const meta = { ...metaOf(fields), ...raw.meta }
  const publishedAt =
    timeOf(fields, "published_at") ?? (state === "published" ? timeOf(fields, "created_at") : null)
  const { markdown, losses } = contentToMarkdown(
    {
      html: textOf(fields, "html"),
      lexical: textOf(fields, "lexical"),
      mobiledoc: textOf(fields, "mobiledoc"),
      plaintext: textOf(fields, "plaintext"),
      markdown: textOf(fields, "markdown"),
    },
    { site, isForAll: state !== "held" },
  )
  const picture = pictureOf(textOf(fields, "feature_image") || textOf(fields, "image"), site)
  const [author, ...others] = authors
  const slug = lineOf(fields, "slug")
  const text: TextThing = {
    kind: "text",
    id,
    type,
    title: lineOf(fields, "title").slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    slug,
    addresses: addressesOf({ ...raw, type, slug, publishedAt }),
    content: markdown,
    excerpt: plainToMarkdown(lineOf(fields, "custom_excerpt")),
    description: meta.description,
    state,
    publishedAt,
    author: author?.id ?? null,
    categories: tags.map(({ id }) => id),
    picture,
    sound: null,
    losses: [...losses, ...lossesOf(fields, others)],
  }
  return { text, files: filesOf(text, meta, site) }
}

/** Nothing is for everybody that was for members, or went out by mail alone. */
function stateOf(fields: Row["fields"]): TextThing["state"] {
  const status = textOf(fields, "status")
  const visibility = textOf(fields, "visibility")
  if (status === "sent") return "held"
  if (status !== "published" && status !== "scheduled") return "draft"
  if (visibility !== "" && visibility !== "public") return "held"
  return status
}

function lossesOf(fields: Row["fields"], others: AuthorThing[]): Loss[] {
  const code = (name: string, where: string) =>
    textOf(fields, name).trim() === "" ? [] : [{ what: "code ajouté à un texte (Code injection)", where }]
  return [
    ...(others.length === 0
      ? []
      : [
          {
            what: "autre signature",
            where: `avec ${others.map(({ name }) => name).join(", ")}`.slice(0, 200),
          },
        ]),
    ...code("codeinjection_head", "en tête"),
    ...code("codeinjection_foot", "au pied"),
  ]
}

const pictureOf = (written: string, site: string) => {
  const address = atSite(written.trim(), site)
  return httpUrl(address.startsWith("/") && !address.startsWith("//") ? `${site}${address}` : address)
}

/** Those of the site itself: the one that stands for the text with its words, each once. */
function filesOf({ content, picture }: TextThing, meta: PostMeta, site: string) {
  const own = `${site}/content/`
  const file = (address: string, words?: PostMeta): FileThing => ({
    kind: "file",
    id: address,
    address,
    title: "",
    alt: words ? plainText(words.alt) : "",
    caption: words ? plainText(words.caption) : "",
  })
  const inText = [...content.matchAll(PICTURE)].map(([, address = ""]) => address)
  const files = new Map(inText.map((address) => [address, file(address)]))
  if (picture) files.set(picture, file(picture, meta))
  return [...files.values()].filter(({ id }) => id.startsWith(own) && Buffer.byteLength(id) <= MAX_ID)
}

const PICTURE = /!\[(?:[^\]\\]|\\.){0,2000}\]\((https?:\/\/[^\s()<>]{1,2000})/g
/** What the table of things holds, in bytes. */
const MAX_ID = 500
