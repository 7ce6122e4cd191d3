import { setTimeout } from "node:timers/promises"
import { RouterContextProvider } from "react-router"
import { asc, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { seenConnectionContext } from "#app/kit/http/seen-connection.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { item, rss } from "#test/feed-fixtures.ts"
import { previewThenRun } from "#test/import-stream-fixtures.ts"
import type { ImportMessage, ImportRow } from "./feeds.schema.ts"
import { action } from "./import-stream.route.ts"

useDatabase()

const post = async (...sent: Parameters<typeof linesOf>) => {
  const last = (await linesOf(...sent)).at(-1)
  if (!last) throw new Error("no answer")
  return last
}

async function linesOf(search: string, body?: string, headers?: HeadersInit) {
  const url = new URL(`https://cko.test/admin/import/stream${search}`)
  const request = new Request(url, { method: "POST", body, headers })
  const response = await action({
    request,
    url,
    params: {},
    pattern: "/admin/import/stream",
    context: new RouterContextProvider(),
  })
  const lines = (await response.text()).trim().split("\n")
  return lines.map((line) => JSON.parse(line) as ImportMessage)
}

test("4.5 the body is previewed, then imported with the preview's digest", async () => {
  const feed = rss(item())
  const last = await post("?mode=preview", feed)
  expect(last).toMatchObject({ preview: { created: 1 } })
  const digest = "preview" in last ? last.preview.digest : ""
  expect(await post("?mode=run&digest=autre", feed)).toMatchObject({ changed: true })
  expect(await post("?mode=run", feed)).toMatchObject({ changed: true })
  expect(await db.$count(episodes)).toBe(0)
  expect(await post(`?mode=run&digest=${digest}`, feed)).toMatchObject({ report: { created: 1 } })
  await db.delete(episodes)
  expect(await post(`?mode=run&digest=${digest}&with-deleted=`, feed)).toMatchObject({
    report: { created: 1 },
  })
})

test("4.5 behind a proxy, which passes nothing on once a request is answered, a file is answered when it is read", async () => {
  const feed = rss(item())
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const url = new URL("https://cko.test/admin/import/stream?mode=preview")
  const request = new Request(url, { method: "POST", body, duplex: "half" } as RequestInit)
  const context = new RouterContextProvider()
  context.set(seenConnectionContext, { trustedProxies: 1, host: "cko.test", ownNames: [] })
  let isAnswered = false
  const answer = action({ request, url, params: {}, pattern: "/admin/import/stream", context }).then(
    (response) => {
      isAnswered = true
      return response.text()
    },
  )
  await writer.write(new TextEncoder().encode(feed.slice(0, 100)))
  await setTimeout(50)
  expect(isAnswered).toBe(false)
  await writer.write(new TextEncoder().encode(feed.slice(100)))
  await writer.close()
  expect(await answer).toContain('"created":1')
})

describe("what the host chose", () => {
  const feed = rss(
    item("", { guid: "a", title: "Une nuit avec Spotify" }) +
      item("", { guid: "b", title: "Une nuit avec Maëlle" }) +
      item("", { guid: "c", title: "Une nuit" }),
  )
  const listed = async () => {
    const rows = await linesOf("?mode=preview", feed)
    const { rows: list } = rows.find((row) => "rows" in row) as { rows: ImportRow[] }
    const last = rows.at(-1)
    const digest = last && "preview" in last ? last.preview.digest : ""
    const keyOf = (title: string) => list.find((row) => row.title === title)?.key ?? ""
    return { digest, keyOf }
  }
  const run = (digest: string, choices: string) =>
    post(`?mode=run&digest=${digest}&choices=${Buffer.byteLength(choices)}`, choices + feed)

  test("4.5 what the host chose is taken, corrected and left out, and stays so when the feed comes again", async () => {
    const { digest, keyOf } = await listed()
    const choices = `all
except ${keyOf("Une nuit")}
guest ${keyOf("Une nuit avec Spotify")} 
guest ${keyOf("Une nuit avec Maëlle")}  Maëlle\0 Saint-Orme é `
    expect(await run(digest, choices)).toMatchObject({
      report: { created: 2, skipped: [{ title: "Une nuit", reason: "Laissé de côté." }] },
    })
    const stored = () =>
      db
        .select({ title: episodes.title, guest: episodes.guest, hasNoGuest: episodes.hasNoGuest })
        .from(episodes)
        .orderBy(asc(episodes.title))
    const expected = [
      { title: "Une nuit avec Maëlle", guest: "Maëlle Saint-Orme é", hasNoGuest: false },
      { title: "Une nuit avec Spotify", guest: "", hasNoGuest: true },
    ]
    expect(await stored()).toEqual(expected)
    const again = feed.replaceAll("</title>", " (suite)</title>")
    const last = await post("?mode=preview", again)
    expect(last).toMatchObject({ preview: { created: 0, updated: 2, skippedCount: 1 } })
    await post(`?mode=run&digest=${"preview" in last ? last.preview.digest : ""}`, again)
    expect(await stored()).toEqual(expected.map((row) => ({ ...row, title: `${row.title} (suite)` })))
  })

  test("what the host chose may be a few of many", async () => {
    const { digest, keyOf } = await listed()
    expect(await run(digest, `none\nexcept ${keyOf("Une nuit")}`)).toMatchObject({
      report: { created: 1, skippedCount: 2 },
    })
  })

  test("what the host chose an update that is not taken leaves the episode to the hosts", async () => {
    await previewThenRun(feed)
    const renamed = feed.replace("Une nuit<", "Un jour<")
    const rows = await linesOf("?mode=preview", renamed)
    const [row] = rows.flatMap((line) => ("rows" in line ? line.rows : []))
    const last = rows.at(-1)
    const choices = `all\nexcept ${row?.key}`
    const digest = last && "preview" in last ? last.preview.digest : ""
    const search = `?mode=run&digest=${digest}&choices=${choices.length}`
    expect(await post(search, choices + renamed)).toMatchObject({ report: { updated: 0, unchanged: 3 } })
    expect(await db.$count(episodes, eq(episodes.title, "Une nuit"))).toBe(1)
    expect(await post("?mode=preview", renamed)).toMatchObject({ preview: { updated: 0 } })
  })

  test("what the host chose makes another episode of what only looks like one of the site", async () => {
    await createEpisode({ title: "Une nuit", publishedAt: new Date("2026-07-03T20:00:00Z") })
    const { digest, keyOf } = await listed()
    expect(await run(digest, `all\nseparate ${keyOf("Une nuit")}`)).toMatchObject({
      report: { created: 3, linked: 0 },
    })
  })

  test.each([
    ["no choices", "[]", undefined],
    ["a key that is none", "all\nexcept a", undefined],
    ["a name too long", `all\nguest ${"a".repeat(16)} ${"é".repeat(501)}`, undefined],
    ["too many", `all${`\nexcept ${"a".repeat(16)}`.repeat(60_001)}`, undefined],
    ["a length that is none", "all", "beaucoup"],
    ["a length below one", "all", "-1"],
    ["more than there is", "all", "1000000"],
    ["more than may be", "all", "2000001"],
  ])(
    "what the host chose is refused in French, and nothing is written: %s",
    async (_what, choices, length) => {
      const { digest } = await listed()
      const search = `?mode=run&digest=${digest}&choices=${length ?? Buffer.byteLength(choices)}`
      expect(await post(search, choices + feed)).toEqual({
        error: expect.stringMatching(/rien n’a été importé|trop de corrections/),
      })
      expect(await db.$count(episodes)).toBe(0)
    },
  )
})

test("whatever else is asked for is a preview", async () => {
  expect(await post("", rss(item()))).toMatchObject({ preview: { created: 1 } })
  expect(await post("?mode=delete", rss(item()))).toMatchObject({ preview: { created: 1 } })
})

test("an address wins over the body, and no private one is read", async () => {
  for (const url of [
    "http://127.0.0.1:8080/",
    "http://localhost/",
    "http://169.254.169.254/latest/meta-data",
  ]) {
    expect(await post(`?url=${encodeURIComponent(url)}`, rss(item()))).toEqual({
      error: expect.stringContaining("réseau privé"),
    })
  }
})

test("an announced giant is refused, odd lengths are not believed", async () => {
  expect(await post("", "x", { "Content-Length": "100000001" })).toEqual({
    error: expect.stringContaining("100 Mo"),
  })
  expect(await post("", rss(item()), { "Content-Length": "beaucoup" })).toMatchObject({
    preview: { created: 1 },
  })
  expect(await post("")).toEqual({ error: "Le fichier est vide." })
})
