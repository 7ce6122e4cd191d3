import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser } from "#test/people.ts"
import { ALL, importSite, sendExports, workOff, wxr } from "#test/site-imports.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { zip } from "#test/zip.ts"
import { findImport, startImport } from "./imports.server.ts"
import { openFiles } from "./open-files.server.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const sound = (number: number, values: Record<string, string> = {}) =>
  Object.entries({ audio_file: `https://ancien.example/${number}.mp3`, ...values })
    .map(([key, value]) => meta(key, value))
    .join("")
const comment = (id: number, parent = 0, content = `Commentaire ${id}`) => `<wp:comment>
<wp:comment_id>${id}</wp:comment_id><wp:comment_author>Sam</wp:comment_author><wp:comment_author_email>sam@a.example</wp:comment_author_email>
<wp:comment_date_gmt>2025-03-05 10:00:00</wp:comment_date_gmt><wp:comment_content>${content}</wp:comment_content>
<wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`
const category = (nicename: string) =>
  `<category domain="category" nicename="${nicename}"><![CDATA[${nicename.slice(0, 50)}]]></category>`

describe("no single thing stops an import", () => {
  test("of what comes twice the first stays: texts, comments, authors", async () => {
    const author = `<wp:author><wp:author_login>awa</wp:author_login></wp:author>`
    const site = wxr(
      [
        { id: 1, title: "Premier" },
        { id: 1, title: "Second" },
        { id: 2, more: sound(2) + comment(1, 0, "Le premier") + comment(1, 0, "Le second") },
      ],
      { head: author + author },
    )
    expect((await importSite(userId, site)).state).toBe("done")
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Premier" }])
    expect(await storedRows("comments")).toMatchObject([{ content: "Le premier" }])
  })

  test("episodes without a GUID, with one of thousands of letters, or with that of another one are episodes, the next time too", async () => {
    const guid = (text: string) => `<guid>${text}</guid>`
    const site = wxr([
      ...["meme", "meme", "x".repeat(5_000)].map((text, index) => ({
        id: index + 1,
        more: sound(index, { ssp_guid: text }),
      })),
      { id: 9, type: "podcast", more: guid("") },
    ]).replaceAll(/<guid isPermaLink.*?<\/guid>/g, "")
    await importSite(userId, site)
    const guids = async () => (await storedRows("episodes")).map(({ guid: own }) => own)
    const before = await guids()
    expect(before.sort()).toEqual(
      ["2", "3", "9"].map((id) => `https://ancien.example/#import-${id}`).concat("meme"),
    )
    const { report } = await importSite(userId, site)
    expect(report?.targets.episode).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
  })

  test.each(["0", "-1", "1.5", "2147483648", "999999999999999", "1e300", "NaN"])(
    "an episode with the number %s comes",
    async (number) => {
      const values = ["itunes_season_number", "itunes_episode_number", "filesize_raw", "duration"]
      const more = sound(1, Object.fromEntries(values.map((name) => [name, number])))
      const { state } = await importSite(userId, wxr([{ id: 1, more }]))
      expect(state).toBe("done")
      expect(await storedRows("episodes")).toMatchObject([{ title: "Texte 1" }])
    },
  )

  test.each(["0000-00-00 00:00:00", "-0044-03-15 10:00:00", "275760-09-13 00:00:00", "9999-12-31 23:59:59"])(
    "a text and an episode of %s come",
    async (date) => {
      const { state } = await importSite(
        userId,
        wxr([
          { id: 1, date },
          { id: 2, date, more: sound(2) },
        ]),
      )
      expect(state).toBe("done")
      expect(await storedRows("blog_posts")).toHaveLength(1)
      expect(await storedRows("episodes")).toHaveLength(1)
    },
  )

  test("comments that reply to themselves, in a circle, to nothing, or to one on another text, are there", async () => {
    const here = [comment(1, 1), comment(2, 4), comment(3, 2), comment(4, 3), comment(5, 77), comment(6, 8)]
    const site = wxr([
      { id: 1, more: sound(1) + here.join("") },
      { id: 2, more: sound(2) + comment(8) },
    ])
    const { report, state } = await importSite(userId, site)
    expect(state).toBe("done")
    expect(report?.targets.comment).toMatchObject({ created: 7 })
    const rows = await storedRows("comments")
    expect(rows.map(({ parent_id: parent }) => parent)).toEqual(rows.map(() => null))
  })

  test("replies that come before what they reply to stand in its thread, however deep", async () => {
    const chain = Array.from({ length: 20 }, (_, index) => comment(20 - index, 19 - index))
    await importSite(userId, wxr([{ id: 1, more: sound(1) + chain.join("") }]))
    const rows = await storedRows("comments")
    const first = rows.find(({ content }) => content === "Commentaire 1")
    expect(rows.filter(({ parent_id: parent }) => parent === first?.id)).toHaveLength(19)
  })

  test("addresses with %00, broken percent and half letters, and names of JavaScript's own, are nothing special", async () => {
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty"]
    const site = wxr([
      { id: 1, slug: "%00a%zz%ff", more: category("%00") + names.map(category).join("") },
      { id: 2, slug: "&#xd800;b", title: "Demi &#xdfff;", more: category("é".repeat(400)) },
      { id: 3, more: names.map((name) => meta("_wp_old_slug", `%00${name}`)).join("") },
    ])
    const { state } = await importSite(userId, site)
    expect(state).toBe("done")
    expect(await storedRows("blog_posts")).toHaveLength(3)
  })

  test("a choice for a category called __proto__ holds, and no other one is taken for a choice", async () => {
    const id = await sendExports(
      userId,
      wxr(["constructor", "__proto__"].map((name, index) => ({ id: index + 1, more: category(name) }))),
    )
    await workOff()
    const categories = JSON.parse('{ "__proto__": "news:event" }')
    await startImport(id, { ...ALL, categories })
    await workOff()
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Texte 1" }])
    expect(await storedRows("news")).toMatchObject([{ title: "Texte 2" }])
  })

  test("a slug and a title without end, and thousands of categories and addresses, are cut, and told", async () => {
    const many = Array.from({ length: 400 }, (_, index) => index)
    const links = many.map((index) => `https://ancien.example/?p=1#${index}`).join(" ")
    const { state } = await importSite(
      userId,
      wxr([
        { id: 1, slug: "a".repeat(100_000), title: "b".repeat(100_000), content: links },
        { id: 2, more: many.map((index) => category(`c${index}`)).join("") },
      ]),
    )
    expect(state).toBe("done")
    const posts = await storedRows("blog_posts")
    expect(posts.map(({ slug }) => String(slug).length)).toEqual([192, 7])
    expect(posts[0]?.content).toContain(`/blog/${"a".repeat(192)}#399`)
    const [shown] = await storedRows("imports")
    expect(JSON.stringify(shown?.findings)).toContain("ce qui dépasse 100")
  })

  test("what the database refuses is left out alone, told, and done", async () => {
    const refused = { blog_posts: "title", episodes: "title", comments: "content" }
    for (const [table, column] of Object.entries(refused))
      await db.execute(sql.raw(`alter table ${table} add constraint no_poison check (${column} <> 'Poison')`))
    // The next file of tests has the same database.
    onTestFinished(async () => {
      for (const table of Object.keys(refused))
        await db.execute(sql.raw(`alter table ${table} drop constraint no_poison`))
    })
    const texts = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, title: id === 5 ? "Poison" : `Texte ${id}` }))
    const episodes = texts.map(({ id, title }) => ({
      ...{ id: id + 10, title },
      more: sound(id) + comment(id, 0, title),
    }))
    const { report, state } = await importSite(userId, wxr([...texts, ...episodes]))
    expect(state).toBe("done")
    expect(report?.targets).toMatchObject({
      post: { created: 6, skipped: 1 },
      episode: { created: 6, skipped: 1 },
      comment: { created: 6, skipped: 1 },
    })
    const told = { title: "Poison", reason: "n’a pas pu être écrit" }
    expect(report?.remarks).toEqual([told, told])
    expect(await storedRows("import_things")).toEqual([])
  })
})

const SITE = wxr([{ id: 1 }, { id: 2, content: "é — €" }])
const HALF = SITE.slice(0, SITE.indexOf("</item>"))
const BROKEN = "Cette archive est abîmée ou incomplète"
const DAMAGED = "Ce fichier compressé est abîmé"
const UNKNOWN = "Le site ne reconnaît pas"
const WORKBOOK = "enregistrez chaque tableau en CSV"
const NOTHING_INSIDE = "ne contient aucun export"

describe("a hostile file", () => {
  test.each([
    ["nothing but a line", "\n", UNKNOWN],
    ["half of a file", HALF, "s’arrête au milieu"],
    ["half of a gzip", gzipSync(SITE).subarray(0, 300), DAMAGED],
    [
      "a gzip with something else behind it",
      Buffer.concat([gzipSync(SITE), Buffer.from("et la suite")]),
      DAMAGED,
    ],
    ["a gzip in a gzip", gzipSync(gzipSync(SITE)), UNKNOWN],
    ["half of a zip", zip([{ name: "site.xml", data: SITE }]).subarray(0, 300), BROKEN],
    ["half a file in a zip", zip([{ name: "site.xml", data: HALF }]), "s’arrête au milieu"],
    ["half a gzip in a zip", zip([{ name: "site.xml.gz", data: gzipSync(SITE).subarray(0, 300) }]), DAMAGED],
    ["an empty zip", zip([]), NOTHING_INSIDE],
    ["a workbook of Excel", zip([{ name: "[Content_Types].xml", data: "<Types/>" }]), WORKBOOK],
    ["a workbook of LibreOffice", zip([{ name: "META-INF/manifest.xml", data: "<manifest/>" }]), WORKBOOK],
    ["a zip of pictures", zip([{ name: "a.png", data: "PNG" }]), NOTHING_INSIDE],
    [
      "a zip in a zip",
      zip([{ name: "site.zip", data: zip([{ name: "site.xml", data: SITE }]) }]),
      NOTHING_INSIDE,
    ],
    [
      "a zip called .xml in a zip",
      zip([{ name: "site.xml", data: zip([{ name: "site.xml", data: SITE }]) }]),
      UNKNOWN,
    ],
    ["a folder called .xml", zip([{ name: "site.xml/" }]), NOTHING_INSIDE],
    ["a zip with a password", zip([{ name: "site.xml", data: SITE, isEncrypted: true }]), "mot de passe"],
    ["a zip that says its file is shorter", zip([{ name: "site.xml", data: SITE, said: 100 }]), BROKEN],
    ["a zip that says its file is longer", zip([{ name: "site.xml", data: SITE, said: 1e9 }]), BROKEN],
    ["a zip that leads out of its folder", zip([{ name: "../../site.xml", data: SITE }]), BROKEN],
    ["a zip that leads to the root", zip([{ name: "/etc/site.xml", data: SITE }]), BROKEN],
    [
      "a zip that says it has more entries",
      zip([{ name: "site.xml", data: SITE }], { count: 50_000 }),
      BROKEN,
    ],
    [
      "a zip that says it has 100,001 entries",
      zip([{ name: "site.xml", data: SITE }], { count: 100_001 }),
      "plus de 100\u00a0000 fichiers",
    ],
    [
      "a file of an unknown encoding",
      SITE.replace("UTF-8", "x-martien"),
      "L’encodage de ce fichier est inconnu",
    ],
    ["elements without end", SITE.replace("<item>", "<a>".repeat(200) + "<item>"), "mal formé"],
  ])("51.1 that is %s is refused in a sentence, and nothing is left of it", async (_, file, sentence) => {
    const open = await openHandles()
    const id = await sendExports(userId, file)
    await workOff()
    expect(await findImport(id)).toMatchObject({
      state: "failed",
      failure: expect.stringContaining(sentence),
    })
    expect([await storedRows("import_things"), await storedRows("uploads"), await filesLeft()]).toEqual([
      [],
      [],
      [],
    ])
    expect(await openHandles()).toBeLessThanOrEqual(open)
  })

  test.each([
    ["in a zip without compression", zip([{ name: "site.xml", data: SITE, isStored: true }])],
    ["in a zip as of more than 4 GB", zip([{ name: "site.xml", data: SITE, is64: true }])],
    ["in a folder of a zip, with backslashes", zip([{ name: "export\\site.xml", data: SITE }])],
    ["twice in a zip, under one name", zip([SITE, SITE].map((data) => ({ name: "site.xml", data })))],
    [
      "compressed in a zip, beside pictures and what macOS adds",
      zip([
        { name: "__MACOSX/._site.xml", data: "Mac OS X" },
        { name: "photo.jpg", data: "JPEG" },
        { name: "dossier.xml/" },
        { name: "site.xml.gz", data: gzipSync(SITE) },
      ]),
    ],
    [
      "with entities without end of its own",
      SITE.replace(
        "<rss",
        `<!DOCTYPE rss [<!ENTITY a "a">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "&a${n - 1};&a${n - 1};">`).join("")}]><rss`,
      ),
    ],
    [
      "that names files of this machine",
      SITE.replace("<rss", '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss').replace(
        "Texte 1",
        "&x;",
      ),
    ],
  ])("51.1 %s comes whole", async (_, file) => {
    const { state } = await importSite(userId, file)
    expect(state).toBe("done")
    const texts = (await storedRows("blog_posts")).map(({ content }) => content)
    expect(texts).toEqual(["Le texte 1.", "é — €"])
    expect(JSON.stringify(await storedRows("blog_posts"))).not.toContain("root:")
    expect(await filesLeft()).toEqual([])
  })

  test.each([
    ["bomb.xml.gz", gzipSync(SITE + " ".repeat(1_000_000))],
    ["bomb.zip", zip([{ name: "site.xml", data: SITE + " ".repeat(1_000_000) }])],
    [
      "bombs.zip",
      zip(Array.from({ length: 20 }, (_, n) => ({ name: `${n}.xml`, data: SITE + " ".repeat(50_000) }))),
    ],
  ])("%s ends as soon as it is larger than may be", async (name, file) => {
    const path = join(getSettings().dataDir, name)
    await writeFile(path, file)
    let bytes = 0
    const read = async () => {
      for await (const { source } of openFiles(path, name, { bytes: 400_000, entries: 30 }))
        for await (const chunk of source) bytes += chunk.length
    }
    await expect(read()).rejects.toThrow("dépassent 4\u00a0Go")
    expect(bytes).toBeLessThanOrEqual(400_000)
  })
})

/** Files of this process that are open. */
const openHandles = async () => (await readdir("/proc/self/fd").catch(() => [])).length

/** What uploads left on the disk. */
async function filesLeft() {
  const found = await readdir(getSettings().dataDir, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map(({ name }) => name)
}
