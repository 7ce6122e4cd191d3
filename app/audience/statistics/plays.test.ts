import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { audienceDays } from "#app/db/schema/statistics.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { sendForm, signInAsNew } from "#test/people.ts"
import { FOREIGN, newAddress } from "#test/visitors.ts"
import { writeTotals } from "./day-totals.server.ts"
import { forgetPublished } from "./plays.server.ts"

useDatabase()
beforeEach(forgetPublished)

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"

/** What a player tells, from another address each time unless told otherwise. @returns the answer's status */
async function tell(
  id: number | string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const own = { "User-Agent": FIREFOX, "X-Forwarded-For": newAddress(), ...headers }
  return (await sendForm(`/episodes/${id}/plays`, fields, own)).status
}

/** « play 1 2 »: two plays of episode 1; of tenths which. */
async function counted() {
  await writeTotals()
  const { rows } = await db.execute<{ line: string }>(
    sql`select concat_ws(' ', measure, episode_id, nullif(label, ''), count) as line from ${audienceDays}
      where day = ${toDay(new Date())} and measure in ('play', 'reached') order by measure, episode_id, nullif(substring(label from '^[0-9]+$'), '')::int`,
  )
  return rows.map(({ line }) => line)
}

test("48.6 a play counts for its episode and for all of them, and each tenth that was heard for its episode", async () => {
  await createEpisode()
  await createEpisode()
  expect(await tell(1, { tenths: "1,2,10" })).toBe(204)
  expect(await tell(1, { tenths: "2,2" })).toBe(204)
  expect(await tell(2, { tenths: "" })).toBe(204)
  expect(await counted()).toEqual([
    "play 0 3",
    "play 1 2",
    "play 2 1",
    "reached 1 1 1",
    "reached 1 2 2",
    "reached 1 10 1",
  ])
})

test("48.6 what is told later of a listening is no second play", async () => {
  await createEpisode()
  await tell(1, { tenths: "1" })
  await tell(1, { tenths: "2,3", again: "1" })
  expect(await counted()).toEqual(["play 0 1", "play 1 1", "reached 1 1 1", "reached 1 2 1", "reached 1 3 1"])
})

test.each(["2", "3", "99", "0", "abc", "99999999999"])(
  "48.6 a play of the episode %s is none",
  async (id) => {
    await createEpisode()
    await createEpisode({ isPublished: false })
    await createEpisode({ publishedAt: new Date(Date.now() + 86_400_000) })
    expect(await tell(id, { tenths: "1" })).toBe(404)
    expect(await counted()).toEqual([])
  },
)

test("48.6 an episode that is published just now counts at once", async () => {
  await createEpisode({ isPublished: false })
  expect(await tell(1, { tenths: "1" })).toBe(404)
  await db.execute(sql`update episodes set is_published = true`)
  expect(await tell(1, { tenths: "" })).toBe(204)
  expect(await counted()).toEqual(["play 0 1", "play 1 1"])
})

test.each(["Googlebot/2.1 (+http://www.google.com/bot.html)", ""])(
  "48.6 the bot %j plays nothing",
  async (bot) => {
    await createEpisode()
    expect(await tell(1, { tenths: "1" }, { "User-Agent": bot })).toBe(204)
    expect(await counted()).toEqual([])
  },
)

test.each(["admin", "user"] as const)("48.6 who is signed in, here %s, is no audience", async (role) => {
  await createEpisode()
  await createEpisode({ isPublished: false })
  const cookie = await signInAsNew(role)
  expect([await tell(1, { tenths: "1" }, { cookie }), await tell(2, { tenths: "1" }, { cookie })]).toEqual([
    204, 204,
  ])
  expect(await counted()).toEqual([])
})

test("48.6 nor is who objects", async () => {
  await createEpisode()
  expect(await tell(1, { tenths: "1" }, { cookie: "cko_uncounted=1" })).toBe(204)
  expect(await counted()).toEqual([])
})

test("48.6 an address plays an episode twenty times an hour at most, and is not told", async () => {
  await createEpisode()
  await createEpisode()
  const from = { "X-Forwarded-For": "192.0.2.1" }
  const answers = await Promise.all(Array.from({ length: 25 }, () => tell(1, { tenths: "1" }, from)))
  expect(answers).toEqual(Array(25).fill(204))
  await tell(2, { tenths: "" }, from)
  await tell(1, { tenths: "" })
  expect(await counted()).toEqual(["play 0 22", "play 1 21", "play 2 1", "reached 1 1 20"])
})

test.each<Record<string, string>>([
  {},
  { tenths: "0" },
  { tenths: "11" },
  { tenths: "1," },
  { tenths: "01" },
  { tenths: "1.5" },
  { tenths: "un" },
  { tenths: "1,2,3,4,5,6,7,8,9,10,1" },
])("48.6 the tenths of %o are refused in French", async (fields) => {
  await createEpisode()
  const response = await sendForm("/episodes/1/plays", fields, { "User-Agent": FIREFOX })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: "Les dixièmes écoutés ne sont pas valides" },
  ])
  expect(await tell(1, { tenths: "1", again: "2" })).toBe(400)
  expect(await counted()).toEqual([])
})

test.each(FOREIGN)("48.6 another site cannot make plays: %o", async (headers) => {
  await createEpisode()
  const body = new URLSearchParams({ tenths: "1" })
  const response = await send("/episodes/1/plays", {
    method: "POST",
    body,
    headers: { "User-Agent": FIREFOX, ...headers },
  })
  expect(response.status).toBe(403)
  expect(await counted()).toEqual([])
})

test("48.6 the address alone leads to the episode, and counts nothing", async () => {
  await createEpisode()
  const response = await send("/episodes/1/plays", { headers: { "User-Agent": FIREFOX } })
  expect([response.status, response.headers.get("location")]).toEqual([302, "/episodes/1"])
  expect(await counted()).toEqual([])
})

describe("50.4 what a player on another site tells", () => {
  const tellFrom = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const sent = { "User-Agent": FIREFOX, "X-Forwarded-For": newAddress(), ...headers }
    const body = new URLSearchParams({ tenths: "1", ...fields })
    return (await send("/embed/episodes/1/plays", { method: "POST", headers: sent, body })).status
  }
  const plays = async () => (await counted()).filter((line) => line.startsWith("play 0"))

  test("is counted with that site, also from a frame without an origin", async () => {
    await createEpisode()
    expect(
      await tellFrom({ site: "www.blog.test" }, { Origin: "null", "Sec-Fetch-Site": "cross-site" }),
    ).toBe(204)
    expect(
      await tellFrom({ site: "blog.test" }, { Origin: PUBLIC_URL, "Sec-Fetch-Site": "same-origin" }),
    ).toBe(204)
    expect(await plays()).toEqual(["play 0 blog.test 2"])
  })

  test.each(["", new URL(PUBLIC_URL).host, "a b", "<b>", "/", "?x", "@", "[::"])(
    "has no site where there is none: %j",
    async (site) => {
      await createEpisode()
      expect(await tellFrom({ site })).toBe(204)
      expect(await plays()).toEqual(["play 0 1"])
    },
  )

  test("is refused where it is too long", async () => {
    await createEpisode()
    expect(await tellFrom({ site: "a".repeat(100_000) })).toBe(413)
    expect(await tellFrom({ site: "a".repeat(301) })).toBe(400)
    expect(await plays()).toEqual([])
  })
})
