import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join, posix } from "node:path"
import { Validator } from "@cfworker/json-schema"
import { sql } from "drizzle-orm"
import { parseDocument } from "htmlparser2"
import { beforeEach, expect, test } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { mediaCaptions } from "#app/db/schema/media.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { seedEveryTable } from "#test/every-table.ts"
import {
  createEpisode,
  createGuest,
  createMedium,
  createNews,
  createPage,
  createPost,
} from "#test/factories.ts"
import { fillOffice } from "#test/filled-office.ts"
import { createMediaFile } from "#test/media-files.ts"
import { createUser } from "#test/people.ts"
import { PUBLIC_URL } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { unzip } from "#test/unzipped.ts"
import { createComment } from "#test/visitors.ts"
import { safeName } from "./names.ts"
import { type ExportProgress, measureExport, refuseTarget, writeExport } from "./write-export.server.ts"

useDatabase()
useDataFolder()
let file = ""
beforeEach(async () => {
  file = join(getSettings().dataDir, "archive.zip")
  await rm(file, { force: true })
  await refreshSiteSettings()
})

const ALL = { publicUrl: PUBLIC_URL, hasPersonalData: true, hasMedia: true }
const WITHOUT = { ...ALL, hasPersonalData: false }

/** Writes an archive and opens it again. */
async function exportAll(options = ALL) {
  const report = await writeExport({ file, ...options })
  const files = await unzip(file)
  const text = (name: string) => {
    const found = files.get(name)
    if (!found) throw new Error(`the archive has no ${name}`)
    return found.toString()
  }
  const lines = (name: string): Record<string, unknown>[] =>
    text(`data/${name}.jsonl`)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { report, files, text, lines }
}

/** A medium whose file is in the store. @returns its address on the site */
async function createStored(
  title: string,
  content: string,
  type = "audio/mpeg",
  role: "main" | "original" = "main",
) {
  const medium = await createMedium({ title, kind: type.startsWith("audio") ? "audio" : "image", type })
  await createMediaFile(getStore(), content, { mediumId: medium.id, type, role, name: "source" })
  return mediaAddress(medium.key, title)
}

function expectValid(opened: Awaited<ReturnType<typeof exportAll>>) {
  const names = [...opened.files.keys()].flatMap((name) => /^data\/(.+)\.jsonl$/.exec(name)?.[1] ?? [])
  for (const name of names) {
    const validator = new Validator(JSON.parse(opened.text(`schema/${name}.schema.json`)), "2020-12")
    for (const line of opened.lines(name)) {
      const { valid, errors } = validator.validate(line)
      expect([name, valid ? [] : errors, valid ? {} : line]).toEqual([name, [], {}])
    }
  }
  return names
}

function expectLinksLead({ files }: Awaited<ReturnType<typeof exportAll>>) {
  const links: string[] = []
  const walk = (name: string, nodes: ReturnType<typeof parseDocument>["childNodes"]) => {
    for (const node of nodes) {
      if ("attribs" in node)
        for (const key of ["src", "href"]) {
          const value = node.attribs[key]
          if (value === undefined || /^(?:[a-z]+:|#)/.test(value)) continue
          links.push(
            `${name}: ${value}: ${files.has(posix.join(posix.dirname(name), value.replace(/#.*/, "")))}`,
          )
        }
      if ("childNodes" in node) walk(name, node.childNodes)
    }
  }
  for (const [name, content] of files)
    if (name.endsWith(".html")) walk(name, parseDocument(content.toString()).childNodes)
  expect(links.filter((link) => !link.endsWith(": true"))).toEqual([])
  return links
}

test("52.1 an archive of everything that a database can hold is of the shapes that it describes", async () => {
  await seedEveryTable()
  // What columns of JSON hold is checked before it is stored.
  await db.execute(sql`update episodes set links = '[]', chapters = '[]', soundbites = '[]'`)
  await db.execute(sql`update transcripts set cues = '[{"start": 0, "end": 9, "text": "Oui."}]'`)
  await db.execute(sql`update media_captions set cues = '[]'`)
  const opened = await exportAll()
  const names = expectValid(opened)
  for (const name of names) expect([name, opened.lines(name)]).not.toEqual([name, []])
  expectLinksLead(opened)
  expect(JSON.parse(opened.text("manifest.json"))).toMatchObject({
    ...{ format: "cko-export", version: 1, site: PUBLIC_URL, hasPersonalData: true },
    counts: { episodes: opened.lines("episodes").length },
  })
})

test("52.1, 52.2 an episode is read and heard from any folder, with all that belongs to it", async () => {
  const sound = await createStored("Le round 12.mp3", "un son")
  const picture = await createStored("Portrait.PNG", "une image", "image/png", "original")
  const post = await createPost({
    title: "Un article",
    slug: "un-article",
    content: `![](${PUBLIC_URL}${picture}) et [ici](/episodes/1)`,
  })
  await createPage({ title: "Équipe", slug: "equipe" })
  const episode = await createEpisode({
    ...{ title: "L’été : à Paris !", audioUrl: sound, audioType: "audio/mpeg", thumbnailUrl: picture },
    description: `**Gras**, [l’article](/blog/${post.slug}), [contact](/contact), [nous](/page/equipe), [aussi](/equipe), ![](${picture})`,
    chapters: [
      { start: 0, title: "Début" },
      { start: 61_000, title: "La suite", imageUrl: picture },
    ],
    views: 12,
  })
  await db.insert(transcripts).values({
    ...{ episodeId: episode.id, isPublished: true, text: "Bonsoir à tous." },
    cues: [{ start: 0, end: 900, speaker: "Awa", text: "Bonsoir à tous." }],
  })
  const guest = await createGuest({ name: "Léa" })
  await db.insert(episodeGuests).values({ episodeId: episode.id, guestId: guest.id, position: 0 })
  const opened = await exportAll()
  const { files, text } = opened

  expect(text("media/le-round-12.mp3")).toBe("un son")
  expect(text("media/portrait.png")).toBe("une image")
  const page = text("site/episodes/1.html")
  expect(page).toContain('<audio controls preload="none" src="../../media/le-round-12.mp3" aria-label=')
  expect(page).toContain("<strong>Gras</strong>")
  expect(page).toContain('href="../../site/blog/1.html"')
  expect(page.split('href="../../site/pages/1.html"')).toHaveLength(3)
  expect(page).toContain(`href="${PUBLIC_URL}/contact"`)
  expect(page).toContain('<a href="../../media/le-round-12.mp3#t=61">1:01 La suite</a>')
  expect(page).toMatch(/<b>Awa<\/b> Bonsoir à tous/)
  expect(page).not.toContain("<script")
  expect(text("index.html")).toContain('src="media/le-round-12.mp3"')
  expect(text("site/blog/1.html")).toContain('<img src="../../media/portrait.png"')
  expect(expectLinksLead(opened).length).toBeGreaterThan(20)

  const stem = "content/episodes/0001-l-ete-a-paris"
  expect(text(`${stem}.md`)).toMatch(/^---\nid: 1\ntitle: "L’été : à Paris !"\n/)
  expect(text(`${stem}.md`)).toContain("![](../../media/portrait.png)")
  expect(text("content/blog/0001-un-article.md")).toContain(
    "![](../../media/portrait.png) et [ici](/episodes/1)",
  )
  expect(text(`${stem}.vtt`)).toContain("<v Awa>Bonsoir à tous.")
  expect(text(`${stem}.srt`)).toContain("Awa: Bonsoir à tous.")
  expect(JSON.parse(text(`${stem}.chapters.json`))).toMatchObject({
    version: "1.2.0",
    chapters: [{ startTime: 0 }, { startTime: 61, img: "../../media/portrait.png" }],
  })
  expect(opened.lines("episodes")).toMatchObject([
    {
      ...{ id: 1, views: 12, file: `${stem}.md`, picture: "media/portrait.png", guests: [{ name: "Léa" }] },
      sound: { address: "media/le-round-12.mp3" },
    },
  ])
  expect(opened.lines("guests")).toMatchObject([{ name: "Léa", episodes: [1] }])
  expect([...files.keys()]).toEqual(expect.arrayContaining(["README.txt", "data/settings.json"]))
  expect(text("podcast.opml")).toContain(`xmlUrl="${PUBLIC_URL}/feed.xml"`)
})

test("52.2 what is not public is among the contents, and on no page", async () => {
  await createEpisode({ title: "Un brouillon", isPublished: false })
  await createEpisode({ title: "À venir", publishedAt: new Date(Date.now() + 86_400_000) })
  await createPage({ title: "Page cachée", isPublished: false })
  await createNews({ title: "Nouvelle cachée", isPublished: false })
  const { files, text } = await exportAll()
  expect(text("content/episodes/0001-un-brouillon.md")).toContain("isPublished: false")
  const pages = [...files].filter(([name]) => name.endsWith(".html")).map(([, content]) => content.toString())
  expect(pages.join("")).not.toMatch(/brouillon|À venir|cachée/)
})

test("52.3 without personal data and with it, an archive names who it may, and never a key", async () => {
  await fillOffice()
  await createUser("admin", "awa@cko.test")
  await createComment(1, { status: "pending", authorName: "Nadia", content: "Ce mot attend encore." })
  await db.execute(
    sql`insert into verifications (id, identifier, value, expires_at) values ('v', 'r', 'a-mailed-key', now())`,
  )
  await db.execute(
    sql`insert into recovery_codes (digest, user_id) select 'a-recovery-digest', id from users limit 1`,
  )
  await setSettings("mail", { smtpPassword: "a-mail-password" })
  await setSettings("podcast", { ownerEmail: "hote@cko.test" })
  const { rows } = await db.execute<{ key: string }>(sql`
    select unnest(array[a.password, s.token]) as key from accounts a left join sessions s on s.user_id = a.user_id
    union all select value from secrets union all select digest from invitations union all select digest from recovery_codes
    union all select value from verifications`)
  const keys = [...rows.map(({ key }) => key), "a-mail-password"].filter((key) => (key ?? "").length > 8)
  expect(keys.length).toBeGreaterThan(4)
  const everything = async (options: typeof ALL) => {
    await rm(file, { force: true })
    const opened = await exportAll(options)
    expectValid(opened)
    expectLinksLead(opened)
    // The feed names who answers for it, as on the site.
    opened.files.delete("feed.xml")
    const whole = Buffer.concat([...opened.files.values()]).toString()
    for (const key of keys) expect(whole).not.toContain(key)
    return { ...opened, whole }
  }

  const without = await everything(WITHOUT)
  expect(without.whole.match(/[\w.-]+@[\w-]+\.test/g)).toBeNull()
  expect(without.whole).not.toContain("Ce mot attend encore.")
  expect(without.files.has("data/subscribers.jsonl")).toBe(false)
  expect(without.lines("comments")).toHaveLength(2)

  const { whole, lines } = await everything(ALL)
  expect(whole).toContain("Ce mot attend encore.")
  expect(lines("subscribers")).toHaveLength(4)
  expect(lines("messages")).toMatchObject([{ replies: [] }, { replies: [{ text: "Texte" }] }])
})

test("52.1 names are safe for every system, whatever a title is", async () => {
  const titles = ["Con", "x".repeat(1_000), "🎤🔥", 'a/b\\c:d*e?f<g>h|i"j', "Été", "ÉTÉ", "..", "COM1."]
  for (const title of titles) {
    await createEpisode({ title })
    await createStored(`${title.slice(0, 200)}.mp3`, title.slice(0, 10))
  }
  const { files } = await exportAll()
  const names = [...files.keys()]
  for (const name of names) {
    expect(name).toMatch(/^[\w.-]+(?:\/[\w.-]+)*$/)
    expect(name.length).toBeLessThan(130)
    for (const part of name.split("/"))
      expect(part).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/i)
  }
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(names.filter((name) => name.startsWith("media/"))).toHaveLength(titles.length)
  expect(names).toEqual(expect.arrayContaining(["media/ete.mp3", "media/ete-2.mp3", "media/con-fichier.mp3"]))
})

test("a name is made of a text of any length in no time", () => {
  expect(safeName("Été ".repeat(1_000_000), "fichier")).toMatch(/^(?:ete-)+ete$/)
  expect(safeName("x".repeat(100_000), "fichier")).toHaveLength(80)
  expect(safeName("-".repeat(100_000), "fichier")).toBe("fichier")
})

test("52.4 media that are gone or damaged are named, and the rest goes on", async () => {
  const gone = await createStored("Perdu.mp3", "perdu")
  const here = await createStored("Là.mp3", "là")
  await createStored("Abîmé.mp3", "abîmé")
  await db.execute(sql`update media_files set sha256 = repeat('0', 64) where medium_id = 3`)
  await getStore().remove("aa/1/source")
  await createEpisode({ audioUrl: gone })
  await createEpisode({ audioUrl: here })
  const opened = await exportAll()
  expect(JSON.parse(opened.text("missing.json"))).toEqual({
    missing: [
      { file: null, title: "Perdu.mp3", why: "Son fichier n’est plus là." },
      { file: "media/abime.mp3", title: "Abîmé.mp3", why: "Son fichier n’est plus celui qui a été envoyé." },
    ],
  })
  expect(opened.report.missing).toHaveLength(2)
  expect(opened.text("site/episodes/1.html")).toContain(`src="${PUBLIC_URL}${gone}"`)
  expectLinksLead(opened)
})

test("what browsers do not show goes along as it was sent, beside what is made of it", async () => {
  const { id, key } = await createMedium({ title: "Photo.heic", type: "image/heic" })
  const of = (role: "main" | "original", name: string, type: string) =>
    createMediaFile(getStore(), role, { mediumId: id, role, name, type })
  await of("original", "source", "image/heic")
  await of("main", "main.jpg", "image/jpeg")
  await createEpisode({ thumbnailUrl: mediaAddress(key, "Photo.jpg") })
  await db
    .insert(mediaCaptions)
    .values({ mediumId: id, language: "fr", cues: [{ start: 0, end: 9, text: "Oui." }] })
  const { text, lines } = await exportAll()
  expect([text("media/photo.jpg"), text("media/photo.heic")]).toEqual(["main", "original"])
  expect(lines("episodes")).toMatchObject([{ picture: "media/photo.jpg" }])
  expect(lines("media")).toMatchObject([
    { captions: [{ language: "fr", file: "content/captions/0001-fr.vtt" }] },
  ])
  expect(text("content/captions/0001-fr.vtt")).toContain("Oui.")
})

test("52.4 without media, addresses are those of the site", async () => {
  const sound = await createStored("Son.mp3", "son")
  await createEpisode({ audioUrl: sound, description: `[le son](${sound})` })
  const opened = await exportAll({ ...ALL, hasMedia: false })
  expect([...opened.files.keys()].filter((name) => name.startsWith("media/"))).toEqual([])
  expect(opened.text("index.html")).toContain(`src="${PUBLIC_URL}${sound}"`)
  expect(opened.lines("episodes")).toMatchObject([{ description: `[le son](${PUBLIC_URL}${sound})` }])
  expectLinksLead(opened)
})

test("52.2 lists of many episodes go over several pages", async () => {
  await db.execute(sql`insert into episodes (title) select 'Épisode ' || n from generate_series(1, 201) n`)
  const opened = await exportAll({ ...ALL, hasMedia: false })
  const players = (name: string) => opened.text(name).split("<li>").length - 1
  expect(["index.html", "site/episodes-2.html", "site/episodes-3.html"].map(players)).toEqual([100, 100, 1])
  expectLinksLead(opened)
})

test("52.4 an archive replaces no file, and what a killed process left of one", async () => {
  await createEpisode()
  await writeFile(`${file}.partial`, "half of one")
  await exportAll()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(getSettings().dataDir)).not.toContain("archive.zip.partial")
  const before = await readFile(file)
  await expect(writeExport({ file, ...ALL })).rejects.toThrow(/archive\.zip existe déjà/)
  expect(await readFile(file)).toEqual(before)
})

test("an archive that is given up leaves nothing", async () => {
  await createEpisode({ audioUrl: await createStored("Son.mp3", "x".repeat(100_000)) })
  const stop = new AbortController()
  const seen: ExportProgress["step"][] = []
  const onProgress = ({ step }: ExportProgress) => {
    seen.push(step)
    if (step === "media") stop.abort()
  }
  await expect(writeExport({ file, ...ALL, onProgress, signal: stop.signal })).rejects.toThrow(
    expect.objectContaining({ name: "AbortError" }),
  )
  expect(seen).toContain("media")
  expect((await readdir(getSettings().dataDir)).filter((name) => name.startsWith("archive"))).toEqual([])
})

test("52.4 what an archive will hold is known before, and a disk without room is refused", async () => {
  await createEpisode()
  await createStored("Son.mp3", "x".repeat(5_000))
  const measured = await measureExport(WITHOUT)
  expect(measured).toMatchObject({ counts: { episodes: 1, media: 1 }, media: { count: 1, bytes: 5_000 } })
  await refuseTarget(file, measured)
  await expect(refuseTarget(file, { ...measured, media: { count: 1, bytes: 1e18 } })).rejects.toThrow(
    /elle prendra environ 1\s000\s000\sTo, et .* n’a que .* de libre\.$/,
  )
  await expect(refuseTarget("/absent/archive.zip", measured)).rejects.toThrow(/n’existe pas/)
})
