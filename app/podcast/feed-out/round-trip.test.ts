import { readdirSync, readFileSync } from "node:fs"
import { eq } from "drizzle-orm"
import { parseFeed } from "feedsmith"
import { parseFeed as parsePodcast } from "podcast-partytime"
import RssParser from "rss-parser"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { readAll } from "#test/feed-fixtures.ts"
import { importItems } from "../feeds-in/import.server.ts"
import { serializeItem } from "../feeds-in/serialized-item.ts"

useDatabase()

/** A folder of real feeds, which are not ours to keep: `REAL_FEEDS=../feeds npx vitest run round-trip`. */
const { REAL_FEEDS } = process.env

type Told = {
  guid: string
  title: string
  at: number
  sound: string
  type: string
  bytes: number
  seconds: number
  season: number
  number: number
  guests: string[]
  /** `61.5 30.25 Titre`. */
  soundbites: string[]
  chapters: string
  /** Their addresses, each with its type. */
  transcripts: string[]
}

/** What three readers that are not ours find in a feed. */
const READERS: Record<string, (xml: string) => Told[] | Promise<Told[]>> = {
  feedsmith(xml) {
    const { feed } = parseFeed(xml)
    const items = "items" in feed ? (feed.items ?? []) : []
    return items.map((item) => {
      if (!("guid" in item)) throw new Error("no RSS")
      const [sound] = item.enclosures ?? []
      return {
        guid: item.guid?.value ?? "",
        title: item.title ?? "",
        at: Date.parse(item.pubDate ?? ""),
        sound: sound?.url ?? "",
        type: sound?.type ?? "",
        bytes: sound?.length ?? 0,
        seconds: item.itunes?.duration ?? 0,
        season: item.itunes?.season ?? 0,
        number: item.itunes?.episode ?? 0,
        guests: (item.podcast?.persons ?? [])
          .filter(({ role }) => role === "guest")
          .map((one) => one.display ?? ""),
        soundbites: (item.podcast?.soundbites ?? []).map((one) => spell(one, one.display)),
        chapters: item.podcast?.chapters?.url ?? "",
        transcripts: (item.podcast?.transcripts ?? []).map(({ url = "", type = "" }) => `${url} ${type}`),
      }
    })
  },
  partytime(xml) {
    const items = parsePodcast(xml)?.items ?? []
    return items.map((item) => ({
      guid: item.guid,
      title: item.title ?? "",
      at: Number(item.pubDate),
      sound: item.enclosure.url,
      type: item.enclosure.type,
      bytes: item.enclosure.length,
      seconds: item.duration,
      season: item.podcastSeason?.number ?? 0,
      number: item.itunesEpisode ?? 0,
      guests: (item.podcastPeople ?? []).filter(({ role }) => /^guest$/i.test(role)).map(({ name }) => name),
      soundbites: (item.podcastSoundbites ?? []).map((one) => spell(one, one.title)),
      chapters: item.podcastChapters?.url ?? "",
      transcripts: (item.podcastTranscripts ?? []).map(
        ({ url, type }) =>
          // It has a name of its own for this one.
          `${url} ${(type as string) === "application/srt" ? "application/x-subrip" : type}`,
      ),
    }))
  },
  async "rss-parser"(xml) {
    const { items } = await OTHER.parseString(xml)
    return items.map((item) => ({
      guid: item.guid ?? "",
      title: item.title ?? "",
      at: Date.parse(item.pubDate ?? ""),
      sound: item.enclosure?.url ?? "",
      type: item.enclosure?.type ?? "",
      bytes: Number(item.enclosure?.length ?? 0),
      seconds: inSeconds(String(item.itunes?.duration ?? "0")),
      season: Number(item.itunes?.season ?? 0),
      number: Number(item.itunes?.episode ?? 0),
      guests: (item.persons ?? []).filter(({ $ }) => $.role === "guest").map(({ _ = "" }) => _),
      soundbites: (item.soundbites ?? []).map(({ $, _ }) => spell($, _)),
      chapters: item.chapters?.$.url ?? "",
      transcripts: (item.transcripts ?? []).map(({ $ }) => `${$.url} ${$.type}`),
    }))
  },
}

/** It knows of no namespace but Apple's, and hands out elements as they are written. */
const OTHER = new RssParser<
  object,
  Partial<Record<"persons" | "soundbites" | "transcripts", Written[]>> & {
    chapters?: Written
    itunes?: Partial<Record<"duration" | "season" | "episode", string>>
  }
>({
  customFields: {
    item: [
      ["podcast:person", "persons", { keepArray: true }],
      ["podcast:soundbite", "soundbites", { keepArray: true }],
      ["podcast:transcript", "transcripts", { keepArray: true }],
      ["podcast:chapters", "chapters"],
    ],
  },
})
type Written = { $: Record<string, string>; _?: string }

type Times = { startTime?: number | string; duration?: number | string }
const spell = ({ startTime, duration }: Times, title = "") =>
  `${Number(startTime)} ${Number(duration)} ${title}`

const inSeconds = (text: string) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)

async function republish(xml: string) {
  const { items, skipped } = await readAll(xml, { chunkSize: 65_536 })
  expect(skipped).toEqual([])
  await importItems(items.map((item) => serializeItem(item)))
  return await (await send("/feed.xml")).text()
}

const byGuid = (told: Told[]) => told.toSorted((one, other) => (one.guid < other.guid ? -1 : 1))

/** What each reader finds. */
async function tell(xml: string) {
  const told: Record<string, Told[]> = {}
  for (const [name, read] of Object.entries(READERS)) told[name] = byGuid(await read(xml))
  return told
}

const MADE = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel><title>Rimes de nuit</title>
<item><title>L’été « chaud » &amp; l'hiver 5 &gt; 3 !</title><guid isPermaLink="false">tag:rimes,2020:1</guid>
<pubDate>Fri, 03 Jul 2026 09:00:00 +0200</pubDate><enclosure url="https://sons.exemple.test/a.mp3?x=1&amp;y=2" length="123" type="audio/mpeg"/>
<itunes:duration>3723</itunes:duration><itunes:season>2</itunes:season><podcast:season>2</podcast:season><itunes:episode>7</itunes:episode>
<podcast:person role="guest">Awa Diallo</podcast:person><podcast:person role="guest">Bintou</podcast:person>
<podcast:soundbite startTime="61.5" duration="30.25">L’extrait &amp; &quot;l'autre&quot;</podcast:soundbite><podcast:soundbite startTime="90" duration="15">Deux</podcast:soundbite></item>
<item><title><![CDATA[Œuvre, 100 % cœur 😀 ?]]></title><guid>https://ancien.exemple.test/?p=12&amp;a=b</guid>
<pubDate>Wed, 01 Jul 2026 22:30:05 GMT</pubDate><enclosure url="https://sons.exemple.test/b.m4a" length="99999999999" type="audio/x-m4a"/>
<itunes:duration>59</itunes:duration></item>
<item><title>]]&gt; &quot;fin&quot; R&amp;B</title><guid isPermaLink="false">c'est "moi"</guid>
<pubDate>Tue, 31 Dec 2019 23:59:59 +0000</pubDate><enclosure url="https://sons.exemple.test/c.ogg" length="1" type="audio/ogg"/>
<itunes:duration>36000</itunes:duration></item>
</channel></rss>`

describe("a feed that was imported", () => {
  test("37.1 is published again as it was, say three readers that are not ours", async () => {
    const after = await tell(await republish(MADE))
    expect(after.feedsmith).toHaveLength(3)
    expect(after.partytime?.map(({ guests }) => guests)).toContainEqual(["Awa Diallo", "Bintou"])
    for (const told of Object.values(after))
      expect(told.flatMap(({ soundbites }) => soundbites)).toHaveLength(2)
    expect(after).toEqual(await tell(MADE))
  })

  test("leads the three readers to its chapters and its transcripts, which are what they say", async () => {
    const { id } = await createEpisode({
      audioUrl: "https://sons.exemple.test/a.mp3",
      chapters: [{ start: 61_500, title: "La rencontre" }],
    })
    const cues = [{ start: 0, end: 1_500, text: "Bonsoir à tous." }]
    await db.insert(transcripts).values({ episodeId: id, cues, text: "Bonsoir à tous.", isPublished: true })
    const [first, ...others] = Object.values(await tell(await (await send("/feed.xml")).text()))
    for (const other of others) expect(other).toEqual(first)
    const [told] = first ?? []
    const chapters = await send((told?.chapters ?? "").replace(PUBLIC_URL, ""))
    expect(await chapters.json()).toMatchObject({ chapters: [{ startTime: 61.5, title: "La rencontre" }] })
    expect(told?.transcripts).toHaveLength(4)
    for (const [address = "", type = ""] of told?.transcripts.map((one) => one.split(" ")) ?? []) {
      const file = await send(address.replace(PUBLIC_URL, ""))
      expect([file.status, file.headers.get("content-type")?.split(";")[0]]).toEqual([200, type])
      expect(await file.text()).toContain("Bonsoir à tous.")
    }
  })

  test("keeps to itself the rounds that the site counted, unless hosts give them out", async () => {
    const numbers = async () => {
      const { feedsmith = [] } = await tell(await (await send("/feed.xml")).text())
      return feedsmith.map(({ number }) => number).toSorted((one, other) => one - other)
    }
    await republish(MADE)
    await createEpisode({ audioUrl: "https://sons.exemple.test/d.mp3", number: 3, givenNumber: 3 })
    expect(await numbers()).toEqual([0, 0, 3, 7])
    const page = await (await send("/episodes")).text()
    for (const number of [1, 2]) expect(page).toContain(`Round ${number}`)
    // One that a host numbered, and one that its feed numbers at last as the site had counted.
    await db.update(episodes).set({ number: 12 }).where(eq(episodes.number, 1))
    await republish(
      MADE.replace("59</itunes:duration>", "59</itunes:duration><itunes:episode>2</itunes:episode>"),
    )
    expect(await numbers()).toEqual([2, 3, 7, 12])
    await emptyDatabase()
    await republish(MADE)
    await setSettings("feed", { numbersAll: true })
    expect(await numbers()).toEqual([1, 2, 7])
  })

  test.runIf(REAL_FEEDS)("is published again as it was, whoever made it", async () => {
    for (const name of readdirSync(REAL_FEEDS ?? ".").filter((file) => file.endsWith(".xml"))) {
      await emptyDatabase()
      const xml = readFileSync(`${REAL_FEEDS}/${name}`, "utf8")
      const after = await tell(await republish(xml))
      expect(after).toEqual(await tell(xml))
    }
  })
})
