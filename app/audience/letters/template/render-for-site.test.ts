import { expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { readHtml } from "#test/html.ts"
import { EVERYTHING } from "#test/letter-fixtures.ts"
import { renderLetterForSite } from "./render-for-site.server.ts"

useDatabase()

test("43.1 a letter on the site shows what it leads to as a card, and its buttons", async () => {
  const episode = await createEpisode({ title: "Au tapis" })
  const html = readHtml(await renderLetterForSite(`/episodes/${episode.id}\n\n[Écouter](https://exemple.fr)`))
  const card = html.get("div", { class: "letter-card" })
  expect(card.text).toContain("Au tapis")
  expect(card.all("a")[0]?.attributes.href).toBe(`${PUBLIC_URL}/episodes/${episode.id}`)
  expect(html.all("a").at(-1)?.attributes).toMatchObject({
    href: "https://exemple.fr",
    class: "button button-ink",
  })
})

test("a long letter, which is written out in a thread, shows its cards as well", async () => {
  const episode = await createEpisode({ title: "Au tapis" })
  const long = "Un mot. ".repeat(3_000)
  const html = readHtml(await renderLetterForSite(`${long}\n\n/episodes/${episode.id}`))
  expect(html.get("div", { class: "letter-card" }).text).toContain("Au tapis")
})

test("a film plays in a letter on the site", async () => {
  const html = await renderLetterForSite("https://www.youtube.com/watch?v=dQw4w9WgXcQ")
  expect(html).toContain("data-player=")
})

test("a letter on the site says nothing of what not everybody may see", async () => {
  const episode = await createEpisode({ title: "Secret", isPublished: false })
  expect(await renderLetterForSite(`Voir\n\n/episodes/${episode.id}`)).toBe("<p>Voir</p>\n")
})

test("a letter on the site has its pictures in sizes, each attribute once", async () => {
  const medium = await createMedium({ alt: "Le ring" })
  const address = `/media/${medium.key}/a.jpg`
  const episode = await createEpisode({ thumbnailUrl: address })
  const html = await renderLetterForSite(`![](${address})\n\n/episodes/${episode.id}`)
  expect(readHtml(html).all("img")).toHaveLength(2)
  for (const [tag] of html.matchAll(/<img [^>]*>/g)) {
    const names = [...tag.matchAll(/ ([\w-]+)="/g)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain("width")
  }
})

test("a letter on the site has no more than what pages show, and nothing personal", async () => {
  const html = await renderLetterForSite(`${EVERYTHING}\n\n<script>alert(1)</script> ⟦html:unsubscribe⟧`)
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag))
  for (const tag of ["script", "style", "iframe", "form", "object"]) expect([...tags]).not.toContain(tag)
  expect(html).not.toMatch(/javascript:|newsletter\//)
})
