import { expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createNews, createPage, createPost } from "#test/factories.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { readHtml } from "#test/html.ts"
import { setSettings } from "#test/site-settings.ts"
import { personalise } from "./personal-links.ts"
import { type LetterToRender, renderLetter } from "./render-letter.server.ts"

useDatabase()

const letter = (values: Partial<LetterToRender> = {}): LetterToRender => ({
  title: "Le round de novembre",
  previewText: "Ce mois-ci",
  content: "Bonjour",
  topic: "letters",
  isArchived: true,
  ...values,
})
const links = {
  unsubscribe: "https://cko.test/newsletter/unsubscribe?key=a.b&x=1",
  preferences: "https://cko.test/newsletter/preferences?key=c.d",
  online: "https://cko.test/lettres/3",
}

test("a letter has its links for one recipient in both its forms, escaped in HTML", async () => {
  const { html, text } = await renderLetter(letter())
  const shown = readHtml(personalise(html, links))
  const addresses = shown.all("a").map(({ attributes }) => attributes.href)
  for (const link of Object.values(links)) {
    expect(addresses).toContain(link)
    expect(personalise(text, links)).toContain(link)
  }
  expect(personalise(html + text, links)).not.toMatch(/[⟦⟧]/)
})

test("nobody can write a place for a link into a letter", async () => {
  const typed = "⟦html:unsubscribe⟧ ⟦text:unsubscribe⟧"
  const { html, text } = await renderLetter(letter({ title: typed, previewText: typed, content: typed }))
  const count = (form: string) => personalise(form, links).split("newsletter/unsubscribe").length - 1
  expect([count(html), count(text)]).toEqual([1, 1])
})

test("a letter that is not archived leads to no page of its own", async () => {
  const { html, text } = await renderLetter(letter({ isArchived: false }))
  expect(personalise(html + text, links)).not.toContain(links.online)
})

test("a letter says in both forms why it came, who sends it and from where", async () => {
  await setSettings("legal", { editorName: "Association CKO", editorAddress: "1 rue du Ring\n75001 Paris" })
  const { html, text } = await renderLetter(letter({ topic: "episodes" }))
  for (const form of [readHtml(html).text, text.replace(/\s+/g, " ")])
    expect(form).toMatch(
      /parce que vous êtes abonné à la newsletter de CKO, pour les nouveaux épisodes\..*Association CKO 1 rue du Ring 75001 Paris/,
    )
})

test("43.1 an address of what is published, alone on its line, becomes a card", async () => {
  const episode = await createEpisode({ title: "Au tapis", number: 12 })
  const item = await createNews({
    title: "En tournée",
    isPublished: true,
    publishedAt: new Date("2026-01-02"),
  })
  const post = await createPost({ slug: "cordes", title: "Dans les cordes" })
  const page = await createPage({ slug: "equipe", title: "L’équipe" })
  const content = [
    `${PUBLIC_URL}/episodes/${episode.id}`,
    `/news#actualite-${item.id}`,
    `/blog/${post.slug}`,
    `${PUBLIC_URL}/page/${page.slug}?utm_source=x`,
  ].join("\n")
  const { html, text } = await renderLetter(letter({ content }))
  for (const title of ["Au tapis", "En tournée", "Dans les cordes", "L’équipe"]) {
    expect(readHtml(html).text).toContain(title)
    expect(text).toContain(title)
  }
  expect(text).toContain(`Lire l’article\u00a0: ${PUBLIC_URL}/blog/cordes`)
})

test("what not everybody may see stays an address, without its title", async () => {
  const episode = await createEpisode({ title: "Secret", isPublished: false })
  const { html, text } = await renderLetter(letter({ content: `/episodes/${episode.id}` }))
  expect(html + text).not.toContain("Secret")
  expect(text).toContain(`${PUBLIC_URL}/episodes/${episode.id}`)
})

test("a named link alone on its line becomes a button, one within a line does not", async () => {
  const { html, text } = await renderLetter(
    letter({ content: "Voici [un lien](/blog) au milieu.\n[Écouter](https://exemple.fr/a)" }),
  )
  const [within, button] = readHtml(html)
    .all("a")
    .filter(({ text: words }) => /un lien|Écouter/.test(words))
  expect(within?.attributes.href).toBe(`${PUBLIC_URL}/blog`)
  expect(button?.attributes.style).toContain("display:inline-block")
  expect(text).toContain(
    `Voici un lien (${PUBLIC_URL}/blog) au milieu.\n\nÉcouter\u00a0: https://exemple.fr/a`,
  )
})

test("a picture of the library comes in a size and a format that mail programs know", async () => {
  const medium = await createMedium({ width: 2000, height: 1000, alt: "Le ring" })
  const { html } = await renderLetter(letter({ content: `![](/media/${medium.key}/ring.jpg)` }))
  const image = readHtml(html).get("img").attributes
  expect(image).toMatchObject({ alt: "Le ring", width: "536", height: "268" })
  expect(image.src).toMatch(new RegExp(`^${PUBLIC_URL}/media/${medium.key}/`))
})
