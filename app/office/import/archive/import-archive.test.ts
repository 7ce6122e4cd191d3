import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeEach, expect, test } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { loadStarterContent } from "#app/db/starter/starter.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { workThroughMedia } from "#app/media/processing/media-queue.server.ts"
import { ensureLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import {
  createEpisode,
  createGuest,
  createNews,
  createPage,
  createPost,
  storedRows,
} from "#test/factories.ts"
import { createWholeUpload, makeWav } from "#test/media-samples.ts"
import { createUser, openSession, visitAs } from "#test/people.ts"
import { PUBLIC_URL } from "#test/setup.ts"
import { ALL, sendExports, workOff } from "#test/site-imports.ts"
import { setSettings } from "#test/site-settings.ts"
import { unzip } from "#test/unzipped.ts"
import { createComment } from "#test/visitors.ts"
import { zipOf } from "#test/zip-file.ts"
import { writeExport } from "../../export/write-export.server.ts"
import { findImport, startImport, undoImport } from "../imports.server.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  await begin()
  await refreshSiteSettings()
})

async function begin() {
  userId = (await createUser("admin", "awa@cko.test")).id
}

const WHOLE = { publicUrl: PUBLIC_URL, hasPersonalData: true, hasMedia: true }

async function exportSite(options = WHOLE) {
  const file = join(getSettings().dataDir, "archive.zip")
  await rm(file, { force: true })
  await writeExport({ file, ...options })
  return { bytes: await readFile(file), files: await unzip(file) }
}

/** Of an archive all that is not about when it was written. */
function contentsOf({ files }: Awaited<ReturnType<typeof exportSite>>) {
  return Object.fromEntries(
    [...files].flatMap(([name, content]) => {
      if (name === "manifest.json" || name === "README.txt") return []
      if (name.startsWith("media/")) return [[name, content.toString("base64")] as const]
      // When its library's files were worked through is not when they came.
      const text = content.toString().replace(/<lastBuildDate>.*?<\/lastBuildDate>/, "")
      const isOfMedia = name === "data/media.jsonl"
      return [[name, isOfMedia ? text.replaceAll(/"updatedAt":"[^"]*"/g, "") : text] as const]
    }),
  )
}

async function upload(data: Buffer, title: string) {
  await createWholeUpload(data, userId, title)
  await workThroughMedia()
  const [medium] = await db.select().from(media).where(eq(media.title, title))
  if (!medium) throw new Error(`${title} did not become a medium`)
  return { ...medium, address: mediaAddress(medium.key, medium.title) }
}

/** A site with something of everything. */
async function fillSite() {
  const sound = await upload(makeWav({ seconds: 1, level: -20 }), "Le round 12.wav")
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 }
  const picture = await upload(
    await sharp({ create: { width: 300, height: 200, channels: 3, background: "#888", noise } })
      .jpeg()
      .toBuffer(),
    "Portrait.jpg",
  )
  await db.execute(sql`update media set alt = 'Un portrait', focal_x = 0.25 where id = ${picture.id}`)
  const guest = await createGuest({ name: "Awa Diop", slug: "awa-diop", pictureUrl: picture.address })
  const second = await createGuest({ name: "Ben", slug: "ben" })
  const episode = await createEpisode({
    ...{
      title: "L’été : à Paris",
      guest: "Ben, Awa Diop",
      season: 2,
      number: 12,
      type: "bonus",
      guid: "abc",
    },
    ...{ audioUrl: sound.address, audioType: sound.type, audioBytes: sound.bytes, durationSeconds: 1 },
    ...{ thumbnailUrl: picture.address, commentsOpen: "open", credits: "Mixé par **Awa**", isExplicit: true },
    description: `Voir [le portrait](${picture.address}) et ![](${picture.address} "Elle")`,
    links: [{ label: "Un livre", url: "https://livre.example" }],
    chapters: [
      { start: 0, title: "Début", linkUrl: "https://a.example/" },
      { start: 500, title: "La suite", imageUrl: picture.address },
    ],
    soundbites: [{ start: 0, duration: 500, title: "Extrait" }],
  })
  const draft = await createEpisode({ title: "À venir", isPublished: false })
  await db.execute(sql`insert into episode_guests (episode_id, guest_id, position) values
    (${episode.id}, ${second.id}, 0), (${episode.id}, ${guest.id}, 1)`)
  await db.execute(
    sql`update episode_counts set views = 42, likes = 7, downloads = 99 where episode_id = ${episode.id}`,
  )
  await db.execute(sql`insert into transcripts (episode_id, cues, text, is_published)
    values (${episode.id}, '[{"start": 0, "end": 900, "speaker": "Awa", "text": "Bonjour."}]', 'Bonjour.', true)`)
  const item = await createNews({
    ...{ title: "Brève", mediaType: "image", mediaUrl: picture.address, mediaCaption: "Elle" },
    content: "Un texte.",
  })
  await db.execute(sql`insert into news_media (news_id, position, media_type, media_url, caption)
    values (${item.id}, 1, 'image', ${picture.address}, 'Encore')`)
  await createPost({
    title: "Article",
    slug: "article",
    content: `![](${picture.address})`,
    signature: "Léa",
  })
  await createPage({ title: "Équipe", slug: "equipe", content: "Nous." })
  const comment = await createComment(episode.id)
  await createComment(episode.id, { ...reply, parentId: comment.id })
  await createComment(draft.id, { status: "hidden", content: "Un texte caché." })
  await db.execute(sql`insert into redirects (source, target) values ('/vieux', '/about'), ('/parti', null)`)
  await db.execute(sql`insert into letters (title, content, state, published_at, addressed_at, ended_at, topic)
    values ('Bonjour', 'Une lettre.', 'sent', '2025-01-02', '2025-01-02', '2025-01-03', 'news')`)
  await db.execute(sql`insert into letter_recipients (letter_id, state, ended_at, came_back, came_back_at) values
    (1, 'sent', now(), null, null), (1, 'sent', now(), 'hard', now()), (1, 'refused', now(), null, null)`)
  await db.execute(sql`insert into levels (name, rank, price, description, pay_url)
    values ('Coin du ring', 2, '5 € par mois', ${`Tout : ![](${picture.address})`}, 'https://don.example/coin'), ('Gradins', 1, '', '', null)`)
  await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count)
    values ('2026-01-02', 'downloads', ${episode.id}, '0', 12), ('2026-01-02', 'page', 0, '/', 3)`)
  await db.execute(sql`insert into audience_months (day, measure, episode_id, label, count)
    values ('2020-01-01', 'downloads', ${episode.id}, '', 120)`)
  await db.execute(sql`insert into newsletter_subscribers (name, email, consented_at, consent_origin, consent_wording, confirmed_at, unsubscribed_at)
    values ('Léa', 'lea@cko.test', '2025-01-01', 'form', 'Oui', '2025-01-01', null), ('', 'partie@cko.test', null, null, null, null, '2025-02-02')`)
  await db.execute(
    sql`insert into leaving_reasons (day, reason, words) values ('2025-02-02', 'often', 'Trop.')`,
  )
  await db.execute(
    sql`insert into contact_messages (name, email, subject, message, done_at) values ('Léa', 'lea@cko.test', 'Sujet', 'Texte', '2025-03-03')`,
  )
  await db.execute(
    sql`insert into message_replies (message_id, text, outcome, ended_at) values (1, 'Merci.', 'sent', now())`,
  )
  await db.execute(sql`insert into supporters (email, name, until, origin, note) values
    ('lea@cko.test', 'Léa', '2027-12-31', 'HelloAsso', 'Merci.'), ('awa@cko.test', '', null, '', '')`)
  await db.execute(sql`insert into blocks (kind, value) values ('word', 'mot')`)
  await setSettings("podcast", { name: "Le podcast d’avant", tagline: "Une phrase" })
  await ensureLegalPages()
  return { sound, picture, episode }
}

const reply = { authorName: "", authorEmail: null, isPodcast: true, content: "Merci." }

/** Brings an archive into a site that begins anew. */
async function bringBack(archive: Uint8Array) {
  await emptyDatabase()
  await begin()
  await loadStarterContent()
  await ensureLegalPages()
  const id = await sendExports(userId, archive)
  await workOff()
  await startImport(id, ALL)
  await workOff()
  await workThroughMedia()
  await refreshSiteSettings()
  return id
}

test("52.10 an archive that is brought into an empty site gives the same site: its own archive is the same to the byte", async () => {
  await fillSite()
  const first = await exportSite()
  const id = await bringBack(first.bytes)
  const found = await findImport(id)
  expect(found).toMatchObject({
    ...{ state: "done", failure: "" },
    report: { remarks: [], lines: { episodes: 2, media: 2, subscribers: 2, supporters: 2 } },
  })
  expect(contentsOf(await exportSite())).toEqual(contentsOf(first))
  // What is made next gets the next number.
  expect((await createEpisode()).id).toBe(3)
})

test("52.10 without personal data, and without media, it gives what was in it; the library's files stay where they were", async () => {
  const { picture } = await fillSite()
  const first = await exportSite({ ...WHOLE, hasPersonalData: false, hasMedia: false })
  const id = await bringBack(first.bytes)
  expect((await findImport(id))?.report?.remarks).toHaveLength(2)
  const [episode] = await storedRows("episodes")
  // Of the site's own address: the file is asked for here, and can be brought along by hand.
  expect(episode).toMatchObject({ title: "L’été : à Paris", thumbnail_url: picture.address })
  expect(await storedRows("newsletter_subscribers")).toEqual([])
  const [comment] = await storedRows("comments")
  expect(comment).toMatchObject({ author_email: null, is_imported: true })
})

test("52.10 what is here already stays: an archive of a site comes into an empty one only", async () => {
  await fillSite()
  const { bytes } = await exportSite()
  await emptyDatabase()
  await begin()
  await createPost({ title: "D’ici", slug: "article" })
  const id = await sendExports(userId, bytes)
  await workOff()
  const page = await visitAs(await openSession({ id: userId }), `/admin/import/${id}`)
  expect(page.get("main").text).toContain("elle s’importe dans un site vide")
  expect(page.get("main").text).not.toContain("Tout reprendre")
  // As a page that is older than that article asks.
  await startImport(id, ALL)
  await workOff()
  expect(await findImport(id)).toMatchObject({ failure: expect.stringContaining("site vide") })
  expect(await storedRows("blog_posts")).toHaveLength(1)
  expect(await storedRows("episodes")).toEqual([])
})

test("52.10 a letter that was to leave does not leave here", async () => {
  await db.execute(sql`insert into letters (title, content, state, scheduled_at, published_at) values
    ('Demain', 'A', 'scheduled', now() + interval '1 day', null), ('En route', 'B', 'sending', null, now())`)
  await db.execute(
    sql`insert into letter_recipients (letter_id, state) values (2, 'waiting'), (2, 'waiting')`,
  )
  const { bytes } = await exportSite()
  await bringBack(bytes)
  expect((await storedRows("letters")).map(({ state }) => state)).toEqual(["draft", "stopped"])
  expect((await storedRows("letter_recipients")).map(({ state }) => state)).toEqual(["skipped", "skipped"])
})

test("52.10 what cannot be read, or is refused, is named, and the rest comes", async () => {
  const line = (value: object) => JSON.stringify(value)
  const written = { isPublished: true, publishedAt: null, createdAt: null, updatedAt: null, file: "" }
  const article = (id: number, slug: string, title: string) =>
    line({ ...written, id, slug, title, author: "", page: "/", excerpt: "", text: "T", picture: null })
  const id = await sendExports(
    userId,
    zipOf({
      "un dossier/manifest.json": `{\n  "format": "cko-export", "version": 1, "site": "https://a.example", "podcast": "A", "hasMedia": true, "hasPersonalData": false}`,
      "un dossier/schema/episodes.schema.json": "{}",
      "un dossier/data/blog.jsonl": [
        ...[article(1, "a", "A"), "{", "[]", article(2, "pas un slug", "B"), article(3, "a", "C")],
        ...["\u0000", article(4, "d", "D"), ""],
      ].join("\n"),
      "un dossier/data/settings.json": "{",
      "autre.json": "[]",
    }),
  )
  await workOff()
  expect((await findImport(id))?.findings?.losses).toMatchObject([
    { examples: ["4 lignes qui n’ont pas pu être lues"] },
  ])
  await startImport(id, ALL)
  await workOff()
  expect((await storedRows("blog_posts")).map(({ title }) => title)).toEqual(["A", "D"])
  expect((await findImport(id))?.report?.remarks.map(({ title }) => title)).toEqual(["B", "C"])
})

test("52.10 an archive of a later version, or without its manifest, is refused in a sentence", async () => {
  const manifest = {
    format: "cko-export",
    version: 2,
    site: "a",
    podcast: "A",
    hasMedia: true,
    hasPersonalData: true,
  }
  for (const [text, sentence] of [
    [JSON.stringify(manifest), "version plus récente"],
    [`{"format": "cko-export"`, "ne se lit pas"],
  ] as const) {
    const files = { "manifest.json": text, "schema/episodes.schema.json": "{}" }
    const id = await sendExports(userId, zipOf(files))
    await workOff()
    expect(await findImport(id)).toMatchObject({
      state: "failed",
      failure: expect.stringContaining(sentence),
    })
  }
})

test("51.8, 52.10 its contents can be taken back for a week, unless they were edited", async () => {
  await fillSite()
  const id = await bringBack((await exportSite()).bytes)
  await db.execute(sql`update custom_pages set version = version + 1 where slug = 'equipe'`)
  await undoImport(id)
  await workOff()
  expect(await findImport(id)).toMatchObject({ state: "undone" })
  for (const table of ["episodes", "news", "blog_posts", "comments", "redirects"])
    expect([table, await storedRows(table)]).toEqual([table, []])
  expect(await storedRows("custom_pages")).toHaveLength(1)
})
