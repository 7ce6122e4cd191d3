import { Readable } from "node:stream"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { audienceDays, audienceMonths } from "#app/db/schema/statistics.server.ts"
import { mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, storedRows } from "#test/factories.ts"
import { joinSpans, type Span, writeSpans } from "./byte-ranges.ts"
import { writeTotals } from "./day-totals.server.ts"
import { type Delivery, noteDelivery, writeDeliveries } from "./deliveries.server.ts"
import { foldDays, foldMonths, MAX_EPISODES } from "./fold-days.server.ts"
import { setSettings } from "#test/site-settings.ts"
import { countAside, listAside } from "./set-aside.server.ts"
import { forgetSounds, id3Length, neededBytes } from "./sounds.server.ts"

const before = getSettings()
const dataDir = await mkdtemp(join(tmpdir(), "cko-downloads-"))
afterAll(async () => {
  applySettings(before)
  await rm(dataDir, { recursive: true })
})
useDatabase()

/** A tag of 300,000 bytes, then ten minutes at 128 kbit/s. */
const HEAD = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 18, 39, 86])
const TAG = 300_000
const MINUTE = 960_000
const BYTES = TAG + 10 * MINUTE
const NEEDED = TAG + MINUTE
const WHOLE: Span[] = [[0, BYTES]]

const OVERCAST = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)"
const ANTENNAPOD = "AntennaPod/3.5.0"
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"

let key = ""
let episodeId = 0

/** A published episode whose sound the site serves. */
async function createHeard(values: { publishedAt?: Date; isPublished?: boolean } = {}, file = {}) {
  const medium = await createMedium({ kind: "audio", type: "audio/mpeg", durationMs: 600_000, ...file })
  const path = `kk/${medium.key}/son.mp3`
  await getStore().put(path, Readable.from([HEAD]), { bytes: HEAD.length, type: "audio/mpeg" })
  const known = { name: "son.mp3", type: "audio/mpeg", bytes: BYTES, sha256: "0".repeat(64), path, ...file }
  await db.insert(mediaFiles).values({ mediumId: medium.id, role: "main", ...known })
  const episode = await createEpisode({ publishedAt: new Date("2026-10-01T06:00:00Z"), ...values })
  await db
    .insert(mediaUses)
    .values({ mediumId: medium.id, source: "episodes", rowId: episode.id })
    .onConflictDoNothing()
  return { key: medium.key, episodeId: episode.id }
}

beforeEach(async () => {
  applySettings({ ...before, dataDir })
  forgetSounds()
  const heard = await createHeard()
  key = heard.key
  episodeId = heard.episodeId
})

/** @property until when it was over, where that took its time */
type Asked = Partial<Omit<Delivery, "at">> & { at?: string; until?: string }

/** In winter Paris is an hour ahead. */
const NOON = "2026-11-20T11:00:00Z"

/** Asks for something, at its time, as a site does that writes every ten seconds and folds every night. */
async function ask({ at = NOON, until = at, ...asked }: Asked) {
  const now = new Date(until)
  await foldDays(now)
  const usual = {
    key,
    network: "192.0.2.1",
    userAgent: OVERCAST,
    referrer: "",
    sent: WHOLE,
    isUnverified: false,
  }
  await noteDelivery({ ...usual, ...asked, at: new Date(at) }, now)
  await writeDeliveries(now)
}

/** What was counted once all days are over. */
async function totals(measure = "downloads") {
  await writeTotals()
  await foldDays(new Date("2027-12-31T12:00:00Z"))
  const { rows } = await db.execute<{ day: string; count: number }>(
    sql`select day::text, sum(count)::int as count from ${audienceDays} where measure = ${measure} and episode_id = 0 group by day order by day`,
  )
  return rows.map(({ day, count }) => `${day} ${count}`)
}

const sentTo = (...sent: Span[]): Asked => ({ sent })
const atParis = (...times: string[]): Asked[] => times.map((at) => ({ at }))

type Case = [what: string, asked: Asked[], downloads: number]
const CASES: Case[] = [
  ["a whole file", [{}], 1],
  ["a whole file twice", [{}, {}], 1],
  ["the head alone", [sentTo([0, TAG])], 0],
  ["the head and a minute", [sentTo([0, NEEDED])], 1],
  ["one byte less", [sentTo([0, NEEDED - 1])], 0],
  ["a minute without the head", [sentTo([TAG, TAG + MINUTE])], 0],
  ["as many bytes from the middle", [sentTo([3_000_000, 3_000_000 + NEEDED])], 1],
  ["two halves", [sentTo([0, NEEDED / 2]), sentTo([NEEDED / 2, NEEDED])], 1],
  ["two halves, the last first", [sentTo([NEEDED / 2, NEEDED]), sentTo([0, NEEDED / 2])], 1],
  ["halves of one answer", [sentTo([0, NEEDED / 2], [NEEDED / 2, NEEDED])], 1],
  ["the same half twice", [sentTo([0, NEEDED / 2]), sentTo([0, NEEDED / 2])], 0],
  ["halves that overlap", [sentTo([0, 700_000]), sentTo([600_000, NEEDED])], 1],
  ["halves that overlap and miss a byte", [sentTo([0, 700_000]), sentTo([600_000, NEEDED - 1])], 0],
  ["halves with a gap of a byte", [sentTo([0, 600_000]), sentTo([600_001, NEEDED])], 0],
  [
    "halves of two listeners",
    [sentTo([0, NEEDED / 2]), { ...sentTo([NEEDED / 2, NEEDED]), network: "192.0.2.2" }],
    0,
  ],
  [
    "halves of two apps",
    [sentTo([0, NEEDED / 2]), { ...sentTo([NEEDED / 2, NEEDED]), userAgent: ANTENNAPOD }],
    0,
  ],
  ["64 kB that a page loads ahead", [{ ...sentTo([0, 65_536]), userAgent: FIREFOX }], 0],
  ["pieces of 64 kB", Array.from({ length: 20 }, (_, n) => sentTo([n * 65_536, (n + 1) * 65_536])), 1],
  [
    "pieces of 64 kB, not enough of them",
    Array.from({ length: 19 }, (_, n) => sentTo([n * 65_536, (n + 1) * 65_536])),
    0,
  ],
  ["nothing at all", [sentTo()], 0],
  ["two bytes, and sent on for all of it", [{ sent: [], isUnverified: true }, {}], 1],
  ["two bytes, and sent on", [{ sent: [], isUnverified: true }], 0],
  ["two networks", [{}, { network: "192.0.2.2" }], 2],
  ["two networks of IPv6", [{ network: "2001:db8::/64" }, { network: "2001:db8:0:1::/64" }], 2],
  ["two apps of one network", [{}, { userAgent: ANTENNAPOD }], 2],
  [
    "ten requests, six apps, one network",
    Array.from({ length: 10 }, (_, n) => ({ userAgent: `AntennaPod/3.${n % 6}` })),
    6,
  ],
  ["a bot", [{ userAgent: "Googlebot/2.1 (+http://www.google.com/bot.html)" }], 0],
  ["a preview of a link", [{ userAgent: "facebookexternalhit/1.1" }], 0],
  ["nobody who says who it is", [{ userAgent: "" }], 0],
  ["an Apple Watch beside its phone", [{ userAgent: "atc/1.0 watchOS/10.0 model/Watch6,2" }], 0],
  ["an Apple Watch by another name", [{ userAgent: "Podcasts/(null) (null)/(null) watchOS/9.0" }], 0],
  ["an unknown app", [{ userAgent: "MonAppli/1.0" }], 1],
  ["an unknown crawler", [{ userAgent: "MonCrawler/1.0" }], 0],
  ["curl", [{ userAgent: "curl/8.5.0" }], 0],
  ["a browser that plays", [{ userAgent: FIREFOX, referrer: "https://cko.test/episodes/1" }], 1],
  ["evening and night", atParis("2026-11-20T22:59:00Z", "2026-11-20T23:01:00Z"), 2],
  ["the first and last minute of a day", atParis("2026-11-19T23:00:00Z", "2026-11-20T22:59:59Z"), 1],
  ["play, pause, play an hour later", atParis("2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"), 1],
  [
    "a day of 25 hours, from its first minute to its last",
    atParis("2026-10-24T22:00:00Z", "2026-10-25T22:59:00Z"),
    1,
  ],
  [
    "the days around 25 hours",
    atParis("2026-10-24T21:59:00Z", "2026-10-25T12:00:00Z", "2026-10-25T23:01:00Z"),
    3,
  ],
  [
    "a day of 23 hours, from its first minute to its last",
    atParis("2027-03-27T23:00:00Z", "2027-03-28T21:59:00Z"),
    1,
  ],
  [
    "the days around 23 hours",
    atParis("2027-03-27T22:59:00Z", "2027-03-28T12:00:00Z", "2027-03-28T22:01:00Z"),
    3,
  ],
  [
    "halves before and after midnight",
    [
      { ...sentTo([0, NEEDED / 2]), at: "2026-11-20T22:59:00Z" },
      { ...sentTo([NEEDED / 2, NEEDED]), at: "2026-11-20T23:01:00Z" },
    ],
    0,
  ],
  [
    "halves before and after the hour that comes twice",
    [
      { ...sentTo([0, NEEDED / 2]), at: "2026-10-25T00:59:00Z" },
      { ...sentTo([NEEDED / 2, NEEDED]), at: "2026-10-25T01:01:00Z" },
    ],
    1,
  ],
  [
    "halves before and after the hour that never comes",
    [
      { ...sentTo([0, NEEDED / 2]), at: "2027-03-28T00:59:00Z" },
      { ...sentTo([NEEDED / 2, NEEDED]), at: "2027-03-28T01:01:00Z" },
    ],
    1,
  ],
  [
    "halves before and after the midnight of summer time",
    [
      { ...sentTo([0, NEEDED / 2]), at: "2026-10-24T21:59:00Z" },
      { ...sentTo([NEEDED / 2, NEEDED]), at: "2026-10-24T22:01:00Z" },
    ],
    0,
  ],
  [
    "three hours after midnight, one of which comes twice",
    [
      { at: "2026-10-24T21:58:00Z", until: "2026-10-25T00:59:00Z" },
      { at: "2026-10-24T21:59:00Z", until: "2026-10-25T01:01:00Z", network: "192.0.2.2" },
    ],
    1,
  ],
  [
    "three hours after midnight, between which one is left out",
    [
      { at: "2027-03-27T22:58:00Z", until: "2027-03-28T01:59:00Z" },
      { at: "2027-03-27T22:59:00Z", until: "2027-03-28T02:01:00Z", network: "192.0.2.2" },
    ],
    1,
  ],
  ["the last and the first minute of a year", atParis("2026-12-31T22:59:00Z", "2026-12-31T23:00:00Z"), 2],
  ["before the publication", [{ at: "2026-10-01T05:59:59Z" }], 0],
  ["the second after the publication", [{ at: "2026-10-01T06:00:00Z" }], 1],
  ["another file", [{ key: "x".repeat(22) }], 0],
  ["an address that is none", [{ key: "%00" }], 0],
]

test.each(CASES)("48.1 %s: as many downloads as listeners", async (_what, asked, downloads) => {
  for (const one of asked) await ask(one)
  const counted = await totals()
  expect(counted.reduce((sum, line) => sum + Number(line.split(" ")[1]), 0)).toBe(downloads)
})

test("48.1 a listener counts once a calendar day in Paris", async () => {
  // Monday 22:00, Tuesday 03:00 and 22:15, Wednesday 23:15 (PTM 2.3, 5.5.1).
  for (const at of [
    "2026-11-16T21:00:00Z",
    "2026-11-17T02:00:00Z",
    "2026-11-17T21:15:00Z",
    "2026-11-18T22:15:00Z",
  ])
    await ask({ at })
  expect(await totals()).toEqual(["2026-11-16 1", "2026-11-17 1", "2026-11-18 1"])
})

test("48.1 what was asked for before midnight and ended after it is of the day before", async () => {
  await ask({ at: "2026-11-20T22:50:00Z" })
  await ask({ at: "2026-11-20T23:05:00Z", network: "192.0.2.2" })
  await ask({ at: "2026-11-20T22:58:00Z", until: "2026-11-20T23:40:00Z" })
  await ask({ at: "2026-11-20T22:59:00Z", until: "2026-11-21T02:30:00Z", network: "192.0.2.3" })
  expect(await totals()).toEqual(["2026-11-20 1", "2026-11-21 1"])
})

test("48.2 whoever fetched it before the publication and again after it has heard it", async () => {
  await ask({ at: "2026-10-01T05:59:00Z" })
  await ask({ at: "2026-10-01T06:01:00Z" })
  expect([await totals(), await totals("early")]).toEqual([["2026-10-01 1"], []])
})

test("48.1 apps that come the moment an episode is published are counted", async () => {
  const hidden = await createHeard({ isPublished: false })
  await ask({ key: hidden.key, network: "192.0.2.9" })
  await db.execute(sql`update episodes set is_published = true where id = ${hidden.episodeId}`)
  await ask({ key: hidden.key })
  expect(await totals()).toEqual(["2026-11-20 1"])
})

describe("48.2 what is no download is counted apart", () => {
  test("before the publication, or while nobody may hear it", async () => {
    const hidden = await createHeard({ isPublished: false })
    await ask({ at: "2026-10-01T05:59:59Z" })
    await ask({ key: hidden.key })
    expect([await totals(), await totals("early")]).toEqual([[], ["2026-10-01 1", "2026-11-20 1"]])
  })

  test("sent on with two bytes, where nothing else was asked for", async () => {
    await ask({ sent: [], isUnverified: true })
    await ask({ sent: [], isUnverified: true, network: "192.0.2.2" })
    await ask({ network: "192.0.2.2" })
    expect([await totals(), await totals("unverified")]).toEqual([["2026-11-20 1"], ["2026-11-20 1"]])
  })

  test("who takes more episodes on one day than anybody hears", async () => {
    const sounds = [key]
    while (sounds.length <= MAX_EPISODES) sounds.push((await createHeard()).key)
    for (const one of sounds.slice(1)) await ask({ key: one })
    for (const one of sounds) await ask({ key: one, network: "192.0.2.2" })
    expect([await totals(), await totals("aside")]).toEqual([["2026-11-20 50"], ["2026-11-20 51"]])
    expect(await listAside()).toEqual([{ day: "2026-11-20", count: 51, apps: ["Overcast"] }])
    expect(await Promise.all([countAside("2026-11-20"), countAside("2026-11-20")])).toContain(51)
    expect([await totals(), await totals("app"), await totals("aside")]).toEqual([
      ["2026-11-20 101"],
      ["2026-11-20 101"],
      [],
    ])
    const counted = await storedRows("episode_counts")
    expect(counted.reduce((sum, row) => sum + Number(row.downloads), 0)).toBe(101)
    expect(await listAside()).toEqual([])
  })

  test("apps that nobody knows, by their name", async () => {
    await ask({ userAgent: "Platine/1.0" })
    await ask({ userAgent: `${"x".repeat(100_000)}\0\ud800` })
    expect([await totals(), await totals("unknown")]).toEqual([["2026-11-20 2"], ["2026-11-20 2"]])
  })

  test("networks that a host excludes, and no others", async () => {
    await setSettings("audience", { excluded: "192.0.2.0/31\n2001:db8::/32" })
    for (const network of ["192.0.2.1", "2001:db8:1:2::/64", "192.0.2.2", "unknown"]) await ask({ network })
    expect([await totals(), await totals("refused")]).toEqual([["2026-11-20 2"], ["2026-11-20 2"]])
  })

  test("bots, by day", async () => {
    await ask({ userAgent: "" })
    await ask({ userAgent: "Googlebot/2.1" })
    expect(await totals("refused")).toEqual(["2026-11-20 2"])
  })
})

test("48.3 totals know the app, the device and, of browsers, the page; and how old the episode was", async () => {
  const at = "2026-10-03T05:00:00Z"
  await ask({ at, network: "81.53.1.1" })
  await ask({ at, userAgent: FIREFOX, referrer: "https://blog.example/un-episode" })
  await totals()
  const { rows } = await db.execute(
    sql`select measure, episode_id as id, label, count from ${audienceDays} order by 1, 3, 2`,
  )
  expect(rows).toEqual([
    { measure: "app", id: 0, label: "Firefox", count: 1 },
    { measure: "app", id: episodeId, label: "Firefox", count: 1 },
    { measure: "app", id: 0, label: "Overcast", count: 1 },
    { measure: "app", id: episodeId, label: "Overcast", count: 1 },
    { measure: "country", id: 0, label: "", count: 1 },
    { measure: "country", id: 0, label: "FR", count: 1 },
    { measure: "device", id: 0, label: "computer", count: 1 },
    { measure: "device", id: 0, label: "mobile", count: 1 },
    { measure: "downloads", id: 0, label: "", count: 2 },
    { measure: "downloads", id: episodeId, label: "1", count: 2 },
    { measure: "source", id: 0, label: "blog.example", count: 1 },
  ])
})

test("48.4 after a day nobody can be told from what is kept of it", async () => {
  await ask({})
  const dump = async () =>
    JSON.stringify([
      (await db.execute(sql`select d::text, encode(d.listener, 'escape') from deliveries d`)).rows,
      (await db.execute(sql`select t::text from audience_days t`)).rows,
    ])
  expect(await dump()).not.toMatch(/192\.0\.2|Overcast\/3/)
  await totals()
  const { rows } = await db.execute(
    sql`select (select count(*)::int from deliveries) as left, (select count(*)::int from secrets where name like 'listeners-%') as salts`,
  )
  expect(rows).toEqual([{ left: 0, salts: 0 }])
})

test("48.4 what is noted by two processes is one listener’s, and what is folded twice is counted once", async () => {
  await ask(sentTo([0, NEEDED / 2]))
  await ask(sentTo([NEEDED / 2, NEEDED]))
  const later = new Date("2026-11-22T12:00:00Z")
  expect(await Promise.all([foldDays(later), foldDays(later)])).toContain(1)
  expect((await storedRows("episode_counts"))[0]).toMatchObject({ episode_id: episodeId, downloads: 1 })
  expect(await totals()).toEqual(["2026-11-20 1"])
})

test("48.5 after 25 months days become months", async () => {
  await ask({ at: "2026-11-20T11:00:00Z" })
  await ask({ at: "2026-11-21T11:00:00Z" })
  await totals()
  await foldMonths(new Date("2028-12-15T12:00:00Z"))
  expect(await totals()).toHaveLength(2)
  await foldMonths(new Date("2029-01-15T12:00:00Z"))
  expect(await totals()).toEqual([])
  const { rows } = await db.execute(
    sql`select day::text, measure, count from ${audienceMonths} where measure = 'downloads' and episode_id = 0`,
  )
  expect(rows).toEqual([{ day: "2026-11-01", measure: "downloads", count: 2 }])
})

test("made-up listeners fill no more than a day's room", async () => {
  await ask({})
  const asked = {
    key,
    userAgent: OVERCAST,
    referrer: "",
    sent: WHOLE,
    isUnverified: false,
    at: new Date(NOON),
  }
  for (let n = 2; n < 50; n += 1) await noteDelivery({ ...asked, network: `192.0.2.${n}` }, asked.at)
  await writeDeliveries(asked.at, 1)
  expect(await totals()).toEqual(["2026-11-20 1"])
})

test("what makes a download of a file", () => {
  expect(neededBytes(BYTES, 600_000, TAG)).toBe(NEEDED)
  expect(neededBytes(BYTES, null, TAG)).toBe(BYTES)
  expect(neededBytes(500_000, 59_000, 0)).toBe(500_000)
  expect(neededBytes(500_000, 60_000, 0)).toBe(500_000)
  expect(neededBytes(500_000, 60_000_000, 600_000)).toBe(500_000)
  expect(id3Length(HEAD)).toBe(TAG)
  expect(id3Length(Buffer.from("RIFFxxxxWAVE"))).toBe(0)
  expect(id3Length(Buffer.from("ID3"))).toBe(0)
})

test("parts of a file are joined", () => {
  expect(
    joinSpans([
      [5, 9],
      [0, 5],
      [20, 20],
      [7, 12],
      [15, 16],
    ]),
  ).toEqual([
    [0, 12],
    [15, 16],
  ])
  expect(
    writeSpans([
      [0, 12],
      [15, 16],
    ]),
  ).toBe("{[0,12),[15,16)}")
  const many = Array.from({ length: 100_000 }, (_, n): Span => [2 * n, 2 * n + 1])
  expect(joinSpans(many)).toHaveLength(100)
})
