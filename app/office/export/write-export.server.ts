import { statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { sql } from "drizzle-orm"
import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { explainBackupFailure } from "#app/db/backup/backup-errors.server.ts"
import { db } from "#app/db/client.server.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import { writeChaptersJson } from "#app/kit/lib/chapters-json.ts"
import { isTimed } from "#app/kit/lib/cues.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import type { MediaStore } from "#app/media/store/media-store.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { writeFeed } from "#app/podcast/feed-out/feed.server.ts"
import { findFeedAddress } from "#app/podcast/feed-out/listen/find-feed-address.server.ts"
import { element, textElement } from "#app/podcast/feed-out/xml.ts"
import { FORMATS } from "#app/podcast/transcripts/formats/write-transcript.ts"
import { type Add, writeArchive } from "./archive.server.ts"
import { ExportError } from "./export-error.ts"
import { addMedia, type Missing, nameMedia, readCaptions, readMediaLines } from "./exported-media.server.ts"
import { exportedSettings } from "./exported-settings.server.ts"
import { EXPORT_FORMATS, type ExportFormat } from "./formats.ts"
import { withFrontMatter } from "./front-matter.ts"
import { articlePage, episodePage, type Listed, type ListName, LISTS, listPages, newsPage } from "./pages.ts"
import { refuseExisting } from "./new-file.server.ts"
import { createPlaces } from "./places.ts"
import * as audience from "./read-audience.server.ts"
import * as contents from "./read-contents.server.ts"
import { writeReadme } from "./readme.ts"
import { inSnapshot } from "./snapshot.server.ts"
import { FORMAT, type Line, type Shape, shapesOf, VERSION, writeSchema } from "./shapes.ts"

export type ExportProgress = { step: "contents" | "media"; done: number; total: number }

type Options = {
  /** The site's address, without a slash at its end. */
  publicUrl: string
  /** Subscribers, messages, and who comments. */
  hasPersonalData: boolean
  /** The library's files; without them addresses lead to the site. */
  hasMedia: boolean
}

export type ExportWork = Options & {
  /** What is written. */
  file: string
  onProgress?: (progress: ExportProgress) => void
  signal?: AbortSignal
}

export type ExportReport = {
  counts: Partial<Record<Shape, number>>
  files: number
  missing: Missing[]
  bytes: number
}

type ToMeasure = Omit<Options, "publicUrl"> & { format?: ExportFormat }

/** Where the lines of each kind come from. */
const TABLES: Record<Shape, string> = {
  episodes: "episodes",
  transcripts: "transcripts",
  news: "news",
  blog: "blog_posts",
  pages: "custom_pages",
  guests: "guests",
  comments: "comments",
  redirects: "redirects",
  letters: "letters",
  levels: "levels",
  "audience-days": "audience_days",
  "audience-months": "audience_months",
  "subscribers-by-day": "subscriber_figures",
  media: "media",
  subscribers: "newsletter_subscribers",
  supporters: "supporters",
  "leaving-reasons": "leaving_reasons",
  messages: "contact_messages",
  bans: "blocks",
}

/**
 * What an export would hold, before it is written.
 *
 * @param format as which it is to be written: an archive, unless told otherwise
 * @returns how many rows there are of each kind, about how many bytes they take, and how many files there are with how many bytes
 */
export async function measureExport({ hasPersonalData, hasMedia, format = "archive" }: ToMeasure) {
  const { holds, hasFiles, times } = EXPORT_FORMATS[format]
  const shapes = shapesOf(hasPersonalData).filter((shape) => !holds || holds.includes(shape))
  const counted = shapes.map(
    (
      shape,
    ) => sql`select ${shape}::text as shape, (select count(*)::int from ${sql.identifier(TABLES[shape])}) as count,
      pg_table_size(${TABLES[shape]}::regclass)::float8 as bytes`,
  )
  const { rows } = await db.execute<{ shape: Shape; count: number; bytes: number }>(
    sql.join(counted, sql` union all `),
  )
  // Of each medium what was uploaded, where that is kept.
  const files = await db.execute<{ count: number; bytes: number }>(sql`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from (
      select distinct on (medium_id) bytes from media_files where role in ('original', 'main')
      order by medium_id, role = 'original' desc) kept`)
  const none = { count: 0, bytes: 0 }
  return {
    counts: Object.fromEntries(rows.map(({ shape, count }) => [shape, count])) as Partial<
      Record<Shape, number>
    >,
    bytes: times * rows.reduce((sum, { bytes }) => sum + bytes, 0),
    media: hasMedia && hasFiles ? (files.rows[0] ?? none) : none,
  }
}

export type Measured = Awaited<ReturnType<typeof measureExport>>

/** @throws ExportError where there is a file of that name, or less room than it takes; BackupError where its folder is not there */
export async function refuseTarget(file: string, { bytes, media }: Measured) {
  await refuseExisting(file)
  const folder = dirname(file)
  const { bavail, bsize } = await statfs(folder).catch((error: unknown) => {
    throw explainBackupFailure(error, "L’archive n’a pas été écrite", file)
  })
  const needed = bytes + media.bytes
  if (bavail * bsize >= needed) return
  throw new ExportError(
    `L’archive n’a pas été écrite\u00a0: elle prendra environ ${formatBytes(needed)}, et ${folder} n’a que ${formatBytes(bavail * bsize)} de libre.`,
  )
}

/**
 * Writes the whole site as an open archive (product.md 52.1, docs/decisions/export.md), of one moment, while the site goes on: the contents in
 * batches, then the library's files one after the other.
 *
 * @returns how many lines there are of each kind, how many files, those that are missing or damaged, and the size in bytes
 * @throws what `writeArchive` throws
 */
export async function writeExport({ file, ...options }: ExportWork): Promise<ExportReport> {
  const store = options.hasMedia ? getStore() : undefined
  // Before the snapshot: it asks over other connections.
  const feed = (await isFeedWithheld()) ? undefined : (await writeFeed(options.publicUrl)).bytes
  const total = totalOf(await measureExport(options))
  const { report, bytes } = await writeArchive(
    file,
    async (add) => {
      if (feed) {
        await add("feed.xml", feed)
        const { name } = siteSettings().podcast
        await add("podcast.opml", writeOpml(name, (await findFeedAddress(options.publicUrl)) ?? ""))
      }
      const { files, missing, counts } = await inSnapshot((on) =>
        addContents(on, add, { ...options, store, total }),
      )
      const damaged = store ? await addMedia(store, files, add, options) : []
      const lacking = [...missing, ...damaged]
      if (lacking.length > 0) await add("missing.json", `${JSON.stringify({ missing: lacking }, null, 2)}\n`)
      return { counts, files: files.length, missing: lacking }
    },
    options.signal,
  )
  return { ...report, bytes }
}

/** What apps take to subscribe (https://opml.org/spec2.opml). */
function writeOpml(name: string, xmlUrl: string) {
  const outline = element("outline", { type: "rss", text: name, title: name, xmlUrl })
  const parts = [element("head", {}, [textElement("title", name)]), element("body", {}, [outline])]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("opml", { version: "2.0" }, parts)}\n`
}

/** Contents are written twice: as lines, and as files. */
function totalOf({ counts }: Measured) {
  const listed = (Object.keys(LISTS) as ListName[]).reduce((sum, name) => sum + (counts[name] ?? 0), 0)
  return Object.values(counts).reduce((sum, count) => sum + count, listed)
}

type Contents = Omit<ExportWork, "file"> & { store: MediaStore | undefined; total: number }

async function addContents(on: contents.Reader, add: Add, options: Contents) {
  const { publicUrl, hasPersonalData, hasMedia, store, total, onProgress } = options
  const podcast = siteSettings().podcast.name
  const createdAt = new Date()
  await add("README.txt", writeReadme({ podcast, publicUrl, createdAt, hasMedia, hasPersonalData }))
  const shapes = shapesOf(hasPersonalData)
  for (const shape of shapes) await add(`schema/${shape}.schema.json`, writeSchema(shape))

  const named = await nameMedia(on, store)
  const pages = await contents.listPublicPaths(on)
  const places = createPlaces({ publicUrl, media: named.byKey, pages })
  let done = 0
  const advance = (count: number) => onProgress?.({ step: "contents", done: (done += count), total })

  const root = { places, base: "", publicUrl }
  const listed: Record<ListName, Listed[]> = { episodes: [], blog: [], news: [], pages: [], guests: [] }
  const lines: { [Name in Shape]: () => AsyncIterable<Line<Name>[]> } = {
    episodes: () => listing(contents.readEpisodes(on, root), listed.episodes, listEpisode),
    transcripts: () => contents.readTranscripts(on),
    news: () => listing(contents.readNews(on, root), listed.news, listNews),
    blog: () => listing(contents.readPosts(on, root), listed.blog, listPost),
    pages: () => listing(contents.readPages(on, root), listed.pages, listPage),
    guests: () => listing(contents.readGuests(on, root), listed.guests, listGuest),
    comments: () => audience.readComments(on, hasPersonalData),
    redirects: () => audience.readRedirects(on),
    letters: () => audience.readLetters(on, root),
    levels: () => audience.readLevels(on, root),
    "audience-days": () => audience.readAudienceDays(on),
    "audience-months": () => audience.readAudienceMonths(on),
    "subscribers-by-day": () => audience.readSubscribersByDay(on),
    media: () => readMediaLines(on, named, publicUrl),
    subscribers: () => audience.readSubscribers(on),
    supporters: () => audience.readSupporters(on),
    "leaving-reasons": () => audience.readLeavingReasons(on),
    messages: () => audience.readMessages(on),
    bans: () => audience.readBans(on),
  }
  const counts: Partial<Record<Shape, number>> = Object.fromEntries(shapes.map((shape) => [shape, 0]))
  for (const shape of shapes) {
    const counted = counting(lines[shape](), (count) => {
      counts[shape] = (counts[shape] ?? 0) + count
      advance(count)
    })
    await add(`data/${shape}.jsonl`, counted)
  }
  await add(
    "data/settings.json",
    places.text(`${JSON.stringify(exportedSettings(hasPersonalData), null, 2)}\n`, ""),
  )

  await addEpisodes(on, add, { publicUrl, podcast, places, advance })
  await addTexts(on, add, { publicUrl, podcast, places, advance })
  for await (const { file, cues } of readCaptions(on)) await add(file, FORMATS.vtt.write(cues))

  const titles = new Map(listed.episodes.map(({ page, title }) => [page, title]))
  for (const guest of listed.guests)
    guest.links = guest.links.flatMap(({ page }) => {
      const title = titles.get(page)
      return title === undefined ? [] : [{ page, title }]
    })
  for (const name of Object.keys(LISTS) as ListName[]) {
    const newest = listed[name]
      .toReversed()
      .toSorted((one, other) => (other.at ?? "").localeCompare(one.at ?? ""))
    for (const { file, html } of listPages(podcast, name, newest)) await add(file, html)
  }
  const manifest = {
    ...{ format: FORMAT, version: VERSION, createdAt: createdAt.toISOString(), site: publicUrl, podcast },
    ...{ hasMedia, hasPersonalData, counts, files: named.files.length },
  }
  await add("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`)
  return { ...named, counts }
}

type Written = {
  publicUrl: string
  podcast: string
  places: ReturnType<typeof createPlaces>
  advance: (count: number) => void
}

/** From the folders of contents and of their pages to the archive's root. */
const UP = "../../"

async function addEpisodes(on: contents.Reader, add: Add, { publicUrl, podcast, places, advance }: Written) {
  for await (const rows of contents.readEpisodes(on, { places, base: UP, publicUrl })) {
    const transcripts = await contents.transcriptsOf(
      on,
      rows.map(({ line }) => line.id),
    )
    for (const { line, isPublic } of rows) {
      const { description, file, ...fields } = line
      const stem = file.slice(0, -".md".length)
      await add(file, withFrontMatter(fields, description))
      const transcript = transcripts.get(line.id)
      const cues = transcript?.cues ?? []
      for (const format of isTimed(cues) ? (["vtt", "srt"] as const) : (["txt"] as const))
        if (cues.length > 0) await add(`${stem}.${format}`, FORMATS[format].write(cues))
      if (line.chapters.length > 0) await add(`${stem}.chapters.json`, writeChapters(line))
      if (isPublic) {
        const html = {
          description: await render(line.description, places),
          credits: await render(line.credits, places),
        }
        const page = episodePage(podcast, line, html, transcript?.isPublished ? cues : [])
        await add(`site/episodes/${line.id}.html`, page)
      }
    }
    advance(rows.length)
  }
}

function writeChapters({ title, chapters }: Line<"episodes">) {
  const asStored = chapters.map(({ link, picture, isHidden, ...one }): Chapter => ({
    ...one,
    ...(link && { linkUrl: link }),
    ...(picture && { imageUrl: picture }),
    ...(isHidden && { isHidden: true }),
  }))
  return writeChaptersJson({ title, chapters: asStored }, (address) => address)
}

async function addTexts(on: contents.Reader, add: Add, { publicUrl, podcast, places, advance }: Written) {
  const look = { places, base: UP, publicUrl }
  for await (const rows of contents.readNews(on, look)) {
    for (const { line, isPublic } of rows) {
      const { text, file, ...fields } = line
      await add(file, withFrontMatter(fields, text))
      if (isPublic)
        await add(`site/news/${line.id}.html`, newsPage(podcast, line, await render(text, places)))
    }
    advance(rows.length)
  }
  for (const [folder, read] of [
    ["blog", contents.readPosts(on, look)],
    ["pages", contents.readPages(on, look)],
  ] as const) {
    for await (const rows of read) {
      for (const { line, isPublic } of rows) {
        const { text, file, ...fields } = line
        await add(file, withFrontMatter(fields, text))
        if (isPublic)
          await add(`site/${folder}/${line.id}.html`, articlePage(podcast, line, await render(text, places)))
      }
      advance(rows.length)
    }
  }
  for await (const rows of contents.readGuests(on, look)) {
    for (const { line } of rows) {
      const { file, ...fields } = line
      await add(file, withFrontMatter(fields, ""))
    }
    advance(rows.length)
  }
}

async function render(markdown: string, places: Written["places"]) {
  return places.html(await renderMarkdown(markdown), UP)
}

/** One line of JSON for each. */
async function* counting(batches: AsyncIterable<unknown[]>, count: (lines: number) => void) {
  for await (const items of batches) {
    yield items.map((item) => `${JSON.stringify(item)}\n`).join("")
    count(items.length)
  }
}

/** Notes on the way what lists show. */
async function* listing<Content>(
  batches: AsyncIterable<contents.Read<Content>[]>,
  listed: Listed[],
  list: (line: Content) => Listed,
) {
  for await (const rows of batches) {
    for (const { line, isPublic } of rows) if (isPublic) listed.push(list(line))
    yield rows.map(({ line }) => line)
  }
}

const PLAIN = { at: null, facts: "", sound: null, picture: null, links: [] }

const listEpisode = ({ id, title, publishedAt, sound, guestNames }: Line<"episodes">): Listed => ({
  ...{ ...PLAIN, page: `site/episodes/${id}.html`, title, at: publishedAt },
  ...{ facts: guestNames, sound: sound?.address ?? null },
})
const listNews = ({ id, title, publishedAt }: Line<"news">): Listed => ({
  ...{ ...PLAIN, page: `site/news/${id}.html`, title, at: publishedAt },
})
const listPost = ({ id, title, publishedAt, author }: Line<"blog">): Listed => ({
  ...{ ...PLAIN, page: `site/blog/${id}.html`, title, at: publishedAt, facts: author },
})
const listPage = ({ id, title }: Line<"pages">): Listed => ({
  ...PLAIN,
  page: `site/pages/${id}.html`,
  title,
})
const listGuest = ({ name, role, picture, episodes }: Line<"guests">): Listed => ({
  ...{ ...PLAIN, page: null, title: name, facts: role, picture },
  links: episodes.map((id) => ({ page: `site/episodes/${id}.html`, title: "" })),
})
