import { expect, test } from "vitest"
import { readHtml } from "#test/html.ts"
import { findEmbed } from "./embeds.ts"
import { renderMarkdown, toPlainText } from "./markdown.server.ts"

const KEY = "a".repeat(22)

const VIMEO = "https://player.vimeo.com/video/123456789?autoplay=1&dnt=1"

test.each([
  ["https://youtu.be/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"],
  ["https://vimeo.com/123456789", "https://player.vimeo.com/video/123456789?autoplay=1&dnt=1"],
  ["https://player.vimeo.com/video/123456789", "https://player.vimeo.com/video/123456789?autoplay=1&dnt=1"],
  [
    "https://open.spotify.com/intl-fr/episode/4rOoJ6Egrf8K2IrywzwOMk?si=1",
    "https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk",
  ],
  [
    "https://vimeo.com/123456789/abcdef0123?share=copy#t=1m30s",
    "https://player.vimeo.com/video/123456789?autoplay=1&dnt=1&h=abcdef0123#t=90s",
  ],
  [
    "https://player.vimeo.com/video/123456789?h=abcdef0123",
    "https://player.vimeo.com/video/123456789?autoplay=1&dnt=1&h=abcdef0123",
  ],
  ["https://vimeo.com/channels/staffpicks/123456789", VIMEO],
  ["https://vimeo.com/groups/rap/videos/123456789", VIMEO],
  ["https://vimeo.com/showcase/1234567/video/123456789", VIMEO],
  ["https://vimeo.com/123456789?h=<b>", VIMEO],
  [
    "https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk",
    "https://open.spotify.com/embed/show/4rOoJ6Egrf8K2IrywzwOMk",
  ],
  [
    "https://open.spotify.com/embed/track/4rOoJ6Egrf8K2IrywzwOMk",
    "https://open.spotify.com/embed/track/4rOoJ6Egrf8K2IrywzwOMk",
  ],
  [
    "https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk?si=1&t=90",
    "https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk?t=90",
  ],
])("15.13 %s plays at %s", (address, player) => {
  expect(findEmbed(address)).toMatchObject({ kind: "frame", player })
})

test.each([
  "https://vimeo.com/channels/123456789",
  "https://vimeo.com/123456789/deux/trois",
  "https://youtube.com@vimeo.com:81/123456789",
  "https://open.spotify.com@evil.example/episode/4rOoJ6Egrf8K2IrywzwOMk",
  "https://vimeo.com.evil.example/123456789",
  "https://evil.example/open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk",
  "https://open.spotify.com/user/4rOoJ6Egrf8K2IrywzwOMk",
  "https://open.spotify.com/episode/%00%00%00%00%00%00",
  "javascript:alert(1)",
  `/media/${KEY}/affiche.webp`,
  "/media/court/son.mp3",
  `https://youtu.be/dQw4w9WgXcQ?${"a".repeat(3_000)}`,
  "https://",
  "",
])("%j is just a link", (address) => {
  expect(findEmbed(address)).toBeUndefined()
})

test("an address of a film alone on its line becomes a still that is a link, between the lines around it", async () => {
  const html = readHtml(await renderMarkdown("Avant\nhttps://youtu.be/dQw4w9WgXcQ\nAprès ?"))
  expect(html.all("p").map(({ text }) => text)).toEqual([
    "Avant",
    "Lire la vidéo sur YouTube",
    "Après\u202f?",
  ])
  expect(html.get("a").attributes).toMatchObject({
    href: "https://youtu.be/dQw4w9WgXcQ",
    "data-player": "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
  })
  expect(html.all("iframe")).toEqual([])
})

test.each([
  ["in a sentence", "Voir https://youtu.be/dQw4w9WgXcQ ici"],
  ["in a list", "- https://youtu.be/dQw4w9WgXcQ"],
  ["in a quotation", "> https://youtu.be/dQw4w9WgXcQ"],
  ["in a table", "| a |\n|---|\n| https://youtu.be/dQw4w9WgXcQ |"],
  ["in a note", "a[^1]\n\n[^1]: https://youtu.be/dQw4w9WgXcQ"],
  ["under other words", "[Voir](https://youtu.be/dQw4w9WgXcQ)"],
  ["beside another one", "https://youtu.be/dQw4w9WgXcQ https://youtu.be/dQw4w9WgXcQ"],
  ["in code", "`https://youtu.be/dQw4w9WgXcQ`"],
])("a film %s stays a link", async (_, text) => {
  expect(await renderMarkdown(text)).not.toContain("data-player")
})

test.each([
  [`/media/${KEY}/son.mp3`, "audio", undefined],
  [`[Le <b>son</b> ?](/media/${KEY}/son.mp3)`, "audio", "Le <b>son</b> ?"],
  [`[Film](/media/${KEY}/film.webm)`, "video", "Film"],
])("what the library holds plays in the browser's own player: %s", async (text, tag, label) => {
  const html = readHtml(await renderMarkdown(text))
  const player = html.get(tag)
  expect(player.attributes).toMatchObject({ controls: "", preload: "metadata" })
  expect(player.attributes["aria-label"]).toBe(label)
  expect(player.get("a").attributes.href).toBe(player.attributes.src)
})

test("an address of the library that breaks out of its attribute does not", async () => {
  const html = await renderMarkdown(`/media/${KEY}/"onerror=alert(1) x.mp3`)
  expect(readHtml(html).get("audio").attributes).not.toHaveProperty("onerror")
})

test("what plays is left out of cards, and 10,000 films are not 10,000 players", async () => {
  expect(toPlainText("Avant\nhttps://vimeo.com/123456789\naprès", 100)).toBe("Avant après")
  const html = await renderMarkdown("https://vimeo.com/123456789\n".repeat(10_000))
  expect(html.split("data-player").length - 1).toBeLessThanOrEqual(50)
})

test("of many sounds, only the first few are asked for before they are played", async () => {
  const html = readHtml(await renderMarkdown(`/media/${KEY}/son.mp3\n\n`.repeat(10)))
  const preloads = html.all("audio").map(({ attributes }) => attributes.preload)
  expect(preloads).toEqual([...Array<string>(5).fill("metadata"), ...Array<string>(5).fill("none")])
})
