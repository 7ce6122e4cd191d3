import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createUser, openSession, sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { recordStatements } from "#test/plans.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { findEpisodes, listFirstDays, listOwnLast, listTop, typicalRange } from "../episode-figures.server.ts"
import { foldMonths } from "../fold-days.server.ts"
import { listSteps, listWeekdays, sumLast } from "../figures.server.ts"

useDatabase()

/** A Saturday, just past midnight in Paris, where it is still Friday in UTC. */
const NOW = new Date("2026-11-27T23:30:00Z")
const PAGES = ["", "/episodes", "/listening", "/site", "/method"].map((page) => `/admin/audience${page}`)

type Total = [day: string, measure: string, episodeId: number, label: string, count: number]

async function count(...totals: Total[]) {
  for (const [day, measure, episodeId, label, many] of totals)
    await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count)
      values (${day}, ${measure}, ${episodeId}, ${label}, ${many})`)
}

/** An episode of so many days before, with as many downloads on each day since. */
async function createHeard(daysAgo: number, perDay: number, values = {}) {
  const publishedAt = new Date(NOW.getTime() - daysAgo * 86_400_000)
  const episode = await createEpisode({ publishedAt, createdAt: publishedAt, ...values })
  await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count)
    select '2026-11-28'::date - ${daysAgo}::int + age, 'downloads', ${episode.id}, age::text, ${perDay}::int
    from generate_series(0, ${daysAgo}::int - 1) age`)
  await db.execute(
    sql`update episode_counts set downloads = ${daysAgo * perDay} where episode_id = ${episode.id}`,
  )
  return episode
}

beforeEach(() => count(["2026-01-01", "downloads", 0, "", 1]))

test("49.1 steps begin with the first that is known, have none left out, and end yesterday in Paris", async () => {
  await db.execute(sql`truncate audience_days`)
  expect(await listSteps("downloads", "jour", 0, NOW)).toEqual([])
  await count(["2026-11-25", "downloads", 0, "", 5], ["2026-11-27", "downloads", 0, "", 7])
  await count(["2026-11-28", "downloads", 0, "", 9], ["2026-11-27", "downloads", 3, "0", 7])
  expect(await listSteps("downloads", "jour", 0, NOW)).toEqual([
    { start: "2026-11-25", count: 5 },
    { start: "2026-11-26", count: 0 },
    { start: "2026-11-27", count: 7 },
  ])
  expect(await listSteps("downloads", "semaine", 0, NOW)).toEqual([{ start: "2026-11-23", count: 12 }])
})

test("49.1 months that are older than days stand before them", async () => {
  await db.execute(sql`truncate audience_days`)
  await db.execute(sql`insert into audience_months values ('2024-08-01', 'downloads', 0, '', 3)`)
  await count(["2024-10-31", "downloads", 0, "", 4], ["2026-11-27", "downloads", 0, "", 5])
  const months = await listSteps("downloads", "mois", 0, NOW)
  expect(months).toHaveLength(28)
  expect([months[0], months[1], months[2], months.at(-1)]).toEqual([
    { start: "2024-08-01", count: 3 },
    { start: "2024-09-01", count: 0 },
    { start: "2024-10-01", count: 4 },
    { start: "2026-11-01", count: 5 },
  ])
})

test("49.1 sums of 7 and 30 days stand beside as many before", async () => {
  await count(["2026-11-27", "downloads", 0, "", 1], ["2026-11-21", "downloads", 0, "", 2])
  await count(["2026-11-20", "downloads", 0, "", 4], ["2026-10-28", "downloads", 0, "", 8])
  await count(["2026-09-29", "downloads", 0, "", 16], ["2026-09-28", "downloads", 0, "", 32])
  const sums = await sumLast(["downloads", "play"], NOW)
  expect(sums("downloads")).toMatchObject({ week: 3, weekBefore: 4, month: 7, monthBefore: 24 })
  expect(sums("play").month).toBe(0)
})

test("49.1 an app’s last word within a week is how many follow by it", async () => {
  await count(
    ["2026-11-27", "subscribers", 0, "Overcast", 41],
    ["2026-11-26", "subscribers", 0, "Overcast", 50],
  )
  await count(["2026-11-22", "subscribers", 0, "Feedly", 12], ["2026-11-20", "subscribers", 0, "Ancienne", 9])
  await count(["2026-11-28", "subscribers", 0, "Feedly", 90])
  expect((await sumLast(["subscribers"], NOW))("subscribers").week).toBe(53)
})

test("49.2 first days are counted from the publication", async () => {
  await createHeard(100, 2)
  await createHeard(10, 3)
  await createEpisode({ publishedAt: new Date("2026-12-24"), title: "À venir" })
  const rows = await listFirstDays(sql`true`, 2, 1, NOW)
  expect(rows.map(({ age, first7, first30, first90 }) => [age, first7, first30, first90])).toEqual([
    [10, 21, 30, 30],
    [100, 14, 60, 180],
  ])
})

test("49.2 first days are unknown, not none, where they came before the counting or are months by now", async () => {
  const admin = await signInAsNew("admin")
  const old = await createHeard(1_000, 2)
  await createHeard(10, 3)
  await foldMonths(NOW)
  await count(["2025-01-01", "downloads", 0, "", 1])
  expect(
    (await listFirstDays(sql`true`, 2, 0, NOW)).map(({ first7, first90, all }) => [first7, first90, all]),
  ).toEqual([
    [21, 30, 30],
    [null, null, 2_000],
  ])
  expect((await findEpisodes([old.id], undefined, NOW))[0]?.curve).toEqual([])
  const { text } = await visitAs(admin, `/admin/episodes/${old.id}/audience`)
  expect([text.includes("trop anciens pour être connus"), text.includes("Selon son âge")]).toEqual([
    true,
    false,
  ])
})

test("49.2 what is usual is the middle half of the last episodes, but those that were moved in", async () => {
  const own = [
    await createHeard(40, 1),
    await createHeard(30, 2),
    await createHeard(20, 3),
    await createHeard(9, 9),
  ]
  await createHeard(35, 100, { createdAt: NOW })
  const last = await listOwnLast(undefined, 20, NOW)
  expect(last.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toReversed())
  expect(last[0]?.curve).toEqual([9, 18, 27, 36, 45, 54, 63, 72, 81])
  const { low, high } = typicalRange(last)
  expect([low[0], high[0], low[8], high[8], low[9], low.length]).toEqual([2, 3, 18, 27, null, 40])
})

test("49.2 the most downloaded of some days are found among old and new episodes", async () => {
  const old = await createHeard(300, 5)
  const grown = await createHeard(40, 6, { title: "Dépublié", isPublished: false })
  const [less, more] = [await createHeard(20, 3), await createHeard(8, 9)]
  const idsOf = async (days: number, most: number, which = isReleased) =>
    (await listTop(days, which, most, NOW)).map(({ id, count: many }) => [id, many])
  expect(await idsOf(30, 1)).toEqual([[old.id, 150]])
  expect(await idsOf(30, 2)).toEqual([
    [old.id, 150],
    [more.id, 72],
  ])
  expect(await idsOf(7, 2)).toEqual([
    [more.id, 63],
    [old.id, 35],
  ])
  expect((await idsOf(30, 10, sql`true`)).map(([id]) => id)).toEqual(
    [grown, old, more, less].map(({ id }) => id),
  )
  expect((await idsOf(365, 2)).map(([id]) => id)).toEqual([old.id, more.id])
})

test("49.3 weekdays begin on Monday", async () => {
  await count(["2026-11-23", "downloads", 0, "", 5], ["2026-11-22", "downloads", 0, "", 7])
  const days = await listWeekdays(30, NOW)
  expect(days.map(({ count: many }) => many)).toEqual([5, 0, 0, 0, 0, 0, 7])
})

test("49.3 what was looked for in vain leads to an episode of that title", async () => {
  const admin = await signInAsNew("admin")
  await count(["2026-11-27", "search", 0, "rap & <b>", 4])
  await db.execute(sql`update audience_days set day = current_date - 1 where measure = 'search'`)
  const link = (await visitAs(admin, "/admin/audience/site"))
    .all("a")
    .find(({ text }) => text.startsWith("Écrire"))
  const titleOf = async (path: string) =>
    (await visitAs(admin, path)).get("input", { name: "title" }).attributes.value
  expect(await titleOf(link?.attributes.href ?? "")).toBe("rap & <b>")
  expect(await titleOf(`/admin/episodes/new?titre=${"x".repeat(3_000)}`)).toBe("x".repeat(200))
})

test("49.1 Aperçu sends no more than twelve queries, those of its frame among them", async () => {
  const admin = await signInAsNew("admin")
  await createHeard(9, 9)
  await db.execute(sql`update audience_days set day = current_date - 1 where episode_id = 0`)
  const sent = await recordStatements(() => visitAs(admin, "/admin/audience"))
  expect(sent.length).toBeLessThanOrEqual(12)
})

test("49.4 each page answers with much, little and nothing counted", async () => {
  const admin = await signInAsNew("admin")
  const { id } = await createEpisode({ title: "Sans un son" })
  const all = [
    ...PAGES,
    `/admin/episodes/${id}/audience`,
    "/admin/audience/episodes?top=9&comparer=a&page=99",
  ]
  await db.execute(sql`truncate audience_days`)
  for (const path of all) expect([path, (await visitAs(admin, path)).status]).toEqual([path, 200])
  expect((await visitAs(admin, "/admin/audience")).text).toContain("Rien n’est encore compté.")
  const { rows } = await db.execute<{ day: string }>(sql`select (current_date - 1)::text as day`)
  const day = rows[0]?.day ?? ""
  const labels = {
    ...{ downloads: "", play: "", app: "Overcast", device: "mobile", country: "FR", source: "blog.example" },
    ...{ page: "/blog", referrer: "annuaire.example", search: "rap & <b>", unknown: "Platine/1.0" },
    ...{ refused: "bot", subscribers: "Overcast" },
  }
  for (const [measure, label] of Object.entries(labels)) await count([day, measure, 0, label, 1_234_567])
  await count(
    ["2020-01-01", "downloads", id, "1", 2_147_483_647],
    ["2026-01-02", "downloads", 0, "", 2_147_483_647],
  )
  await count([day, "downloads", id, "0", 2_147_483_647], [day, "aside", id, "3\tOvercast\tmobile\t\tFR", 51])
  await count([day, "play", id, "", 9], [day, "reached", id, "1", 9], [day, "reached", id, "10", 4])
  const texts: string[] = []
  for (const path of all) {
    const page = await visitAs(admin, path)
    expect([path, page.status]).toEqual([path, 200])
    texts.push(page.text)
  }
  const text = texts.join("\n")
  for (const said of [
    "France",
    "Téléphone ou tablette",
    "rap & <b>",
    "Platine/1.0",
    "annuaire.example",
    "Overcast",
  ])
    expect(text).toContain(said)
})

test("49.4 a table that is away is said, and answered 503", async () => {
  const admin = await signInAsNew("admin")
  await withoutTable("audience_days", async () => {
    for (const path of PAGES) {
      const page = await visitAs(admin, path)
      expect([path, page.status, page.text.includes("Impossible de charger")]).toEqual([path, 503, true])
    }
  })
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test("49.5 who may write sees their own episodes’ figures, who may write everywhere all, visitors’ pages admins", async () => {
  const writer = await createUser("moderator", undefined, ["write"])
  const cookie = await openSession(writer)
  const own = await createHeard(20, 7, { authorId: writer.id, title: "Le mien" })
  const other = await createHeard(20, 9, { title: "Le tien" })
  const statusOf = async (as: string, path: string) => (await visitAs(as, path)).status
  const page = await visitAs(cookie, "/admin/audience/episodes")
  expect([page.status, page.text.includes("Le mien"), page.text.includes("Le tien")]).toEqual([
    200,
    true,
    false,
  ])
  expect(await statusOf(cookie, `/admin/episodes/${own.id}/audience`)).toBe(200)
  expect(await statusOf(cookie, `/admin/episodes/${other.id}/audience`)).toBe(403)
  const csv = await send("/admin/audience/episodes.csv", { headers: { cookie } })
  expect([csv.status, (await csv.text()).includes("Le tien")]).toEqual([200, false])
  for (const path of [
    "/admin/audience",
    "/admin/audience/listening",
    "/admin/audience/site",
    "/admin/audience/method",
  ])
    expect([path, await statusOf(cookie, path)]).toEqual([path, 403])
  const all = await openSession(await createUser("moderator", undefined, ["write", "write-all"]))
  expect(await statusOf(all, "/admin/audience")).toBe(200)
  expect(await statusOf(all, "/admin/audience/site")).toBe(403)
})

test("49.6 tables for spreadsheets have French headers, days as ISO has them, and the figure last", async () => {
  const admin = await signInAsNew("admin")
  await createHeard(20, 7, { title: "=1+1" })
  const read = async (path: string) => await (await send(path, { headers: { cookie: admin } })).text()
  expect(await read("/admin/audience/downloads.csv?par=mois")).toMatch(
    /^Début;Téléchargements\r\n2026-01-01;1\r\n/,
  )
  expect(await read("/admin/audience/episodes.csv")).toMatch(
    /^Titre;Publié le;7 jours;30 jours;90 jours;En tout\r\n'=1\+1;2026-\d\d-\d\d;49;140;140;140\r\n$/,
  )
})

test("48.2 a day’s downloads that were set aside are counted by a click, once", async () => {
  const admin = await signInAsNew("admin")
  const { id } = await createEpisode()
  await count(
    ["2026-11-20", "aside", id, "3\tOvercast\tmobile\t\tFR", 51],
    ["2026-11-20", "aside", 0, "", 51],
  )
  const click = () =>
    sendForm("/admin/audience/method", { intent: "count-aside", day: "2026-11-20" }, { cookie: admin })
  expect((await visitAs(admin, "/admin/audience/method")).text).toContain("51 téléchargements (Overcast)")
  expect([(await click()).status, (await click()).status]).toEqual([200, 404])
  const wrong = await sendForm(
    "/admin/audience/method",
    { intent: "count-aside", day: "\0" },
    { cookie: admin },
  )
  expect(wrong.status).toBe(404)
})
