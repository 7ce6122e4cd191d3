import type { IncomingMessage } from "node:http"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { noteEmptySearch } from "#app/audience/statistics/empty-searches.server.ts"
import { writeTotals } from "#app/audience/statistics/day-totals.server.ts"
import { db } from "#app/db/client.server.ts"
import { audienceDays } from "#app/db/schema/statistics.server.ts"
import { useDatabase } from "#test/database.ts"
import { countVisits } from "./tell-visit.ts"

useDatabase()

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"
const OPENED = { "user-agent": FIREFOX, "sec-fetch-dest": "document" }
const FOLLOWED = {
  "user-agent": FIREFOX,
  "sec-fetch-dest": "empty",
  referer: "https://cko.example/blog/un-article?page=2",
}
const tell = countVisits("https://cko.example")

async function counted() {
  await writeTotals()
  const { rows } = await db.execute<{ told: string }>(
    sql`delete from ${audienceDays} returning measure || ' ' || label || ' ' || count as told`,
  )
  return rows.map(({ told }) => told).toSorted()
}

const visit = (key: string, headers: IncomingMessage["headers"], method = "GET") =>
  tell({ method, headers } as IncomingMessage, key)

test.each<[string, string, IncomingMessage["headers"], string[]]>([
  ["opened by its address", "/news?category=event", OPENED, ["page /news 1"]],
  ["the first page", "/", OPENED, ["page / 1"]],
  [
    "by a link elsewhere",
    "/episodes/3",
    { ...OPENED, referer: "https://www.blog.example/secret?who=me" },
    ["page /episodes/3 1", "referrer blog.example 1"],
  ],
  [
    "by a link of the site",
    "/episodes/3",
    { ...OPENED, referer: "https://cko.example/" },
    ["page /episodes/3 1"],
  ],
  ["followed by React", "/episodes.data", FOLLOWED, ["page /episodes 1"]],
  ["followed by React to the first page", "/_.data", FOLLOWED, ["page / 1"]],
  ["data of the page that is open", "/blog/un-article.data", FOLLOWED, []],
  ["a part of a page", "/episodes.data?page=2&_routes=site%2Fepisodes", FOLLOWED, []],
  ["data asked for from elsewhere", "/episodes.data", { ...FOLLOWED, referer: "https://other.example/" }, []],
  ["prepared in the background", "/news", { ...OPENED, "sec-purpose": "prefetch;prerender" }, []],
  ["a robot", "/news", { ...OPENED, "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }, []],
  ["a program", "/news", { "user-agent": "curl/8.5.0" }, []],
  ["nothing said", "/news", {}, []],
  ["who objects", "/news", { ...OPENED, cookie: "a=b; cko_uncounted=1" }, []],
  ["a file", "/blog.xml", OPENED, []],
  [
    "the feed, by an app for many",
    "/feed.xml",
    { "user-agent": "Overcast/1.0 Podcast Sync (12 subscribers; feed-id=1)" },
    ["subscribers Overcast 12"],
  ],
  ["the feed, by an app for one", "/feed.xml", { "user-agent": "AntennaPod/3.5.0" }, []],
  ["the feed, by who has no name", "/feed.xml", { "user-agent": "Nobody (900 subscribers)" }, []],
])("48.7 pages: %s", async (_, key, headers, expected) => {
  visit(key, headers)
  visit(key, headers, "HEAD")
  expect(await counted()).toEqual(expected)
})

test("48.7 of an app’s subscribers the day’s last number stays, of pages all count", async () => {
  const overcast = (count: number) => ({
    "user-agent": `Overcast/1.0 Podcast Sync (${count} subscribers; feed-id=1)`,
  })
  visit("/feed.xml", overcast(12))
  visit("/feed.xml", overcast(15))
  visit("/news", OPENED)
  await writeTotals()
  visit("/feed.xml", overcast(14))
  visit("/news", OPENED)
  expect(await counted()).toEqual(["page /news 2", "subscribers Overcast 14"])
})

test("48.7 searches that found nothing, but none that could name somebody", async () => {
  const search = (words: string, headers: Record<string, string> = {}) =>
    noteEmptySearch(words, new Request("https://cko.example/recherche", { headers }))
  for (const words of ["  Zaïre   Hip-Hop", "zaïre hip-hop", "x".repeat(100_000)]) search(words)
  for (const words of ["jean@exemple.fr", "06 12 34 56 78", " ", ""]) search(words)
  search("robots", { "User-Agent": "Googlebot/2.1" })
  search("objection", { Cookie: "cko_uncounted=1" })
  search("équipe", { Cookie: "__Secure-cko.session_token=a" })
  search("\0\ud800 nul", { "User-Agent": FIREFOX })
  expect(await counted()).toEqual(["search zaïre hip-hop 2", "search \ufffd nul 1"])
})
