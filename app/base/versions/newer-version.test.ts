import { gzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { version } from "#package"
import { useDatabase } from "#test/database.ts"
import { anywhere, sendFeed, sendStatus, startFeedHost } from "#test/feed-host.ts"
import { readHtml } from "#test/html.ts"
import { setSettings } from "#test/site-settings.ts"
import { askForNewer, askWhenDue, findNewerVersions } from "./newer-version.server.ts"

const CHANGELOG = `# Journal
## [Non publié]
- Plus tard
## [1.10.0] - 2026-12-03
- **Dix**
## [1.9.0] - 2026-12-01
- Neuf
## [1.0.0] - 2026-11-28
Première.`
const GZIP = { "content-encoding": "gzip" }
const NOW = new Date("2026-12-04T12:00:00Z")
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)

type Host = Awaited<ReturnType<typeof startFeedHost>>
let host: Host
useDatabase()
beforeAll(async () => void (host = await startFeedHost()))
afterAll(() => host.close())
beforeEach(async () => {
  host.requests.length = 0
  host.reply("/CHANGELOG.md", sendFeed(CHANGELOG))
  await setSettings("updates", { asks: true, address: `${host.url}/CHANGELOG.md` })
})

const ask = (text: string, running = "1.0.0") => {
  host.reply("/CHANGELOG.md", sendFeed(text))
  return askForNewer({ guard: anywhere, running })
}
const versionsOf = (answer: Awaited<ReturnType<typeof findNewerVersions>>) =>
  answer?.releases.map((one) => one.version)

test("31.10 nobody is asked unless hosts switch it on and name somebody", async () => {
  for (const values of [{ asks: false }, { asks: true, address: "" }]) {
    await setSettings("updates", values)
    await askWhenDue({ guard: anywhere })
    expect(await askForNewer({ guard: anywhere })).toBeUndefined()
    expect(await findNewerVersions()).toBeUndefined()
  }
  expect(host.requests).toEqual([])
})

test("31.10 asking sends nothing along, neither version nor who asks", async () => {
  await ask(CHANGELOG)
  const [request] = host.requests
  expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
    ...["accept", "accept-encoding", "accept-language", "connection", "host", "sec-fetch-mode", "user-agent"],
  ])
  expect([request?.method, request?.url]).toEqual(["GET", "/CHANGELOG.md"])
  expect(request?.headers["user-agent"]).not.toContain(version)
  expect(JSON.stringify(request?.headers)).not.toContain("cko")
})

test("31.10 is asked once a day, and at once at another address", async () => {
  const requests = async (now: Date) => {
    await askWhenDue({ guard: anywhere, running: "1.0.0" }, now)
    return host.requests.length
  }
  expect(await findNewerVersions("1.0.0")).toBeNull()
  expect([await requests(NOW), await requests(later(1)), await requests(later(23))]).toEqual([1, 1, 1])
  expect(await requests(later(24))).toBe(2)
  await setSettings("updates", { address: `${host.url}/autre` })
  expect(await findNewerVersions("1.0.0")).toBeNull()
  expect(await requests(later(25))).toBe(3)
  // Where it was found to be no answer, it is not asked more often.
  expect(await requests(later(26))).toBe(3)
})

test("31.10 what is newer is told, the newest first, until it runs here", async () => {
  const answer = await ask(CHANGELOG)
  expect(answer).toMatchObject({ failure: null })
  expect(await findNewerVersions("1.0.0")).toEqual(answer)
  expect(answer?.releases).toEqual([
    { version: "1.10.0", date: "2026-12-03", html: expect.stringContaining("<strong>Dix</strong>") },
    { version: "1.9.0", date: "2026-12-01", html: expect.stringContaining("Neuf") },
  ])
  expect(versionsOf(await findNewerVersions("1.9.0"))).toEqual(["1.10.0"])
  expect(versionsOf(await findNewerVersions("1.10.0"))).toEqual([])
  expect(versionsOf(await ask(CHANGELOG, "2.0.0"))).toEqual([])
})

test("31.10 one that is tried out is told of where such a one runs", async () => {
  const text = "## 1.1.0-rc.2\n## 1.1.0-rc.1\n## 1.0.0"
  expect(versionsOf(await ask(text))).toEqual([])
  expect(versionsOf(await ask(text, "1.1.0-rc.1"))).toEqual(["1.1.0-rc.2"])
})

test("31.10 a failure is kept in words, is no line of the log, and leaves what was known", async () => {
  await ask(CHANGELOG)
  const failures: [string, Parameters<Host["reply"]>[1]][] = [
    ["erreur (404)", sendStatus(404)],
    ["erreur (500)", sendStatus(500)],
    ["n’est pas un journal", sendFeed("<!doctype html><h2>1.2.0</h2>")],
    ["n’est pas un journal", sendFeed("")],
    ["trop lourd", sendFeed(`## 2.0.0\n${"a".repeat(10_000_000)}`)],
    ["trop lourd", (response) => response.writeHead(200, GZIP).end(gzipSync("a".repeat(10_000_000)))],
    ["renvoie trop de fois", sendStatus(302, { location: "/CHANGELOG.md" })],
    ["ne répond pas", (response) => response.destroy()],
  ]
  for (const [said, reply] of failures) {
    host.reply("/CHANGELOG.md", reply)
    const answer = await askForNewer({ guard: anywhere, running: "1.0.0" })
    expect(answer?.failure).toContain(said)
    expect(versionsOf(answer)).toEqual(["1.10.0", "1.9.0"])
  }
})

test("31.10 this machine's network is not asked", async () => {
  expect((await askForNewer())?.failure).toContain("réseau privé")
  host.reply("/CHANGELOG.md", sendStatus(302, { location: "http://169.254.169.254/latest" }))
  const guard = { ...anywhere, isAllowed: (address: string) => address === "127.0.0.1" || address === "::1" }
  expect((await askForNewer({ guard }))?.failure).toContain("réseau privé")
  expect(host.requests).toHaveLength(1)
})

test("31.10 notes of others are bounded, and nothing in them runs, is fetched or leads to scripts", async () => {
  const notes = `# Titre
<script>alert(1)</script> <img src=x onerror=alert(1)> ![p](https://mal.example/p.png)
[x](javascript:alert(1)) [d](docs/install.md) [m](//mal.example) [e](https://exemple.fr/a "t")

https://youtu.be/dQw4w9WgXcQ

\0\ud800`
  const html = (await ask(`## 2.0.0\n${notes}`))?.releases[0]?.html ?? ""
  const page = readHtml(html)
  expect(page.all("a").map(({ attributes }) => attributes.href)).toEqual([
    ...["https://mal.example/p.png", "https://exemple.fr/a", "https://youtu.be/dQw4w9WgXcQ"],
  ])
  expect(page.all("a").map(({ attributes }) => attributes.rel)).toEqual(
    Array<string>(3).fill("nofollow noopener noreferrer"),
  )
  expect(html).not.toMatch(/<(?!\/?(?:h4|p|a|ul|li|strong)\b)/)

  const many = Array.from({ length: 30_000 }, (_, index) => `## ${index + 2}.0.0\nnotes ${index}`).join("\n")
  expect(versionsOf(await ask(many))).toEqual(["1001.0.0", "1000.0.0", "999.0.0", "998.0.0", "997.0.0"])
  const long = await ask(`## 3.0.0\n${"- ligne & fin\n".repeat(10_000)}\n## 2.0.0\nAvant.\n## 1.0.0`)
  expect(long?.releases[0]?.html).toMatch(/…<\/p>\s*$/)
  const { rows } = await db.execute<{ length: number }>(
    sql`select length(value::text) as length from settings where name = 'newer-version'`,
  )
  expect(rows[0]?.length).toBeLessThan(100_000)
})
