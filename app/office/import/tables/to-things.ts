import { articleToMarkdown } from "#app/kit/lib/from-html/article-to-markdown.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { type ImportedTable, NO_SITE, WHOLE_NAME } from "#app/kit/lib/imported-tables.ts"
import { readSlug } from "#app/kit/lib/slugs.ts"
import { simplify } from "#app/kit/lib/tables.ts"
import { parseDuration } from "#app/kit/lib/durations.ts"
import { completeAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { parseFeedDate } from "#app/podcast/feeds-in/feed-dates.ts"
import type { TextThing, Thing } from "../things.ts"

/** How ids of things begin that are made of rows: those are made anew where a table is read in another way. */
export const OF_TABLES = "table:"

/** A row of a table; `place` tells it from others where nothing in it does. */
export type RawRow = { table: ImportedTable; cells: string[]; place: number; source: string }

/**
 * What a row tells of, as its table is read; none where it lacks what it has to have.
 *
 * A table says seldom what was to be seen: without a column for it, what has a date is published, the rest a draft.
 */
export function toThings({ table, cells, place, source }: RawRow): Thing[] {
  const { type, columns } = table
  const site = source.endsWith(NO_SITE) ? "" : source
  const cell = (field: string) => cells[columns[field] ?? -1]?.trim() ?? ""
  if (type === "none") return []
  if (type === "redirect") {
    const [from, to] = [cell("from"), cell("to")]
    return from && to ? [{ kind: "redirect", id: OF_TABLES + from, from, to }] : []
  }
  const date = dateOf(cell("at"))
  if (type === "comment") {
    const { episode, content } = { episode: cell("episode"), content: cell("content") }
    if (!episode || !content) return []
    return [
      {
        kind: "comment",
        id: idOf("comment", cell("id") || `${episode} ${place}`),
        of: idOf("episode", episode),
        parent: cell("parent") ? idOf("comment", cell("parent")) : null,
        author: cell("author"),
        email: cell("email") || null,
        content,
        at: date,
        state: isUnseen(cell("state")) ? "pending" : "visible",
      },
    ]
  }
  if (type === "like") {
    const [episode, session] = [cell("episode"), cell("session")]
    if (!episode || !session) return []
    return [
      {
        kind: "like",
        id: idOf("like", `${episode} ${session}`),
        of: idOf("episode", episode),
        session,
        at: date,
      },
    ]
  }
  if (type === "account" || type === "profile") return accountOf(table, cell)
  if (type === "guest") return guestOf(table, cell, site)
  const title = cell("title")
  if (!title) return []
  const own = cell("id") || cell("slug") || title
  const body = toMarkdown(cell("content"), site)
  const isSeen = "state" in columns ? !isUnseen(cell("state")) : date !== null
  const link = addressIn(cell("link"), site)
  const author = cell("author")
  const categories = cell("categories")
    .split(/[,;|]/)
    .map((one) => one.trim())
  const names = [...new Set(categories)].filter(Boolean)
  const text: TextThing = {
    kind: "text",
    id: idOf(type, own),
    type: type === "episode" ? "post" : type,
    title,
    slug: cell("slug"),
    addresses: [...(link ? [link] : []), ...formerAddresses(table, cell("id"), site)],
    content: body.markdown,
    excerpt: cell("excerpt"),
    description: cell("description"),
    state: isSeen ? "published" : "draft",
    publishedAt: date,
    author: author || null,
    categories: names,
    picture: addressIn(cell("picture"), site),
    sound: type === "episode" ? soundOf(cell, `${source}/#${own}`) : null,
    ...(type === "news" && {
      news: {
        category: cell("category") || null,
        mediaType: mediaTypeOf(cell("mediaType")),
        mediaUrl: addressIn(cell("mediaUrl"), site),
        externalUrl: httpUrl(cell("externalUrl")),
      },
    }),
    losses: body.losses,
  }
  const named = [text.picture, text.sound?.address, text.news?.mediaUrl].flatMap((address) => address || [])
  return [
    ...named.map(fileAt),
    ...(author && !UUID.test(author)
      ? [{ kind: "author" as const, id: author, name: author, email: null }]
      : []),
    ...names.map((name) => ({ kind: "category" as const, id: name, name })),
    text,
  ]
}

const idOf = (of: string, own: string) => `${OF_TABLES}${of}:${own.slice(0, 200)}`

const fileAt = (address: string): Thing => ({
  ...{ kind: "file", id: address, address },
  ...{ title: "", alt: "", caption: "" },
})

/** Somebody who came; a family name alone has the first name before it. */
function guestOf({ header, columns }: ImportedTable, cell: (field: string) => string, site: string): Thing[] {
  const isWhole = WHOLE_NAME.test(simplify(header[columns.name ?? -1] ?? ""))
  const name = oneLine(isWhole ? cell("name") : `${cell("firstName")} ${cell("name")}`)
  if (!name) return []
  const address = (text: string) => addressIn(completeAddress(text), site)
  const slug = readSlug(cell("slug"))
  const link = cell("link")
  const picture = address(cell("picture"))
  return [
    ...(picture === null || picture.length > MAX_URL_LENGTH ? [] : [fileAt(picture)]),
    {
      ...{ kind: "guest", id: idOf("guest", cell("id") || slug || name), name, slug },
      ...{ role: oneLine(cell("role")), link: address(link) ?? link },
      picture: picture ?? cell("picture"),
    },
  ]
}

/** What an account is called, and who it is of: texts name it as their author. */
function accountOf({ type, name }: ImportedTable, cell: (field: string) => string): Thing[] {
  const person = {
    role: cell("role"),
    firstName: cell("firstName"),
    lastName: cell("lastName"),
    birthDate: dateOf(cell("birthDate"))?.slice(0, 10) ?? "",
    country: cell("country"),
  }
  if (type === "profile")
    return cell("user")
      ? [
          {
            ...{ kind: "profile" as const, id: `${OF_TABLES}${cell("user")} ${name}` },
            ...{ of: OF_TABLES + cell("user"), ...person },
          },
        ]
      : []
  const email = cell("email").toLowerCase()
  if (!email) return []
  const id = cell("id") || email
  return [
    { kind: "author", id, name: `${person.firstName} ${person.lastName}`.trim(), email },
    { kind: "account", id: OF_TABLES + id, email, hash: cell("password"), ...person },
  ]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function soundOf(cell: (field: string) => string, id: string) {
  const own = wholeNumber(cell("id"))
  return {
    guid: cell("guid") || id,
    address: httpUrl(cell("sound")) ?? "",
    type: null,
    bytes: null,
    seconds: parseDuration(cell("duration")),
    season: wholeNumber(cell("season")),
    number: wholeNumber(cell("number")),
    episodeType: "full" as const,
    isExplicit: false,
    subtitle: "",
    picture: null,
    chapters: "",
    transcript: null,
    guests: [cell("guest")],
    youtube: httpUrl(cell("youtube")),
    spotify: httpUrl(cell("spotify")),
    views: wholeNumber(cell("views")),
    keptId: own && own <= MOST_KEPT ? own : null,
  }
}

/** What is larger counts nothing, and all later ones would be larger still. */
const MOST_KEPT = 9_999_999

/** The backend that this site's own pages once had showed episodes by their number, at the address that they have here. */
function formerAddresses({ type, header }: ImportedTable, id: string, site: string) {
  const isFormer =
    type === "episode" && ["youtube_url", "spotify_url", "is_published"].every((one) => header.includes(one))
  return isFormer && site && id ? [`${site}/episodes/${encodeURIComponent(id)}`] : []
}

const HTML = /<(p|br|div|h[1-6]|ul|ol|a|img|strong|em|blockquote|table|figure|iframe)[\s/>]/i

function toMarkdown(content: string, site: string) {
  if (!HTML.test(content)) return { markdown: content, losses: [] }
  return articleToMarkdown(content, { base: site ? `${site}/` : undefined })
}

/** An address, or a path of the site that it comes from. */
const addressIn = (text: string, site: string) => httpUrl(site && /^\/(?!\/)/.test(text) ? site + text : text)

/** Of a day alone it is its morning; of what nobody can read nothing. */
const dateOf = (text: string) => parseFeedDate(text, "day-first")

const UNSEEN =
  /^(false|f|0|no|non|n|draft|brouillon|private|privee?|pending|en attente|unpublished|non publiee?|hidden|cachee?|masquee?|archived|archivee?|trash|corbeille|spam|rejected)$/
const isUnseen = (state: string) => UNSEEN.test(simplify(state))

const mediaTypeOf = (text: string) => {
  const plain = simplify(text)
  if (plain === "image" || plain === "photo") return "image" as const
  return plain === "video" ? ("video" as const) : ("article" as const)
}

function wholeNumber(text: string) {
  const plain = text.replace(/(?<=\d)[\s.,](?=\d{3}(?!\d))/g, "")
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null
}
