import { expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import type { Channel } from "./channel.ts"
import { ITUNES, item } from "#test/feed-fixtures.ts"
import { readFeed } from "./feed-reader.server.ts"

async function channelOf(feed: string, pieceSize = 1) {
  const channels: Channel[] = []
  const bytes = Buffer.from(feed)
  const source = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
  })()
  await Array.fromAsync(readFeed(source, { onChannel: (channel) => channels.push(channel) }))
  expect(channels).toHaveLength(1)
  return channels[0]
}

const SY = 'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"'
const rssOf = (channel: string) => `<rss version="2.0" ${ITUNES} ${SY}><channel>${channel}</channel></rss>`

const SILENT = {
  description: "",
  author: "",
  ownerName: "",
  ownerEmail: "",
  language: "",
  copyright: "",
  funding: [],
  isExplicit: false,
  categories: [],
}

test("35.2 a channel says what podcast it is, before and after its items", async () => {
  const channel = await channelOf(
    rssOf(`
      <title>Rimes &amp;amp; <![CDATA[nuit]]></title>
      <image><url>https://images.example/petite.jpg</url><title>Image</title><link>https://image.example/</link></image>
      <itunes:owner><itunes:name>Awa</itunes:name><title>Titre d’autre chose</title></itunes:owner>
      <description><![CDATA[<a href="https://www.youtube.com/@rimes">YouTube</a>, https://open.spotify.com/show/4rimes.]]></description>
      ${item("<link>https://nuit.example/1</link><ttl>9</ttl>")}
      <itunes:image href="https://images.example/une.jpg"/>
      <link>https://nuit.example/</link>
      <podcast:guid> 917393E3-1B1E-5CEF-ACE4-EDAA54E1F810 </podcast:guid>
      <itunes:new-feed-url> https://flux.example/la.xml </itunes:new-feed-url>
      <ttl>90</ttl>`),
  )
  expect(channel).toEqual({
    title: "Rimes & nuit",
    guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810",
    imageUrl: "https://images.example/une.jpg",
    websiteUrl: "https://nuit.example/",
    links: [
      { platform: "YouTube", url: "https://www.youtube.com/@rimes" },
      { platform: "Spotify", url: "https://open.spotify.com/show/4rimes" },
    ],
    newFeedUrl: "https://flux.example/la.xml",
    isLocked: null,
    ttlMinutes: 90,
    about: { ...SILENT, description: "YouTube, https://open.spotify.com/show/4rimes.", ownerName: "Awa" },
  })
})

test("a channel that says nothing is empty", async () => {
  const nothing = {
    title: "",
    guid: null,
    imageUrl: null,
    websiteUrl: null,
    links: [],
    newFeedUrl: null,
    isLocked: null,
    ttlMinutes: null,
    about: SILENT,
  }
  expect(await channelOf(rssOf(item()))).toEqual(nothing)
  const hostile = `<title>   </title><itunes:image href="javascript:alert(1)"/><link>/ici</link>
    <itunes:new-feed-url>file:///etc/passwd</itunes:new-feed-url><ttl>-5</ttl><description>https://youtu.be/abcdef</description>`
  expect(await channelOf(rssOf(hostile))).toMatchObject({ ...nothing, about: {} })
})

test("a channel says of its podcast what directories ask for", async () => {
  const channel = await channelOf(
    rssOf(`<description>&lt;p&gt;Semer&lt;/p&gt;</description><language>fr-BE</language><copyright>© Nour</copyright>
      <itunes:author> Nour
        Vidal </itunes:author><itunes:explicit>yes</itunes:explicit>
      <itunes:owner><itunes:name>Nour</itunes:name><itunes:email>nour@jardin.example</itunes:email></itunes:owner>
      <itunes:category text="Leisure"><itunes:category text="Home &amp;amp; Garden"/></itunes:category>
      <podcast:funding url="https://soutien.example/nour"> Soutenir
        Nour </podcast:funding><podcast:funding url="javascript:alert(1)">Non</podcast:funding>
      <podcast:funding url="https://don.example/nour"/>
      ${item('<itunes:author>Autre</itunes:author><itunes:category text="Music"/>')}`),
  )
  expect(channel?.about).toEqual({
    description: "Semer",
    author: "Nour Vidal",
    ownerName: "Nour",
    ownerEmail: "nour@jardin.example",
    language: "fr-BE",
    copyright: "© Nour",
    funding: [
      { label: "Soutenir Nour", url: "https://soutien.example/nour" },
      { label: "", url: "https://don.example/nour" },
    ],
    isExplicit: true,
    categories: ["Leisure", "Home & Garden"],
  })
})

test("the small image counts where there is no large one", async () => {
  const image = "<image><title>T</title><url>https://images.example/petite.jpg</url></image>"
  expect(await channelOf(rssOf(image + item()))).toMatchObject({
    imageUrl: "https://images.example/petite.jpg",
    title: "",
  })
})

test.each([
  ["<ttl>60</ttl>", 60],
  ["<ttl>1e3</ttl>", null],
  ["<ttl>0</ttl>", null],
  ["<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>1</sy:updateFrequency>", 60],
  ["<sy:updatePeriod> Daily </sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>", 360],
  ["<sy:updatePeriod>weekly</sy:updatePeriod>", 10_080],
  ["<sy:updatePeriod>toString</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>", null],
  ["<ttl>30</ttl><sy:updatePeriod>hourly</sy:updatePeriod>", 60],
])("how often a feed wants to be read %s: every %j minutes", async (elements, minutes) => {
  expect((await channelOf(rssOf(elements)))?.ttlMinutes).toBe(minutes)
})

test("hostile channels are read in linear time and bounded", async () => {
  const long = "https://youtu.be/" + ".".repeat(1_000_000)
  const hostile = rssOf(`<title>${"x".repeat(50_000)}</title><description>${long}</description>
      <itunes:summary>${"https://x.com/a!!!! ".repeat(3_000)}</itunes:summary><link>https://a.example/${"a".repeat(3_000)}</link>`)
  let channel: Awaited<ReturnType<typeof channelOf>>
  const ms = await leastCpuMs(2_000, async () => (channel = await channelOf(hostile, 16_384)))
  expect(ms).toBeLessThan(2_000)
  expect(channel?.title).toHaveLength(500)
  expect(channel).toMatchObject({ websiteUrl: null, links: [{ platform: "X", url: "https://x.com/a" }] })
})
