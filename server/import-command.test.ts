import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { serve } from "#test/serve.ts"
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
