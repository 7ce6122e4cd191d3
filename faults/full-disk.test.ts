import { randomBytes } from "node:crypto"
import { rm, statfs, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { onEmbedded } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { compare, readOutbox } from "./kept.ts"
import { mount, NO_MOUNT, unmount } from "./mounts.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"
import { KINDS, newLedger, write } from "./writers.ts"

const MEGABYTE = 1_000_000
/** What is free for data, but not for the next 16 MB of PostgreSQL's log: without it nothing can be written at all. */
const TOO_LITTLE_FOR_LOG = 14 * MEGABYTE

/** Where PostgreSQL cannot go on at all, what is not kept in memory waits for room, too. */
const FULL: [name: string, freeBytes: number, readStatuses: number[]][] = [
  ["not a byte is left", 0, [200]],
  ["the log finds no room", TOO_LITTLE_FOR_LOG, [200, 503]],
]

test.skipIf(NO_MOUNT).each(FULL)(
  `on a full disk (%s) the embedded database loses nothing, and goes on once there is room ${NO_MOUNT ?? ""}`,
  async (_name, freeBytes, readStatuses) => {
    const folder = await makeFolder()
    mount(folder, "150m")
    onTestFinished(() => unmount(folder))
    const dataDir = join(folder, "data")
    const filler = join(folder, "filler")
    const site = await startOwnSite({ DATA_DIR: dataDir, STARTER_CONTENT: "0", LOG_LEVEL: "silent" })
    const cookie = await prepare(site.url)
    const ledger = newLedger()
    for (const kind of KINDS) expect((await write(site.url, kind, ledger, cookie)).status).toBeLessThan(400)

    await fill(folder, filler, freeBytes)
    const articles: string[] = []
    const refused = await writeUntilRefused(site.url, cookie, articles)
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"])
    expect(refused.text).toContain("Impossible de créer l&#x27;article")
    const statuses: Record<number, number> = {}
    for (let n = 0; n < 30; n += 1) {
      const { status } = await write(site.url, KINDS[n % KINDS.length] ?? "like", ledger, cookie)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(Object.keys(statuses).filter((status) => !["200", "302", "503"].includes(status))).toEqual([])
    const reads = await Promise.all(["/", "/episodes/1", "/about"].map((path) => visit(site.url + path)))
    console.log(
      `  writes: ${JSON.stringify(statuses)}; reads: ${reads.map(({ status }) => status).join(", ")}`,
    )
    expect(reads.every(({ status }) => readStatuses.includes(status))).toBe(true)

    await rm(filler)
    await expect
      .poll(async () => (await write(site.url, "comment", ledger, cookie)).status, {
        timeout: 30_000,
        interval: 250,
      })
      .toBe(302)
    expect((await visit(`${site.url}/episodes/1`)).status).toBe(200)
    expect(await site.stop("SIGINT")).toBe(0)

    const { kept, rows } = await onEmbedded(dataDir, async (query) => ({
      kept: await compare(ledger, query, () => readOutbox(dataDir)),
      rows: await query("select slug from blog_posts"),
    }))
    expect(kept.lost).toEqual({ comment: 0, like: 0, view: 0, newsletter: 0, message: 0, episode: 0 })
    const there = rows.map(({ slug }) => slug)
    expect(articles.filter((slug) => !there.includes(slug))).toEqual([])
  },
)

/** Long articles fill what is left. */
async function writeUntilRefused(url: string, cookie: string, acknowledged: string[]) {
  for (;;) {
    const slug = `article-${acknowledged.length}`
    const content = randomBytes(75_000).toString("base64")
    const fields = { intent: "save", title: slug, slug, content }
    const response = await visit(`${url}/admin/blog`, { cookie, fields })
    if (response.status !== 302) return response
    acknowledged.push(slug)
  }
}

async function fill(folder: string, file: string, freeBytes: number) {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(file, Buffer.alloc(bavail * bsize - freeBytes)).catch((error: NodeJS.ErrnoException) => {
    // What the database took in this moment is as full.
    if (error.code !== "ENOSPC") throw error
  })
}
