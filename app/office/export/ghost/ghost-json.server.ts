import { createHash } from "node:crypto"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { toPlainText } from "#app/kit/lib/markdown.server.ts"
import { toSlug } from "#app/kit/lib/slugs.ts"
import { categoryLabel, type CategoryLabels } from "#app/writing/news/news.schema.ts"
import { AS_STORED, episodeHtml, newsHtml, type Players, toContentHtml } from "../content-html.server.ts"
import { createNames, safeName } from "../names.ts"
import type { Places } from "../places.ts"
import * as contents from "../read-contents.server.ts"
import type { Line } from "../shapes.ts"

export type GhostWork = {
  on: contents.Reader
  publicUrl: string
  places: Places
  /** Before the places of files: what Ghost puts its own address for. */
  base: string
  labels: CategoryLabels
  onDone: (kind: "episodes" | "news" | "blog" | "pages", count: number) => void
}

/**
 * Ghost's export in one JSON (of Ghost 5), in pieces. Its texts are HTML alone: Ghost makes them over into what its editor keeps. What
 * stands in other tables of each text is some hundred bytes, and follows behind them.
 */
export async function* ghostJson(work: GhostWork) {
  const relations: Relations = { metas: [], tags: [], authors: [] }
  const authors = await authorsOf(work)
  const tags = await tagsOf(work)
  yield `{"db":[{"meta":${JSON.stringify({ exported_on: Date.now(), version: VERSION })},"data":{"posts":[`
  let isFirst = true
  for await (const rows of posts({ ...work, nameSlug: createNames() })) {
    for (const { fields, tagIds, author, description } of rows) {
      yield (isFirst ? "" : ",") + JSON.stringify(fields)
      isFirst = false
      for (const tag of tagIds) relations.tags.push([fields.id, tag])
      const by = authors.get(author)
      if (by) relations.authors.push([fields.id, by.id])
      if (description) relations.metas.push([fields.id, description])
    }
  }
  yield "]"
  yield* table("tags", tags)
  yield* table("users", authors.values())
  yield* table("roles", [{ id: ROLE, name: "Author" }])
  yield* table(
    "roles_users",
    authors.values().map(({ id }, index) => ({ id: idOf("role", index + 1), role_id: ROLE, user_id: id })),
  )
  yield* table(
    "posts_meta",
    relations.metas.map(([post_id, meta_description]) => ({ post_id, meta_description })),
  )
  yield* table("posts_tags", ordered(relations.tags, "tag_id"))
  yield* table("posts_authors", ordered(relations.authors, "author_id"))
  yield "}}]}\n"
}

const VERSION = "5.130.0"

type Relations = Record<"metas" | "tags" | "authors", [post: string, other: string][]>

function* ordered(pairs: [string, string][], column: string) {
  let [last, order] = ["", 0]
  for (const [post, other] of pairs) {
    order = post === last ? order + 1 : 0
    last = post
    yield { post_id: post, [column]: other, sort_order: order }
  }
}

function* table(name: string, rows: Iterable<object>) {
  yield `,${JSON.stringify(name)}:[`
  let isFirst = true
  for (const row of rows) {
    yield (isFirst ? "" : ",") + JSON.stringify(row)
    isFirst = false
  }
  yield "]"
}

/** Who signs, without their address: Ghost wants one for everybody, and this is none that ever gets mail (RFC 2606). */
async function authorsOf({ on }: GhostWork) {
  const nameSlug = createNames()
  return new Map(
    (await contents.listAuthors(on)).map((name, index) => {
      const slug = nameSlug(safeName(name, "auteur"))
      const user = {
        id: idOf("user", index + 1),
        name: cut(name, 191),
        slug,
        email: `${slug}@auteur.invalid`,
      }
      return [name, user] as const
    }),
  )
}

const EPISODES = { id: tagId("episodes"), name: "Épisodes", slug: "episodes" }
const NEWS = { id: tagId("actualites"), name: "Actualités", slug: "actualites" }

async function tagsOf({ on, labels }: GhostWork) {
  const found = (await contents.listNewsCategories(on)).map((category) => {
    const slug = slugOf(category)
    return { id: tagId(slug), name: cut(categoryLabel(category, labels), 191), slug }
  })
  return new Map([EPISODES, NEWS, ...found].map((tag) => [tag.slug, tag])).values()
}

const slugOf = (category: string) => toSlug(category).slice(0, 100) || "sans-nom"

type Post = {
  fields: Record<string, unknown> & { id: string }
  tagIds: string[]
  author: string
  description?: string
}
type Written = GhostWork & { nameSlug: (slug: string) => string }

/** Articles and pages keep their names: they come first. */
async function* posts(work: Written): AsyncGenerator<Post[]> {
  const { on, publicUrl, onDone } = work
  const look = { places: AS_STORED, base: "", publicUrl }
  for await (const rows of contents.readPosts(on, look)) {
    yield await Promise.all(rows.map(({ line }) => article(line, work)))
    onDone("blog", rows.length)
  }
  for await (const rows of contents.readPages(on, look)) {
    yield await Promise.all(rows.map(({ line }) => page(line, work)))
    onDone("pages", rows.length)
  }
  for await (const rows of contents.readEpisodes(on, look)) {
    yield await Promise.all(rows.map(({ line }) => episode(line, work)))
    onDone("episodes", rows.length)
  }
  for await (const rows of contents.readNews(on, look)) {
    yield await Promise.all(rows.map(({ line }) => news(line, work)))
    onDone("news", rows.length)
  }
}

async function article(line: Line<"blog">, work: Written): Promise<Post> {
  const html = await toContentHtml(line.text, writing(work))
  const fields = {
    ...fieldsOf(line, { kind: "post", slug: line.slug, picture: line.picture, html }, work),
    custom_excerpt: toPlainText(line.excerpt, MAX_EXCERPT) || null,
  }
  return { fields, tagIds: [], author: line.author }
}

async function page(line: Line<"pages">, work: Written): Promise<Post> {
  const html = await toContentHtml(line.text, writing(work))
  const dated = { ...line, publishedAt: line.createdAt }
  const fields = fieldsOf(dated, { kind: "page", slug: line.slug, picture: null, html }, work)
  return { fields, tagIds: [], author: line.author, description: line.summary }
}

async function episode(line: Line<"episodes">, work: Written): Promise<Post> {
  const { sound, guestNames, title, subtitle, picture } = line
  const player = sound
    ? PLAYERS.sound(escapeHtml(work.places.address(sound.address, work.base)), text(title))
    : ""
  const guests = guestNames ? `<p>Avec ${text(guestNames)}</p>` : ""
  const html = [player, guests, await episodeHtml(line, writing(work))].filter(Boolean).join("\n")
  const slug = safeName(title, `episode-${line.id}`)
  const fields = {
    ...fieldsOf(line, { kind: "episode", slug, picture, html }, work),
    custom_excerpt: cut(subtitle, MAX_EXCERPT) || null,
  }
  return { fields, tagIds: [EPISODES.id], author: line.author }
}

async function news(line: Line<"news">, work: Written): Promise<Post> {
  const html = await newsHtml(line, writing(work))
  const slug = safeName(line.title, `actualite-${line.id}`)
  const fields = fieldsOf(line, { kind: "news", slug, picture: line.thumbnail, html }, work)
  const tagIds = [...new Set([tagId(slugOf(line.category)), NEWS.id])]
  return { fields, tagIds, author: line.author }
}

type Dated = Pick<Line<"blog">, "id" | "title" | "isPublished" | "publishedAt" | "createdAt" | "updatedAt">
type Made = { kind: Kind; slug: string; picture: string | null; html: string }

function fieldsOf(line: Dated, { kind, slug, picture, html }: Made, { places, base, nameSlug }: Written) {
  const at = line.publishedAt ?? line.createdAt
  const isAhead = at !== null && new Date(at).getTime() > Date.now()
  return {
    id: idOf(kind, line.id),
    title: cut(line.title, MAX_TITLE),
    slug: nameSlug(slug.slice(0, MAX_SLUG)),
    html,
    feature_image: picture ? places.address(picture, base) : null,
    featured: 0,
    type: kind === "page" ? "page" : "post",
    status: !line.isPublished ? "draft" : isAhead ? "scheduled" : "published",
    visibility: "public",
    created_at: line.createdAt,
    updated_at: line.updatedAt,
    published_at: line.isPublished ? at : null,
  }
}

type Kind = (typeof KINDS)[number]
const KINDS = ["post", "page", "episode", "news", "user", "role"] as const

/** 24 hexadecimal digits, as Ghost's own. */
function idOf(kind: Kind, id: number) {
  return `c${KINDS.indexOf(kind)}${id.toString(16).padStart(22, "0")}`
}
const ROLE = `ce${"0".repeat(22)}`

function tagId(slug: string) {
  return `cf${createHash("sha256").update(slug).digest("hex").slice(0, 22)}`
}

const writing = ({ places, base }: Written) => ({ places, base, players: PLAYERS })

/** Ghost's own cards, which its importer keeps as such. */
const PLAYERS: Players = {
  frame: (_address, player) =>
    `<figure class="kg-card kg-embed-card"><iframe src="${player}" width="200" height="113" frameborder="0" allowfullscreen></iframe></figure>`,
  sound: (address, title) =>
    `<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="${address}" preload="metadata"></audio><div class="kg-audio-title">${title}</div></div></div>`,
  film: (address, title) =>
    `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="${address}" preload="metadata"></video></div>${title ? `<figcaption>${title}</figcaption>` : ""}</figure>`,
}

const text = (value: string) => escapeHtml(frenchSpaces(value))
const cut = (value: string, length: number) =>
  value.length <= length
    ? value
    : `${value
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`

/** What Ghost's tables hold. */
const MAX_TITLE = 255
const MAX_SLUG = 180
const MAX_EXCERPT = 300
