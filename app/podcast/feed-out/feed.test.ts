import { eq, sql } from "drizzle-orm"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createGuest, createMedium } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"

useDatabase()

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) =>
    ["item", "podcast:person", "itunes:category", "podcast:txt", "podcast:contentLink"].includes(name),
})

async function readFeed() {
  const response = await send("/feed.xml")
  expect(response.status).toBe(200)
  const { channel } = parser.parse(await response.text()).rss
  return { channel, items: channel.item ?? [], headers: response.headers }
}

const AUDIO = "https://sons.exemple.test/1.mp3"

test("names its trailers beside the podcast, the newest first, those of seasons with theirs", async () => {
  const trailer = { type: "trailer", audioUrl: AUDIO } as const
  await createEpisode({ ...trailer, title: "Bientôt", publishedAt: new Date("2025-01-02T10:00:00Z") })
  await createEpisode({
    ...trailer,
    title: "La saison 2 & vous",
    season: 2,
    audioBytes: 5_000,
    publishedAt: new Date("2025-02-02T10:00:00Z"),
  })
  await createEpisode({ ...trailer, title: "Brouillon", isPublished: false })
  const xml = await (await send("/feed.xml")).text()
  const [channel = ""] = xml.split("<item>")
  expect(channel.match(/<podcast:trailer[^]*?<\/podcast:trailer>/g)).toEqual([
    `<podcast:trailer pubdate="Sun, 02 Feb 2025 10:00:00 GMT" url="${AUDIO}" length="5000" type="audio/mpeg" season="2">La saison 2 &amp; vous</podcast:trailer>`,
    `<podcast:trailer pubdate="Thu, 02 Jan 2025 10:00:00 GMT" url="${AUDIO}" type="audio/mpeg">Bientôt</podcast:trailer>`,
  ])
})

describe("the podcast's own feed", () => {
  test("37.1 says of the podcast what hosts set", async () => {
    await setSettings("podcast", {
      name: "L’Été & « Œuvre » !",
      description: "Une <phrase>\nsur deux lignes",
      categories: ["Music > Music Interviews", "Music", "Comedy"],
      ownerName: "Awa",
      ownerEmail: "awa@exemple.test",
      isExplicit: true,
      language: "fr-BE",
      location: "Bruxelles & « Molenbeek »",
    })
    await setSettings("support", {
      links: [
        { label: "HelloAsso & co", url: "https://don.exemple.test/?a=1&b=2" },
        { label: "Ko-fi", url: "https://ko-fi.exemple.test/cko" },
      ],
    })
    await setSettings("feed", {
      type: "serial",
      frequency: "FREQ=WEEKLY;INTERVAL=2",
      license: "cc-by-4.0",
      aiContent: "no",
      isLocked: false,
      newAddress: "https://ailleurs.exemple.test/flux",
      texts: [{ value: "abc", purpose: "verify" }],
    })
    const { channel } = await readFeed()
    expect(channel).toMatchObject({
      title: "L’Été & « Œuvre » !",
      link: `${PUBLIC_URL}/`,
      "atom:link": { "@href": `${PUBLIC_URL}/feed.xml`, "@rel": "self", "@type": "application/rss+xml" },
      description: "Une <phrase>\nsur deux lignes",
      language: "fr-BE",
      copyright: "© 2025 L’Été & « Œuvre » !",
      "itunes:author": "L’Été & « Œuvre » !",
      "itunes:owner": { "itunes:name": "Awa", "itunes:email": "awa@exemple.test" },
      "itunes:category": [
        { "@text": "Music", "itunes:category": [{ "@text": "Music Interviews" }] },
        { "@text": "Comedy" },
      ],
      "itunes:explicit": "true",
      "itunes:type": "serial",
      "itunes:new-feed-url": "https://ailleurs.exemple.test/flux",
      "podcast:medium": "podcast",
      "podcast:locked": { "#text": "no", "@owner": "awa@exemple.test" },
      "podcast:license": "cc-by-4.0",
      "podcast:funding": [
        { "#text": "HelloAsso & co", "@url": "https://don.exemple.test/?a=1&b=2" },
        { "#text": "Ko-fi", "@url": "https://ko-fi.exemple.test/cko" },
      ],
      "podcast:updateFrequency": { "@rrule": "FREQ=WEEKLY;INTERVAL=2" },
      "podcast:location": "Bruxelles & « Molenbeek »",
      "podcast:txt": [
        { "#text": "false", "@purpose": "ai-content" },
        { "#text": "abc", "@purpose": "verify" },
      ],
    })
    expect(channel["podcast:person"].map((person: { "#text": string }) => person["#text"])).toContain(
      "Awa Lindor",
    )
    expect(channel["podcast:guid"]).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
  })

  test("37.1 has a cover that the site draws where hosts chose none that directories take", async () => {
    const imageOf = async () => (await readFeed()).channel["itunes:image"]["@href"]
    const drawn = await imageOf()
    expect(drawn).toMatch(new RegExp(`^${PUBLIC_URL}/brand/[\\w-]{12}/cover.jpg$`))
    expect((await readFeed()).channel.image.url).toBe(drawn)
    const small = await createMedium({ width: 900, height: 900 })
    await createFile(small.id, "image/png", 99)
    await setSettings("podcast", { cover: `/media/${small.key}/petite.png` })
    expect(await imageOf()).toBe(drawn)
    await setSettings("podcast", { name: "Autrement" })
    expect(await imageOf()).not.toBe(drawn)
  })

  test("says nothing of a place or of an AI where hosts said nothing", async () => {
    const { channel } = await readFeed()
    expect(channel).not.toHaveProperty("podcast:location")
    expect(channel).not.toHaveProperty("podcast:txt")
    await setSettings("feed", { aiContent: "yes" })
    expect((await readFeed()).channel["podcast:txt"]).toEqual([{ "#text": "true", "@purpose": "ai-content" }])
  })

  test("37.3 hides the owner's address where hosts say so", async () => {
    await setSettings("podcast", { ownerName: "Awa", ownerEmail: "awa@exemple.test" })
    await setSettings("feed", { showsOwnerEmail: false })
    const text = await (await send("/feed.xml")).text()
    expect(text).toContain("<itunes:name>Awa</itunes:name>")
    expect(text).not.toContain("awa@exemple.test")
  })

  test("37.1 says all of an episode whose sound is elsewhere", async () => {
    const { id } = await createEpisode({
      title: "Un  titre & <deux> « guillemets » !",
      subtitle: "En bref",
      guest: "Awa et Bintou",
      description: "Du **gras** et [un lien](/blog).\n\n## Titre",
      credits: "Son : Yanis",
      links: [{ label: "Le [disque]", url: "https://disque.exemple.test/" }],
      guid: "tag:ancien,2020:1",
      audioUrl: `${AUDIO}?a=1&b=2`,
      audioType: "audio/mpeg",
      audioBytes: 12_345_678_901,
      durationSeconds: 3_723,
      season: 2,
      number: 7,
      chapters: [{ start: 0, title: "Début" }],
      type: "bonus",
      isExplicit: true,
      youtubeUrl: "https://www.youtube.com/watch?v=abc",
      spotifyUrl: "https://open.spotify.com/episode/abc",
      thumbnailUrl: "https://images.exemple.test/1.jpg",
      publishedAt: new Date("2024-02-29T18:05:06.789Z"),
    })
    const { items } = await readFeed()
    const page = `${PUBLIC_URL}/episodes/${id}`
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      title: "Un  titre & <deux> « guillemets » !",
      link: page,
      guid: { "#text": "tag:ancien,2020:1", "@isPermaLink": "false" },
      pubDate: "Thu, 29 Feb 2024 18:05:06 GMT",
      enclosure: { "@url": `${AUDIO}?a=1&b=2`, "@length": "12345678901", "@type": "audio/mpeg" },
      comments: `${page}#commentaires`,
      "itunes:subtitle": "En bref",
      "itunes:duration": "3723",
      "itunes:episodeType": "bonus",
      "itunes:season": "2",
      "itunes:episode": "7",
      "itunes:explicit": "true",
      "itunes:image": { "@href": "https://images.exemple.test/1.jpg" },
      "podcast:season": "2",
      "podcast:episode": "7",
    })
    // No protocol of its list is that of comments on a page.
    expect(items[0]).not.toHaveProperty("podcast:socialInteract")
    expect(items[0].description).toBe(
      `<p>Du <strong>gras</strong> et <a href="${PUBLIC_URL}/blog">un lien</a>.</p><p><strong>Titre</strong></p>` +
        "<p><strong>Crédits</strong></p><p>Son\u00a0: Yanis</p><p><strong>Liens</strong></p>" +
        '<ul><li><a href="https://disque.exemple.test/">Le [disque]</a></li></ul>',
    )
    expect(items[0]["content:encoded"]).toContain("<h2>Titre</h2>")
    expect(items[0]["podcast:contentLink"]).toHaveLength(2)
    const people = items[0]["podcast:person"].map((person: Record<string, string>) => [
      person["#text"],
      person["@role"],
    ])
    expect(people).toEqual([
      ["Awa Lindor", "host"],
      ["Yanis Corvel", "host"],
      ["Awa", "guest"],
      ["Bintou", "guest"],
    ])
  })

  test("takes bytes and type of a sound of the library from its file, and its pictures where directories take them", async () => {
    const sound = await createMedium({ kind: "audio", type: "audio/mp4", bytes: 4_321, title: "son.m4a" })
    const cover = await createMedium({ width: 1_400, height: 1_400 })
    await createFile(sound.id, "audio/mp4", 4_321)
    await createFile(cover.id, "image/png", 99)
    const audioUrl = `/media/${sound.key}/son%20un.m4a`
    const values = {
      audioUrl,
      audioBytes: 1,
      audioType: "audio/mpeg",
      thumbnailUrl: `/media/${cover.key}/a.webp`,
    }
    await createEpisode(values)
    await setSettings("podcast", { cover: `/media/${cover.key}/a.webp` })
    const { channel, items } = await readFeed()
    expect(items[0].enclosure).toEqual({
      "@url": PUBLIC_URL + audioUrl,
      "@length": "4321",
      "@type": "audio/mp4",
    })
    const image = `${PUBLIC_URL}/media/${cover.key}/image.png`
    expect(items[0]["itunes:image"]).toEqual({ "@href": image })
    expect(channel["itunes:image"]).toEqual({ "@href": image })
    expect(channel.image).toEqual({ url: image, title: "CKO", link: `${PUBLIC_URL}/` })
  })

  test("has chapters in the items, too, but for hidden ones, whatever they are called", async () => {
    const chapters = [
      { start: 0, title: "Début" },
      { start: 61_500, title: `]]> <"l’été"> & \u0008\uffff`, linkUrl: "https://a.test/?a=1&b=2" },
      { start: 90_000, title: "Une image", isHidden: true as const },
      { start: 86_399_999, title: "Fin", imageUrl: "/media/fin.png" },
    ]
    await createEpisode({ audioUrl: AUDIO, chapters, publishedAt: new Date("2024-02-02") })
    await createEpisode({
      audioUrl: AUDIO,
      chapters: chapters.slice(2, 3),
      publishedAt: new Date("2024-02-01"),
    })
    const text = await (await send("/feed.xml")).text()
    expect(XMLValidator.validate(text)).toBe(true)
    expect(text).toContain('xmlns:psc="http://podlove.org/simple-chapters"')
    const { items } = await readFeed()
    expect(items[0]["psc:chapters"]).toEqual({
      "@version": "1.2",
      "psc:chapter": [
        { "@start": "00:00:00.000", "@title": "Début" },
        { "@start": "00:01:01.500", "@title": `]]> <"l’été"> & `, "@href": "https://a.test/?a=1&b=2" },
        { "@start": "23:59:59.999", "@title": "Fin", "@image": `${PUBLIC_URL}/media/fin.png` },
      ],
    })
    expect(items[1]).toHaveProperty("podcast:chapters")
    expect(items[1]).not.toHaveProperty("psc:chapters")
  })

  test("says what pictures of the library show, as soon as somebody wrote it, and has those that are as wide as a film", async () => {
    const wide = await createMedium({ width: 1_280, height: 720 })
    const square = await createMedium({ width: 1_400, height: 1_400, alt: "Deux micros ]]> & « rouges »" })
    await createFile(wide.id, "image/webp", 9)
    await createFile(square.id, "image/png", 99)
    const thumbnailUrl = `/media/${wide.key}/a.webp`
    await createEpisode({ audioUrl: AUDIO, thumbnailUrl })
    await setSettings("podcast", { cover: `/media/${square.key}/a.png` })
    const url = PUBLIC_URL + thumbnailUrl
    const { channel, items } = await readFeed()
    expect(channel["podcast:image"]).toEqual({
      "@href": `${PUBLIC_URL}/media/${square.key}/a.png`,
      "@alt": "Deux micros ]]> & « rouges »",
      "@aspect-ratio": "1/1",
      "@width": "1400",
      "@height": "1400",
      "@type": "image/png",
    })
    expect(items[0]).not.toHaveProperty("podcast:image")
    expect(items[0]["media:thumbnail"]).toEqual({ "@url": url, "@width": "1280", "@height": "720" })

    await db.update(media).set({ alt: "La scène" }).where(eq(media.id, wide.id))
    expect((await readFeed()).items[0]["podcast:image"]).toMatchObject({
      "@href": url,
      "@alt": "La scène",
      "@aspect-ratio": "16/9",
    })
  })

  test("names guests who are people with their page", async () => {
    const guest = await createGuest({ slug: "awa", name: "Awa !" })
    const { id } = await createEpisode({ audioUrl: AUDIO, guest: "Awa !" })
    await db.insert(episodeGuests).values({ episodeId: id, guestId: guest.id, position: 0 })
    const { items } = await readFeed()
    expect(items[0]["podcast:person"].at(-1)).toEqual({
      "#text": "Awa !",
      "@role": "guest",
      "@href": `${PUBLIC_URL}/guests/awa`,
    })
  })

  test("37.1 holds what everybody may hear, newest first, and nothing else", async () => {
    const day = (number: number) => new Date(Date.UTC(2024, 0, number))
    await createEpisode({ title: "vieux", audioUrl: AUDIO, publishedAt: day(1) })
    await createEpisode({ title: "neuf", audioUrl: AUDIO, publishedAt: day(2) })
    await createEpisode({ title: "sans son" })
    await createEpisode({ title: "son perdu", audioUrl: `/media/${"k".repeat(22)}/a.mp3` })
    await createEpisode({ title: "brouillon", audioUrl: AUDIO, isPublished: false })
    await createEpisode({
      title: "programmé",
      audioUrl: AUDIO,
      publishedAt: new Date(Date.now() + 3_600_000),
    })
    const { items } = await readFeed()
    expect(items.map(({ title }: { title: string }) => title)).toEqual(["neuf", "vieux"])
  })

  test("closes the comments of an episode where they are closed", async () => {
    await createEpisode({ audioUrl: AUDIO, commentsOpen: "closed" })
    const { items } = await readFeed()
    expect(items[0]["podcast:socialInteract"]).toEqual({ "@protocol": "disabled" })
    expect(items[0].comments).toBeUndefined()
  })
})

describe("the GUID of an episode", () => {
  const guidOf = async (id: number) => {
    const [row] = await db.select({ guid: episodes.guid }).from(episodes).where(eq(episodes.id, id))
    return row?.guid
  }

  test("is given once it is published with a sound, and stays whatever becomes of it", async () => {
    const { id } = await createEpisode({ isPublished: false })
    expect(await guidOf(id)).toBeNull()
    await db.update(episodes).set({ audioUrl: AUDIO }).where(eq(episodes.id, id))
    expect(await guidOf(id)).toBeNull()
    await db.update(episodes).set({ isPublished: true }).where(eq(episodes.id, id))
    const given = await guidOf(id)
    expect(given).toMatch(/^[\da-f-]{36}$/)
    for (const values of [
      { isPublished: false },
      { audioUrl: null },
      { title: "Autre", isPublished: true, audioUrl: "/a.mp3" },
    ]) {
      await db.update(episodes).set(values).where(eq(episodes.id, id))
      expect(await guidOf(id)).toBe(given)
    }
  })

  test("is the same for what an old backup brought back without one", async () => {
    const { id, createdAt } = await createEpisode({ audioUrl: AUDIO })
    const given = await guidOf(id)
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table episodes disable trigger user`)
      await tx.update(episodes).set({ guid: null, createdAt }).where(eq(episodes.id, id))
      await tx.execute(sql`alter table episodes enable trigger user`)
    })
    const { items } = await readFeed()
    expect(items[0].guid["#text"]).toBe(given)
  })

  test("is that of the feed it was imported from", async () => {
    const { id } = await createEpisode({ audioUrl: AUDIO, guid: "ancien-1" })
    expect(await guidOf(id)).toBe("ancien-1")
  })
})

describe("what the feed is kept by", () => {
  test("its date changes with what it says, also by what is deleted, and with nothing else", async () => {
    await createEpisode({ audioUrl: AUDIO })
    const { id } = await createEpisode({ audioUrl: AUDIO })
    const dateOf = async () => (await readFeed()).headers.get("last-modified") ?? ""
    const first = await dateOf()
    expect(new Date(first).toUTCString()).toBe(first)
    expect(await dateOf()).toBe(first)
    await db.delete(episodes).where(eq(episodes.id, id))
    const second = await dateOf()
    expect(new Date(second).getTime()).toBeGreaterThan(new Date(first).getTime())
    expect((await readFeed()).channel.lastBuildDate).toBe(second)
  })

  test("the addresses that people try lead to it", async () => {
    for (const path of ["/feed", "/feed/", "/rss", "/rss.xml"]) {
      const response = await send(path)
      expect([response.status, response.headers.get("location")]).toEqual([301, "/feed.xml"])
    }
  })

  test("each page tells applications where it is", async () => {
    await setSettings("podcast", { name: "Été & co" })
    for (const path of ["/", "/episodes", "/contact", "/rien"]) {
      const html = await (await send(path)).text()
      expect(html).toContain(
        '<link rel="alternate" type="application/rss+xml" title="Été &amp; co" href="/feed.xml"/>',
      )
    }
  })

  test("anybody's scripts may read it", async () => {
    const { headers } = await readFeed()
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(headers.get("content-type")).toBe("application/rss+xml; charset=utf-8")
    const preflight = await send("/feed.xml", { method: "OPTIONS" })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match")
  })
})

async function createFile(mediumId: number, type: string, bytes: number) {
  const sha256 = String(mediumId).padStart(64, "0")
  await db
    .insert(mediaFiles)
    .values({ mediumId, role: "main", name: "main", type, bytes, sha256, path: sha256 })
}
