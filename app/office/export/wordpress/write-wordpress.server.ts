import { pipeline } from "node:stream/promises"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { toSlug } from "#app/kit/lib/slugs.ts"
import { categoryLabel } from "#app/writing/news/news.schema.ts"
import { AS_STORED, episodeHtml, newsHtml, type Players, toContentHtml } from "../content-html.server.ts"
import { readServed } from "../exported-media.server.ts"
import { createNames, safeName } from "../names.ts"
import { writeNewFile } from "../new-file.server.ts"
import { createPlaces } from "../places.ts"
import { commentsByEpisode } from "../read-audience.server.ts"
import * as contents from "../read-contents.server.ts"
import type { Line } from "../shapes.ts"
import { inSnapshot } from "../snapshot.server.ts"
import { type ExportReport, type ExportWork, measureExport } from "../write-export.server.ts"
import { episodeMetas } from "./episode-metas.ts"
import {
  CLOSE_ITEM,
  CLOSE_WXR,
  openItem,
  openWxr,
  writeComment,
  type WxrComment,
  type WxrItem,
  type WxrTerm,
} from "./wxr.ts"

/**
 * Writes the site as WordPress' importer takes it (product.md 52.7): episodes as Seriously Simple Podcasting has them, with their
 * comments, articles, news, pages, and where the pictures and sounds that they use are fetched from.
 *
 * @returns as `writeExport`
 * @throws what `writeNewFile` throws, an AbortError after `signal`
 */
export async function writeWordPress({ file, signal, ...options }: ExportWork): Promise<ExportReport> {
  const { counts } = await measureExport({ ...options, format: "wordpress" })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { report, bytes } = await writeNewFile(file, (output) =>
    inSnapshot(async (on) => {
      const work = await prepare(on, { ...options, total })
      await pipeline(() => pieces(work), output, { signal })
      return { counts: work.counts, files: work.used.size }
    }),
  )
  return { ...report, missing: [], bytes }
}

type Options = Omit<ExportWork, "file" | "signal"> & { total: number }

async function prepare(on: contents.Reader, options: Options) {
  const { publicUrl, hasMedia, total, onProgress } = options
  const served = new Map<string, { id: number; path: string }>()
  for await (const rows of readServed(on))
    for (const { id, key, address } of rows) served.set(key, { id, path: address.slice(1) })
  const used = new Set<string>()
  const find = (key: string) => {
    const found = served.get(key)
    if (found && hasMedia) used.add(key)
    return found
  }
  const places = createPlaces({
    publicUrl,
    media: { get: (key) => find(key)?.path },
    pages: new Map(),
  })
  const names = createNames()
  const logins = new Map(
    (await contents.listAuthors(on)).map((name) => [name, names(safeName(name, "auteur"))] as const),
  )
  const counts: ExportReport["counts"] = { episodes: 0, news: 0, blog: 0, pages: 0, comments: 0 }
  let done = 0
  return {
    ...options,
    on,
    used,
    counts,
    writing: { places, base: `${publicUrl}/`, players: PLAYERS },
    look: { places: AS_STORED, base: "", publicUrl },
    authors: [...logins].map(([name, login]) => ({ name, login })),
    loginOf: (name: string) => logins.get(name) ?? "",
    labels: shownPodcast().texts.categories,
    /**
     * What a featured picture is: of the library an attachment that follows, of another site one of its own. Empty without media.
     *
     * @param kind of what it is the picture of
     */
    picture(kind: PictureKind, { id, title, createdAt }: Titled, address: string | null): Picture {
      if (!hasMedia || address === null) return NO_PICTURE
      const found = find(mediaKey(address) ?? "")
      if (found) return { id: String(numberOf("attachment", found.id)), items: [] }
      const file = places.address(address, `${publicUrl}/`)
      const number = numberOf(kind, id)
      const at = new Date(createdAt ?? 0)
      return { id: String(number), items: [attachmentItem({ number, title, alt: "", file, at })] }
    },
    count(kind: keyof ExportReport["counts"], number: number) {
      counts[kind] = (counts[kind] ?? 0) + number
      onProgress?.({ step: "contents", done: (done += number), total })
    },
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

async function* pieces(work: Prepared) {
  const { name, tagline } = shownPodcast()
  const categories = [NEWS, ...(await contents.listNewsCategories(work.on)).map((one) => termOf(one, work))]
  yield openWxr({
    ...{ title: name, description: tagline, publicUrl: work.publicUrl },
    ...{ authors: work.authors, categories },
  })
  yield* episodePieces(work)
  for await (const rows of contents.readPosts(work.on, work.look)) {
    yield (await Promise.all(rows.map(({ line }) => postItems(line, work)))).flat().map(whole).join("")
    work.count("blog", rows.length)
  }
  for await (const rows of contents.readNews(work.on, work.look)) {
    yield (await Promise.all(rows.map(({ line }) => newsItems(line, work)))).flat().map(whole).join("")
    work.count("news", rows.length)
  }
  for await (const rows of contents.readPages(work.on, work.look)) {
    yield (await Promise.all(rows.map(({ line }) => pageItem(line, work)))).map(whole).join("")
    work.count("pages", rows.length)
  }
  // At the end, once it is known which are used.
  for await (const rows of readServed(work.on)) {
    yield rows
      .filter(({ key }) => work.used.has(key))
      .map(({ id, title, alt, address, createdAt: at }) =>
        attachmentItem({
          number: numberOf("attachment", id),
          title,
          alt,
          file: work.publicUrl + address,
          at,
        }),
      )
      .map(whole)
      .join("")
  }
  yield CLOSE_WXR
}

const whole = (item: WxrItem) => openItem(item) + CLOSE_ITEM

async function* episodePieces(work: Prepared) {
  const commentsOf = commentsByEpisode(work.on, work.hasPersonalData)
  for await (const rows of contents.readEpisodes(work.on, work.look)) {
    const ids = rows.map(({ line }) => line.id)
    const transcribed = await contents.publishedTranscripts(work.on, ids)
    for (const { line, isPublic } of rows) {
      const picture = work.picture("ofEpisode", line, line.picture)
      yield openItem(
        await episodeItem(
          line,
          { hasTranscript: isPublic && transcribed.has(line.id), picture: picture.id },
          work,
        ),
      )
      for await (const comments of commentsOf(line.id)) {
        yield comments
          .flatMap((one) => toComment(one) ?? [])
          .map(writeComment)
          .join("")
        work.count("comments", comments.length)
      }
      yield CLOSE_ITEM + picture.items.map(whole).join("")
    }
    work.count("episodes", rows.length)
  }
}

type Known = { hasTranscript: boolean; picture: string }

async function episodeItem(line: Line<"episodes">, known: Known, work: Prepared): Promise<WxrItem> {
  const { places, base } = work.writing
  const { page, picture, sound, guests, guestNames } = line
  const names = guests.length > 0 ? guests.map(({ name }) => name) : guestNames ? [guestNames] : []
  return {
    ...writtenOf(line, "podcast", work),
    ...{ link: page, guid: line.guid, slug: safeName(line.title, `episode-${line.id}`) },
    content: await contentOf(() => episodeHtml(line, work.writing)),
    // What its feed says as the subtitle.
    excerpt: escapeText(line.subtitle),
    isOpen: line.commenting !== "closed",
    terms: names.map((name) => ({
      ...{ domain: "speaker", name: escapeText(name), slug: toSlug(name).slice(0, MAX_SLUG) || "invite" },
    })),
    metas: {
      ...episodeMetas(line, {
        sound: sound ? places.address(sound.address, base) : "",
        picture: picture ? places.address(picture, base) : "",
        pictureId: known.picture,
        transcript: known.hasTranscript ? `${page}/transcript.vtt` : "",
      }),
      _thumbnail_id: known.picture,
    },
  }
}

async function postItems(line: Line<"blog">, work: Prepared): Promise<WxrItem[]> {
  const picture = work.picture("ofPost", line, line.picture)
  const item: WxrItem = {
    ...writtenOf(line, "post", work),
    ...{ link: line.page, guid: line.page, slug: line.slug },
    content: await contentOf(() => toContentHtml(line.text, work.writing)),
    excerpt: lone(await contentOf(() => toContentHtml(line.excerpt, work.writing))),
    metas: { _thumbnail_id: picture.id },
  }
  return [item, ...picture.items]
}

async function newsItems(line: Line<"news">, work: Prepared): Promise<WxrItem[]> {
  const link = `${work.publicUrl}/news#actualite-${line.id}`
  const picture = work.picture("ofNews", line, line.thumbnail)
  const item: WxrItem = {
    ...writtenOf(line, "post", work),
    ...{ link, guid: link, slug: safeName(line.title, `actualite-${line.id}`) },
    content: await contentOf(() => newsHtml(line, work.writing)),
    terms: [termOf(line.category, work), NEWS],
    metas: { _thumbnail_id: picture.id },
  }
  return [item, ...picture.items]
}

async function pageItem(line: Line<"pages">, work: Prepared): Promise<WxrItem> {
  const link = `${work.publicUrl}/page/${line.slug}`
  return {
    ...writtenOf({ ...line, publishedAt: line.createdAt }, "page", work),
    ...{ link, guid: link, slug: line.slug },
    content: await contentOf(() => toContentHtml(line.text, work.writing)),
    metas: { _yoast_wpseo_metadesc: line.summary },
  }
}

type Picture = { id: string; items: WxrItem[] }
type Titled = { id: number; title: string; createdAt: string | null }
const NO_PICTURE: Picture = { id: "", items: [] }

type Medium = { number: number; title: string; alt: string; file: string; at: Date }

function attachmentItem({ number, title, alt, file, at }: Medium): WxrItem {
  return {
    ...{ ...PLAIN, id: number, type: "attachment", state: "inherit", creator: "" },
    ...{ title: escapeText(title), slug: safeName(title, `fichier-${number}`), content: "" },
    ...{ link: file, guid: file, file, at },
    metas: { _wp_attachment_image_alt: alt },
  }
}

const PLAIN = { excerpt: "", isOpen: false, terms: [] }

type Written = Pick<Line<"blog">, "id" | "title" | "author" | "isPublished" | "publishedAt" | "createdAt">

function writtenOf(line: Written, type: "post" | "page" | "podcast", work: Prepared) {
  const at = new Date(line.publishedAt ?? line.createdAt ?? 0)
  const state = at.getTime() > Date.now() ? ("future" as const) : ("publish" as const)
  const isNews = "category" in line
  return {
    ...PLAIN,
    id: numberOf(isNews ? "news" : type, line.id),
    type,
    title: escapeText(line.title),
    creator: work.loginOf(line.author),
    at,
    state: line.isPublished ? state : ("draft" as const),
  }
}

/** Each kind has numbers of its own here; in WordPress all are posts. */
const KINDS = ["podcast", "post", "page", "news", "attachment", "ofEpisode", "ofPost", "ofNews"] as const
type PictureKind = "ofEpisode" | "ofPost" | "ofNews"
const numberOf = (kind: (typeof KINDS)[number], id: number) => id * KINDS.length + KINDS.indexOf(kind)

const NEWS: WxrTerm = { domain: "category", slug: "actualites", name: "Actualités" }

function termOf(category: string, { labels }: Pick<Prepared, "labels">): WxrTerm {
  const slug = toSlug(category).slice(0, MAX_SLUG) || "sans-nom"
  const name = escapeText(categoryLabel(category, labels))
  return { domain: "category", slug, name, parent: NEWS.slug }
}

/** What WordPress' tables hold. */
const MAX_SLUG = 150

/** Undefined where nothing of it is left, and nobody replied. */
function toComment(line: Line<"comments">): WxrComment | undefined {
  const isGone = line.text === null || line.state === "removed"
  return {
    id: line.id,
    parent: line.repliesTo ?? 0,
    author: isGone ? "" : escapeText(line.isPodcast ? shownPodcast().name : line.author),
    email: line.email ?? "",
    at: new Date(line.createdAt ?? 0),
    content: isGone ? GONE : escapeText(line.text ?? ""),
    approved: isGone || line.state === "visible" ? "1" : line.state === "pending" ? "0" : "trash",
  }
}

/** What stands above replies here, too. */
const GONE = "Ce commentaire n’est plus visible."

/** WordPress' titles are HTML, and what is in brackets may be a shortcode to it. */
const escapeText = (text: string) => escapeHtml(text).replaceAll("&quot;", '"')

async function contentOf(write: () => Promise<string>) {
  return (await write()).replace(/\[(?=\/?[a-z])/gi, "&#91;")
}

/** An excerpt of one paragraph without its element, which themes add. */
const lone = (html: string) => (html.lastIndexOf("<p>") === 0 ? html.replace(/^<p>(.*)<\/p>$/s, "$1") : html)

const PLAYERS: Players = {
  // An address alone in a paragraph plays.
  frame: (address) => `<p>${address}</p>`,
  sound: (address, title) => figure(`<audio controls src="${address}"></audio>`, title),
  film: (address, title) => figure(`<video controls src="${address}"></video>`, title),
}

const figure = (player: string, title: string) =>
  `<figure>${player}${title ? `<figcaption>${title}</figcaption>` : ""}</figure>`
