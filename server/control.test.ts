import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { emptyDatabase } from "../test/database.ts"
import { createFeedItem } from "../test/feed-items.ts"
import { serve } from "../test/serve.ts"
import { commandAddress } from "./command-address.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

// Opening a folder for the first time makes a whole PostgreSQL in it.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const run = promisify(execFile)
const ROOT = new URL("..", import.meta.url).pathname
let dataDir = ""
let site: Awaited<ReturnType<typeof openSite>>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cko-control-"))
  site = await openHere()
  return async () => {
    await site.close()
    await rm(dataDir, { recursive: true })
  }
})
beforeEach(emptyDatabase)

const openHere = () =>
  openSite(readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", STARTER_CONTENT: "0" }))
const items = (count: number) => Array.from({ length: count }, (_, n) => createFeedItem(n + 1))
const toLines = (values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("")

function openRequest(path = "/import", method = "POST") {
  return request({ socketPath: commandAddress(dataDir), method, path })
}

/** Hands a body over and reads the whole answer, a line an object. */
async function handOver(body: string, path?: string, method?: string) {
  const outgoing = openRequest(path, method)
  outgoing.end(body)
  const [response] = (await once(outgoing, "response")) as [IncomingMessage]
  const text = (await Array.fromAsync(response)).join("")
  const lines = text.split("\n").filter(Boolean)
  return { status: response.statusCode, lines: lines.map((line): unknown => JSON.parse(line)) }
}

describe("an import handed over to the running site", () => {
  test("tells how far it is, then reports", async () => {
    const { status, lines } = await handOver(toLines(items(1_100)))
    expect(status).toBe(200)
    const progress = lines.slice(0, -1) as { done: number }[]
    expect(progress.length).toBeGreaterThan(2)
    expect(progress).toEqual(progress.toSorted((a, b) => a.done - b.done))
    expect(progress.at(-1)).toEqual({ done: 1_100 })
    expect(lines.at(-1)).toEqual({ report: { created: 1_100, updated: 0, unchanged: 0, skipped: [] } })
    expect(await db.$count(episodes)).toBe(1_100)
  })

  test("takes ends of lines of every kind in texts", async () => {
    const title = "Un\u2028deux\u2029trois\u0085quatre"
    await handOver(toLines([createFeedItem(1, { title })]))
    expect(await db.select({ title: episodes.title }).from(episodes)).toEqual([{ title }])
  })

  test("shows on the site at once", async () => {
    await handOver(toLines([createFeedItem(1, { title: "Tout neuf" })]))
    const { url, close } = await serve(site.listener)
    expect(await (await fetch(`${url}/episodes`)).text()).toContain("Tout neuf")
    await close()
  })

  test("brings deleted episodes back only where that is asked for", async () => {
    await handOver(toLines(items(2)))
    await db.delete(episodes).where(eq(episodes.guid, "guid-1"))
    const without = await handOver(toLines(items(2)))
    expect(without.lines.at(-1)).toMatchObject({
      report: { created: 0, unchanged: 1, skipped: [{ title: "Épisode 1" }] },
    })
    const withDeleted = await handOver(toLines(items(2)), "/import?with-deleted")
    expect(withDeleted.lines.at(-1)).toMatchObject({ report: { created: 1, unchanged: 1, skipped: [] } })
  })

  test.each([
    ["what the database refuses", toLines([createFeedItem(1), createFeedItem(2, { number: 0 })])],
    ["a line that is no item", `${toLines(items(1))}{"guid":\n`],
  ])("answers %s with an error, and changes nothing", async (_name, body) => {
    const { lines } = await handOver(body)
    expect(lines.at(-1)).toEqual({ error: expect.stringMatching(/./) })
    expect(JSON.stringify(lines)).not.toContain("report")
    expect(await db.$count(episodes)).toBe(0)
    expect((await handOver(toLines(items(1)))).lines.at(-1)).toMatchObject({ report: { created: 1 } })
  })

  test("given up on the way changes nothing", async () => {
    const outgoing = openRequest()
    outgoing.on("error", () => {})
    outgoing.write(toLines(items(3)))
    const [socket] = (await once(outgoing, "socket")) as [Socket]
    if (socket.connecting) await once(socket, "connect")
    outgoing.destroy()
    await new Promise((resolve) => outgoing.once("close", resolve))
    expect((await handOver("")).lines.at(-1)).toMatchObject({ report: { created: 0 } })
    expect(await db.$count(episodes)).toBe(0)
  })

  test.each([
    ["GET", "/import"],
    ["POST", "/"],
    ["POST", "/autre"],
    ["DELETE", "/import"],
  ])("takes nothing else: %s %s", async (method, path) => {
    expect(await handOver("", path, method)).toEqual({ status: 404, lines: [] })
  })
})

describe("npm run import, while the site is open", () => {
  const feed = (title: string) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>CKO</title>
<item><title>${title}</title><guid>a</guid><pubDate>Thu, 15 Jan 2026 12:00:00 GMT</pubDate>
<enclosure url="https://audio.example/a.mp3" type="audio/mpeg" length="1"/></item>
<item><title>Sans date</title><guid>b</guid></item>
</channel></rss>`

  async function runImport(...args: string[]) {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" }
    return run(process.execPath, ["scripts/import.ts", ...args], { cwd: ROOT, env })
  }

  test("hands its work over and prints the report", async () => {
    const file = join(dataDir, "feed.xml")
    await writeFile(file, feed("Premier titre"))
    const first = await runImport(file)
    expect(first.stdout).toMatch(/^1 créé\S*, 0 mis à jour, 0 inchangé\S*, 1 ignoré/)
    expect(first.stdout).toContain("« Sans date » : Pas de date de publication.")
    await writeFile(file, feed("Second titre"))
    expect((await runImport(file)).stdout).toMatch(/^0 créé\S*, 1 mis à jour, 0 inchangé\S*, 1 ignoré/)
    expect((await db.select().from(episodes)).map(({ title }) => title)).toEqual(["Second titre"])
  })
})

test("closing the site lets a running import end first, and keeps what it did", async () => {
  const outgoing = openRequest()
  outgoing.end(toLines(items(1_100)))
  const [response] = (await once(outgoing, "response")) as [IncomingMessage]
  const closing = site.close()
  const text = (await Array.fromAsync(response)).join("")
  await closing
  expect(text).toContain('{"report":{"created":1100,')
  await expect(handOver("")).rejects.toThrow(/ENOENT|ECONNREFUSED/)

  site = await openHere()
  expect(await db.$count(episodes)).toBe(1_100)
})
