import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { FeedError } from "./feed-error.ts"
import { ITUNES, item, readAll, rss } from "#test/feed-fixtures.ts"
import { readFeed } from "./feed-reader.server.ts"

const complete = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:it="HTTP://www.itunes.com/DTDs/podcast-1.0.dtd" xmlns:p="https://podcastindex.org/namespace/1.0"
  xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:m="http://search.yahoo.com/mrss"><channel>
<title>Rimes de nuit</title><image><title>Logo</title><url>https://nuit.example/logo.png</url></image>
<item>
  <title>Été à Évry 😀 &amp; ailleurs</title><link>https://nuit.example/1</link><guid isPermaLink="false"> été-1 </guid>
  <pubDate>Fri, 03 Jul 2026 09:00:00 +0200</pubDate>
  <enclosure url="https://nuit.example/1.mp3?a=1&amp;b=2" length="1234" type="audio/mpeg"/>
  <it:duration>1:02:03</it:duration><it:season>2</it:season><it:episode>7</it:episode>
  <it:image href="https://nuit.example/1.jpg"/>
  <p:person role="Guest">Maëlle K.</p:person><p:person role="host">Kéo</p:person><p:person role="guest">Oxmo V.</p:person>
  <description>Résumé.</description>
  <c:encoded><![CDATA[<p>Le <b>studio</b> &eacute;tait plein : <a href="https://youtu.be/abcdefghijk">la vidéo</a>.</p>]]></c:encoded>
</item></channel></rss>`

const expected = {
  guid: "été-1",
  title: "Été à Évry 😀 & ailleurs",
  guest: "Maëlle K. et Oxmo V.",
  description: "Le **studio** était plein : [la vidéo](https://youtu.be/abcdefghijk).",
  audioUrl: "https://nuit.example/1.mp3?a=1&b=2",
  audioType: "audio/mpeg",
  audioBytes: 1234,
  durationSeconds: 3723,
  season: 2,
  number: 7,
  thumbnailUrl: "https://nuit.example/1.jpg",
  youtubeUrl: "https://youtu.be/abcdefghijk",
  spotifyUrl: null,
  publishedAt: "2026-07-03T07:00:00.000Z",
}

test("4.1 a complete item, whatever the namespace prefixes", async () => {
  expect(await readAll(complete)).toEqual({ items: [expected], skipped: [] })
})

test("a chunk border at every byte changes nothing", async () => {
  const bytes = Buffer.from(complete)
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const entries = readFeed(
      (async function* () {
        yield bytes.subarray(0, cut)
        yield bytes.subarray(cut)
      })(),
    )
    expect((await entries.next()).value).toMatchObject({ item: expected })
    expect((await entries.next()).done).toBe(true)
  }
  expect((await readAll(complete, { chunkSize: 1 })).items).toEqual([expected])
})

test("a feed without items is a feed", async () => {
  expect(await readAll(rss(""))).toEqual({ items: [], skipped: [] })
})

describe("namespaces", () => {
  const season = "<itunes:season>3</itunes:season>"

  test("namespaces a usual prefix without declaration has its usual meaning", async () => {
    const { items } = await readAll(rss(item(season)).replace(ITUNES, ""))
    expect(items[0]?.season).toBe(3)
  })

  test("namespaces a usual prefix bound to something else is something else", async () => {
    const { items } = await readAll(
      rss(item(season)).replace(ITUNES, 'xmlns:itunes="https://other.example/"'),
    )
    expect(items[0]?.season).toBeNull()
  })

  test("namespaces a declaration holds for its element only", async () => {
    const inner = '<x:season xmlns:x="http://www.itunes.com/dtds/podcast-1.0.dtd">4</x:season>'
    const after = "<x:episode>5</x:episode>"
    const { items } = await readAll(rss(item(inner + after)))
    expect(items[0]).toMatchObject({ season: 4, number: null })
  })

  test("namespaces the other name of the podcast namespace", async () => {
    const uri = "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
    const { items } = await readAll(rss(item('<x:person role="guest">Lila</x:person>'), `xmlns:x="${uri}"`))
    expect(items[0]?.guest).toBe("Lila")
  })

  test("namespaces an Atom link is not the item's link, and a default namespace on the root does not hide the items", async () => {
    const link = '<link xmlns="http://www.w3.org/2005/Atom" href="x">https://youtu.be/atomatomato</link>'
    const { items } = await readAll(rss(item(link), 'xmlns="http://www.w3.org/2005/Atom"'))
    expect(items[0]?.youtubeUrl).toBeNull()
  })
})

describe("encodings", () => {
  const declared = (label: string) => rss(item("", { title: "Été €" })).replace("UTF-8", label)
  const latin = (text: string, euro: number) =>
    Uint8Array.from(text, (char) => (char === "€" ? euro : char.charCodeAt(0)))
  const utf16 = (text: string) => Buffer.from(text, "utf16le")

  test.each([
    ["windows-1252", latin(declared("windows-1252"), 0x80), undefined],
    ["ISO-8859-1", latin(declared("ISO-8859-1"), 0x80), undefined],
    ["ISO-8859-15", latin(declared("ISO-8859-15"), 0xa4), undefined],
    ["UTF-16 with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(declared("UTF-16"))]), undefined],
    [
      "UTF-16, big end first",
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(declared("UTF-16"))]).swap16(),
      undefined,
    ],
    ["UTF-16 without a mark", utf16(declared("UTF-16")), undefined],
    [
      "a mark that contradicts the declaration",
      Buffer.from(`\ufeff${declared("windows-1252")}`),
      "windows-1252",
    ],
    ["a declaration that contradicts HTTP", Buffer.from(declared("UTF-8")), "windows-1252"],
    ["HTTP alone", latin(declared("x").replace(/<\?.*\?>/, ""), 0x80), "windows-1252"],
    ["nothing said", Buffer.from(declared("x").replace(/<\?.*\?>/, "")), undefined],
    ["Windows-1252 that calls itself UTF-8", latin(declared("UTF-8"), 0x80), undefined],
    ["Windows-1252 that HTTP calls UTF-8", latin(declared("x").replace(/<\?.*\?>/, ""), 0x80), "utf-8"],
    [
      "UTF-8 with a word of Windows-1252 in it",
      Buffer.concat(
        declared("UTF-8")
          .split(/(É)/)
          .map((text) => (text === "É" ? Buffer.from([0xc9]) : Buffer.from(text))),
      ),
      undefined,
    ],
    ["UTF-16 declared by mistake", Buffer.from(declared("UTF-16")), undefined],
  ])("4.7 encodings %s", async (_name, bytes, charset) => {
    for (const chunkSize of [1, 7, 100_000])
      expect((await readAll(bytes, { charset, chunkSize })).items[0]?.title).toBe("Été €")
  })

  test("encodings an unknown one is named", async () => {
    await expect(readAll(declared("klingon-8"))).rejects.toThrow(/encodage.*klingon-8/)
  })
})

describe("what is no podcast feed", () => {
  const bytes = (hex: string) => Buffer.from(hex, "hex")

  test.each([
    ["nothing", "", /vide/],
    ["blank lines", "\ufeff \n\n ", /vide/],
    ["a page", "<!DOCTYPE html><html><body>Bonjour</body></html>", /page web/],
    ["a page without doctype", "\n<HTML><p>Bonjour", /page web/],
    ["Atom", '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', /Atom/],
    ["RSS 1.0", '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><item/></r:RDF>', /RSS 1\.0/],
    ["OPML", '<?xml version="1.0"?><opml version="2.0"><body/></opml>', /liste d’abonnements,.*xmlUrl/],
    ["other XML", "<podcast><body/></podcast>", /podcast|page web/],
    ["JSON", '{"version":"https://jsonfeed.org/version/1"}', /fichier JSON.*adresse du flux RSS/],
    ["gzip", gzipSync("<rss/>"), /archive compressée \(gzip\).*Décompressez-la/],
    ["zip", Buffer.from("PK\u0003\u0004\u0014"), /archive compressée \(zip\)/],
    ["PNG", bytes("89504e470d0a1a0a"), /image \(PNG\).*adresse du flux RSS/],
    ["JPEG", bytes("ffd8ffe000104a46"), /image \(JPEG\)/],
    ["GIF", Buffer.from("GIF89a"), /image \(GIF\)/],
    ["WebP", Buffer.from("RIFF\0\0\0\0WEBPVP8 "), /image \(WebP\)/],
    ["MP3 with tags", Buffer.from("ID3\u0004"), /audio \(MP3\).*adresse du flux RSS/],
    ["MP3 without tags", bytes("fffb9064"), /audio \(MP3\)/],
    ["M4A", Buffer.from("\0\0\0\u0020ftypM4A "), /audio ou vidéo \(MP4\)/],
    ["PDF", Buffer.from("%PDF-1.7"), /document PDF/],
    ["long text", "bla ".repeat(50_000), /pas un flux/],
    ["endless nesting", rss("<a>".repeat(100_000)), /imbriquent/],
  ])("what is no podcast feed %s", async (_name, feed, message) => {
    const reading = readAll(feed)
    await expect(reading).rejects.toThrow(FeedError)
    await expect(reading).rejects.toThrow(message)
  })

  test("4.6 what is no podcast feed more than 100 MB", async () => {
    const chunk = Buffer.alloc(1_000_000, " ")
    const endless = async function* () {
      yield Buffer.from("<rss><channel>")
      for (;;) yield chunk
    }
    await expect(readFeed(endless()).next()).rejects.toThrow(/100 Mo/)
  })
})
