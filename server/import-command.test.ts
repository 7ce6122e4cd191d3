import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { like, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { imports } from "#app/db/schema/imports.server.ts"
import { serve } from "#test/serve.ts"
import { wxr } from "#test/site-imports.ts"
import { ensureBuild } from "./build.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

const run = promisify(execFile)
const ROOT = new URL("..", import.meta.url).pathname
const dataDir = await mkdtemp(join(tmpdir(), "cko-import-"))
let site: Awaited<ReturnType<typeof openSite>>

beforeAll(async () => {
  await ensureBuild()
  site = await openSite(readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", STARTER_CONTENT: "0" }))
  return async () => {
    await site.close()
    await rm(dataDir, { recursive: true })
  }
})

const feed = (title: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>CKO</title>
<item><title>${title}</title><guid>a</guid><pubDate>Thu, 15 Jan 2026 12:00:00 GMT</pubDate>
<enclosure url="https://audio.example/a.mp3" type="audio/mpeg" length="1"/></item>
<item><title>Sans date</title><guid>b</guid>
<enclosure url="https://audio.example/b.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`

function runImport(file: string, options: { DATA_DIR?: string; args?: string[] } = {}) {
  const { DATA_DIR = dataDir, args = [] } = options
  const env = { ...process.env, DATA_DIR, DATABASE_URL: "" }
  return run(process.execPath, ["scripts/run.ts", "import", file, ...args], { cwd: ROOT, env })
}

async function fileWith(name: string, content: string | Uint8Array) {
  const file = join(dataDir, name)
  await writeFile(file, content)
  return file
}

test("27.2 npm run import works while the site is open, shows there at once, and prints its report", async () => {
  const file = join(dataDir, "feed.xml")
  await writeFile(file, feed("Premier titre"))
  const first = await runImport(file)
  expect(first.stdout).toMatch(/^2 créés dont 1 en brouillon, 0 mis à jour, 0 inchangé, 0 ignoré/)
  expect(first.stdout).toContain("« Sans date » : Pas de date de publication\u00a0: en brouillon")
  const { rows } = await db.execute<{ deed: string }>(
    sql`select actor || ' ' || action || ' ' || kind || ' ' || title as deed from audit_log order by id`,
  )
  expect(rows.map(({ deed }) => deed)).toEqual([
    "npm run import create episode Sans date",
    "npm run import create episode Premier titre",
    // The feed's podcast is taken over, and is CKO: its texts come back to a site that began without them.
    "npm run import update settings Textes",
    "npm run import import feed CKO",
  ])
  expect(first.stdout).toContain("celui de «\u00a0CKO\u00a0»")
  const { url, close } = await serve(site.listener)
  // The site has a name, and so a feed that its pages lead to.
  await expect.poll(async () => (await fetch(`${url}/contact`)).text()).toContain('href="/feed.xml"')
  expect(await (await fetch(`${url}/episodes`)).text()).toContain("Premier titre")

  await writeFile(file, feed("Second titre"))
  expect((await runImport(file)).stdout).toMatch(/^0 créé, 1 mis à jour, 1 inchangé, 0 ignoré/)
  await expect.poll(async () => (await fetch(`${url}/episodes`)).text()).toContain("Second titre")
  await close()

  await db.delete(episodes)
  const deleted = await runImport(file)
  expect(deleted.stdout).toMatch(/^0 créé/)
  expect(deleted.stdout).toContain("--with-deleted")
  expect((await runImport(file, { args: ["--with-deleted"] })).stdout).toMatch(/^2 créés/)
})

test("npm run import remembers an address, and no file", async () => {
  expect(await db.$count(feeds)).toBe(0)
  const host = await serve((_request, response) => response.end(feed("Premier titre")))
  await runImport(`${host.url}/flux.xml`)
  await host.close()
  expect(await db.select({ url: feeds.url, title: feeds.title }).from(feeds)).toEqual([
    { url: `${host.url}/flux.xml`, title: "CKO" },
  ])
})

test("npm run import makes a new site where there is none, and says so", async () => {
  const folder = join(dataDir, "nouveau")
  const file = join(dataDir, "feed.xml")
  await writeFile(file, feed("Premier titre"))
  const first = await runImport(file, { DATA_DIR: folder })
  expect(first.stdout).toMatch(new RegExp(`^Pas encore de site dans ${folder} : il y est créé\\.\n2 créés`))
  expect((await runImport(file, { DATA_DIR: folder })).stdout).toMatch(/^0 créé/)
})

test("npm run import says in one line what it cannot read, with status 1", async () => {
  const failed = await runImport(join(dataDir, "absent.xml")).catch((error: object) => error)
  expect(failed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/) })
})

describe("npm run import of another site's exports", () => {
  const SITE = wxr([
    { id: 1, title: "Un" },
    { id: 2, status: "draft" },
    { id: 3, type: "page" },
  ])

  test("27.2 says what is in them, writes it once that is said, and takes it back", async () => {
    const file = await fileWith("site.xml.gz", gzipSync(SITE))
    const { stdout } = await runImport(file)
    expect(stdout).toMatch(/^Ancien site \(https:\/\/ancien\.example\)\n/)
    expect(stdout).toContain("Articles\u00a0: 2 (publiés\u00a0: 1\u202f; déjà ici\u00a0: 0)")
    const [waiting] = await db.select().from(imports)
    expect(waiting).toMatchObject({ state: "read", name: "site.xml.gz", lease: null })
    expect(stdout).toContain(`/admin/import/${waiting?.id},`)
    expect(await db.$count(blogPosts)).toBe(0)

    const written = await runImport(file, { args: ["--yes"] })
    expect(written.stdout).toContain("Articles (créés\u00a0: 2)\nPages (créés\u00a0: 1)")
    // What waited of the same file made room.
    const [done, ...others] = await db.select().from(imports)
    expect([done?.state, others]).toEqual(["done", []])
    expect(await db.select({ title: blogPosts.title }).from(blogPosts).orderBy(blogPosts.id)).toEqual([
      { title: "Un" },
      { title: "Texte 2" },
    ])

    const args = [String(done?.id)]
    expect((await runImport("--undo", { args })).stdout).toMatch(/^Défait\u00a0: \d+ éléments supprimés\.\n$/)
    expect(await db.$count(blogPosts)).toBe(0)
    expect(await runImport("--undo", { args }).catch((error: object) => error)).toMatchObject({ code: 1 })
  })

  test("27.2 takes several files, and what is chosen of them", async () => {
    const first = await fileWith("1.xml", SITE)
    const second = await fileWith("2.xml", wxr([{ id: 4, type: "page" }]))
    await runImport(first, { args: [second, "--yes", "--posts", "news:event", "--no-drafts", "--no-pages"] })
    expect(await db.select({ title: news.title, category: news.category }).from(news)).toEqual([
      { title: "Un", category: "event" },
    ])
    expect(await db.$count(blogPosts)).toBe(0)
    expect(await db.$count(customPages, like(customPages.slug, "texte-%"))).toBe(0)
  })

  test("27.2 begins a site where there is none", async () => {
    const options = { DATA_DIR: join(dataDir, "avec-articles"), args: ["--yes"] }
    const { stdout } = await runImport(await fileWith("site.xml", SITE), options)
    expect(stdout).toMatch(/^Pas encore de site/)
    expect(stdout).toContain("Articles (créés\u00a0: 2)")
  })

  test.each([
    ["a file that is not there", ["absent.xml"], /^Fichier introuvable : absent\.xml\n$/],
    [
      "a file that is none",
      ["package.json"],
      /^Le site ne reconnaît pas «\u00a0package\.json\u00a0»[^\n]+\n$/,
    ],
    ["another site's", [join(dataDir, "other.xml")], /^Ces fichiers viennent de deux sites[^\n]+\n$/],
    ["what is said of feeds only", ["--with-deleted"], /^Usage/],
    ["a place that is none", ["--posts", "ailleurs"], /^Usage/],
  ])("refuses %s, and keeps nothing", async (_, args, said) => {
    await fileWith("other.xml", wxr([{ id: 1 }], { site: "https://autre.example" }))
    const before = await db.$count(imports)
    const failed = await runImport(await fileWith("site.xml", SITE), { args }).catch((error: object) => error)
    expect(failed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(said) })
    expect(await db.$count(imports)).toBe(before)
  })
})

test("npm run import takes one feed at a time", async () => {
  const file = await fileWith("feed.xml", feed("Premier titre"))
  const failed = await runImport(file, { args: [file] }).catch((error: object) => error)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage/) })
})
