import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { emptyDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { useServedSite } from "#test/served-site.ts"

const site = useServedSite()
beforeEach(emptyDatabase)

const get = (headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${site.url}/feed.xml`, { method, headers })
const AUDIO = "https://sons.exemple.test/1.mp3"
const feedWith = async (title: string) =>
  await expect.poll(async () => (await get()).text(), { interval: 5 }).toContain(`<title>${title}</title>`)

test("37.2 the feed is not sent again to who has it, by its mark or by its date", async () => {
  await createEpisode({ title: "Premier", audioUrl: AUDIO })
  await feedWith("Premier")
  const { headers } = await get()
  const etag = headers.get("etag") ?? ""
  const date = headers.get("last-modified") ?? ""
  const later = new Date(new Date(date).getTime() + 60_000).toUTCString()
  const earlier = new Date(new Date(date).getTime() - 1_000).toUTCString()
  const statusOf = async (known: Record<string, string>) => {
    const response = await get(known)
    const bytes = (await response.arrayBuffer()).byteLength
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    return bytes === 0 ? response.status : [response.status]
  }
  expect(await statusOf({ "If-None-Match": etag })).toBe(304)
  expect(await statusOf({ "If-Modified-Since": date })).toBe(304)
  expect(await statusOf({ "If-Modified-Since": later })).toBe(304)
  expect(await statusOf({ "If-Modified-Since": earlier })).toEqual([200])
  expect(await statusOf({ "If-Modified-Since": "hier" })).toEqual([200])
  // The mark counts where both are given.
  expect(await statusOf({ "If-None-Match": '"autre"', "If-Modified-Since": later })).toEqual([200])
})

test("the feed is the same in each coding, and its head tells how long it is", async () => {
  // Longer than what is unpacked at once.
  await createEpisode({ title: "Long", audioUrl: AUDIO, subtitle: "é".repeat(1_500_000) })
  await feedWith("Long")
  const digests = new Set<string>()
  for (const [accepted, coding] of [
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const response = await get({ "Accept-Encoding": accepted })
    expect(response.headers.get("content-encoding")).toBe(coding)
    const head = await get({ "Accept-Encoding": accepted }, "HEAD")
    expect(head.headers.get("content-length")).toBe(response.headers.get("content-length"))
    expect(await head.text()).toBe("")
    digests.add(
      createHash("sha256")
        .update(await response.text())
        .digest("hex"),
    )
  }
  expect(digests.size).toBe(1)
})

test("a browser that opens the feed shows it, by styles of ours", async () => {
  const shown = await get({ "Sec-Fetch-Dest": "document" })
  expect(shown.headers.get("content-type")).toBe("application/xml; charset=utf-8")
  expect(shown.headers.get("content-security-policy")).toContain("style-src 'self'; frame-ancestors 'none'")
  const text = await shown.text()
  expect(text).toMatch(/<\?xml-stylesheet type="text\/css" href="\/[^"]+\.css[^"]*"\?>/)
  expect((await get()).headers.get("content-type")).toBe("application/rss+xml; charset=utf-8")
  // What was emptied before this test may be heard of between the two.
  const isOne = async () =>
    (await (await get({ "Sec-Fetch-Dest": "document" })).text()) === (await (await get()).text())
  await expect.poll(isOne).toBe(true)
})

test("37.2 an episode that was set for later is in the feed once its time has come, and one that is deleted no more", async () => {
  await createEpisode({ title: "Paru", audioUrl: AUDIO })
  await feedWith("Paru")
  const { id } = await createEpisode({
    title: "À venir",
    audioUrl: AUDIO,
    publishedAt: new Date(Date.now() + 3_000),
  })
  await createEpisode({ title: "Aussi paru", audioUrl: AUDIO })
  await feedWith("Aussi paru")
  await feedWith("À venir")
  await db.delete(episodes).where(eq(episodes.id, id))
  await expect.poll(async () => (await get()).text(), { interval: 5 }).not.toContain("À venir")
})
