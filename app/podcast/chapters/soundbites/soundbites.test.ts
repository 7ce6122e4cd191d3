import fc from "fast-check"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import {
  cleanSoundbites,
  readSoundbiteLine,
  type Soundbite,
  soundbitesOfLines,
  writeSoundbiteLine,
  writeSoundbites,
} from "#app/kit/lib/soundbites.ts"
import { send } from "#test/app.ts"
import { createEpisode } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { visit } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { item, readAll, rss } from "#test/feed-fixtures.ts"
import { importItems } from "../../feeds-in/import.server.ts"
import { serializeItem } from "../../feeds-in/serialized-item.ts"

const office = openOffice()

const PATH = "/admin/episodes"
const SOUNDBITES: Soundbite[] = [
  { start: 0, duration: 15_000, title: "" },
  { start: 61_500, duration: 30_250, title: "La rencontre ?" },
]
const LINES = "0:00-0:15\n1:01.5-1:31.75 La rencontre ?"
const AUDIO = "https://sons.exemple.test/1.mp3"

const stored = async () =>
  (await db.select({ soundbites: episodes.soundbites }).from(episodes).where(eq(episodes.id, 1)))[0]
    ?.soundbites

describe("the soundbites of an episode's form", () => {
  test("39.5 are lines, which are stored in their order and come back", async () => {
    const lines = LINES.split("\n").toReversed().join("\r\n\r\n")
    expect((await office.save(PATH, { title: "T", guest: "G", soundbites: lines })).status).toBe(302)
    expect(await stored()).toEqual(SOUNDBITES)
    expect(await office.formOn(`${PATH}/1`)).toMatchObject({
      soundbites: LINES.replaceAll("\n", "\r\n"),
    })
    await office.edit(PATH, 1)
    expect(await stored()).toEqual(SOUNDBITES)
    await office.edit(PATH, 1, { soundbites: "" })
    expect(await stored()).toEqual([])
    expect(await office.formOn(`${PATH}/1?version=1`)).toMatchObject({
      soundbites: expect.stringMatching(/0:15/),
    })
  })

  test("lie within the episode, where it is known how long that is", async () => {
    const late = { title: "T", guest: "G", audioUrl: AUDIO, soundbites: "0:50-1:01 Fin" }
    expect((await office.save(PATH, { ...late, duration: "0:59" })).status).toBe(400)
    expect((await office.save(PATH, { ...late, duration: "1:00" })).status).toBe(302)
    expect((await office.save(PATH, late)).status).toBe(302)
  })
})

test("39.5 they are in the feed, and on the page, where each plays from its time", async () => {
  await createEpisode({ soundbites: SOUNDBITES, audioUrl: AUDIO })
  const feed = await (await send("/feed.xml")).text()
  expect(feed).toContain(
    '<podcast:soundbite startTime="0" duration="15"/>' +
      '<podcast:soundbite startTime="61.5" duration="30.25">La rencontre ?</podcast:soundbite>',
  )
  const list = (await visit("/episodes/1")).get("section", { "aria-labelledby": "extraits" })
  expect(list.all("li").map(({ text }) => text)).toEqual(["0:00 Extrait 1", "1:01 La rencontre\u202f?"])
  expect(list.all("a").map(({ attributes }) => attributes.href)).toEqual([
    ...["?t=0", `${AUDIO}#t=0`, "?t=61", `${AUDIO}#t=61.5`],
  ])
  await createEpisode({ soundbites: SOUNDBITES })
  expect((await visit("/episodes/2")).all("section", { "aria-labelledby": "extraits" })).toEqual([])
})

describe("a feed", () => {
  test("brings and renews them, until a host writes others", async () => {
    const take = (soundbites?: string) =>
      importItems([serializeItem(createFeedItem(1, { ...(soundbites !== undefined && { soundbites }) }))])
    await take(LINES)
    expect(await stored()).toEqual(SOUNDBITES)
    await take("0:00-0:15 Un seul")
    expect(await stored()).toEqual([{ start: 0, duration: 15_000, title: "Un seul" }])
    await office.edit(PATH, 1, { soundbites: "0:00-0:20 Le mien" })
    await take("0:00-0:30 Encore un")
    expect(await stored()).toEqual([{ start: 0, duration: 20_000, title: "Le mien" }])
  })

  test("says them in seconds, with a title or without one", async () => {
    const xml = `<podcast:soundbite startTime="61.5" duration="30.25">La rencontre &amp; ?</podcast:soundbite>
      <podcast:soundbite startTime="0" duration="15"/><podcast:soundbite startTime="0:10" duration="-5">Non</podcast:soundbite>
      <podcast:soundbite>Non plus</podcast:soundbite><podcast:person role="guest">Awa</podcast:person>`
    const namespace = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
    const [read] = (await readAll(rss(item(xml), namespace))).items
    expect(read).toMatchObject({ soundbites: "0:00-0:15\n1:01.5-1:31.75 La rencontre & ?", guest: "Awa" })
  })
})

describe("lines of soundbites", () => {
  test.each([
    ["12:34-13:20 Le titre", { from: "12:34", to: "13:20", title: "Le titre" }],
    ["12:34 – 13:20", { from: "12:34", to: "13:20", title: "" }],
    ["1:02:03—1:02:33   Hip-hop", { from: "1:02:03", to: "1:02:33", title: "Hip-hop" }],
    ["12:34- Intro", { from: "12:34", to: "", title: "Intro" }],
    ["Hip-hop", { from: "", to: "", title: "Hip-hop" }],
    ["- liste", { from: "", to: "", title: "- liste" }],
  ])("%j is read as it is meant", (line, read) => {
    expect(readSoundbiteLine(line)).toEqual(read)
    expect(readSoundbiteLine(writeSoundbiteLine(read))).toEqual(read)
  })

  test("whatever a feed says, what is taken of it is read back from its lines", () => {
    const one = fc.record({
      start: fc.oneof(fc.integer({ min: -5, max: 90_000_000 }), fc.constant(Number.NaN)),
      duration: fc.oneof(fc.integer({ min: -5, max: 90_000_000 }), fc.constant(Infinity)),
      title: fc.string({ unit: "binary", maxLength: 200 }),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (found) => {
        const taken = cleanSoundbites(found)
        expect(soundbitesOfLines(writeSoundbites(taken))).toEqual(taken)
      }),
    )
  })
})
