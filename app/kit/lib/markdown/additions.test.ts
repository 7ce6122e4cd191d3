import { expect, test } from "vitest"
import { readHtml } from "#test/html.ts"
import { renderMarkdown } from "../markdown.server.ts"
import { toHtml } from "./render.ts"

test("what the site adds to Markdown shows task lists as boxes that say what is done", async () => {
  const html = readHtml(
    await renderMarkdown("- [ ] Réserver la salle\n- [x] **Trouver** un nom\n- [y] Rien\n1. [X] Un"),
  )
  expect(
    html.all("input").map(({ attributes }) => [attributes["aria-label"], "checked" in attributes]),
  ).toEqual([
    ["À faire", false],
    ["Fait", true],
    ["Fait", true],
  ])
  for (const { attributes } of html.all("input"))
    expect(attributes).toMatchObject({ type: "checkbox", disabled: "" })
  expect(html.all("li", { class: "task" }).map(({ text }) => text)).toEqual([
    "Réserver la salle",
    "Trouver un nom",
    "Un",
  ])
  expect(html.text).toContain("[y] Rien")
})

test("18.6 what the site adds to Markdown collects footnotes at the end, with a way there and back", async () => {
  const html = readHtml(
    await renderMarkdown(
      "Un[^a], deux[^b], encore un[^a].\n\n[^b]: Note *b*\n    et sa suite\n[^a]: Note a[^c]\n\n[^c]: c\n[^d]: inutile",
    ),
  )
  const [first, second, again, inNote] = html.all("sup").map((mark) => mark.get("a"))
  expect(html.all("sup").map(({ text }) => text)).toEqual(["1", "2", "1", "3"])
  expect(first?.attributes["aria-label"]).toBe("Note 1")
  const notes = html.get("section", { "aria-label": "Notes" }).all("li")
  expect(notes.map(({ text }) => text)).toEqual(["Note a 3 ↩", "Note b et sa suite ↩", "c ↩"])
  expect([first, second, again, inNote].map((link) => link?.attributes.href)).toEqual(
    [0, 1, 0, 2].map((index) => `#${notes[index]?.attributes.id}`),
  )
  const back = notes[0]?.all("a").at(-1)
  expect(back?.attributes).toEqual({
    href: `#${first?.attributes.id}`,
    "aria-label": "Retour au texte, note 1",
  })
  expect(again?.attributes.id).toBeUndefined()
  expect(html.text).not.toContain("inutile")
})

test("what the site adds to Markdown gives notes of two texts on one page different ids", async () => {
  const texts = await Promise.all(
    ["Un[^1]\n\n[^1]: a", "Deux[^1]\n\n[^1]: b"].map((text) => renderMarkdown(text)),
  )
  const ids = texts.flatMap((text) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(new Set(ids).size).toBe(4)
})

test.each([
  ["Un[^1] sans texte", "Un[^1] sans texte"],
  ["`[^1]`\n\n[^1]: a", "[^1]"],
  ["[^1]: a", ""],
])("what the site adds to Markdown makes no note of %j", async (text, shown) => {
  expect(readHtml(await renderMarkdown(text)).text).toBe(shown)
})

test.each([
  ["www.exemple.fr/a_b_c", "https://www.exemple.fr/a_b_c"],
  ["_https://exemple.fr/a_b_", "https://exemple.fr/a_b"],
  ["**https://exemple.fr/a**.", "https://exemple.fr/a"],
  ["(https://exemple.fr/wiki/Rap_(musique))", "https://exemple.fr/wiki/Rap_(musique)"],
  ["jean_d.upont+cko@exemple.fr,", "mailto:jean_d.upont+cko@exemple.fr"],
  ["www.exemple.fr/a\\_b", "https://www.exemple.fr/a_b"],
  ["[https://exemple.fr](https://autre.fr)", "https://autre.fr"],
  ["<https://exemple.fr/a>", "https://exemple.fr/a"],
])("what the site adds to Markdown makes one link of %j", async (text, href) => {
  expect(readHtml(await renderMarkdown(text)).get("a").attributes).toEqual({ href, rel: "noopener" })
})

test.each([
  "`https://exemple.fr`",
  "```\nhttps://exemple.fr\n```",
  "exemple.fr",
  "xhttps://exemple.fr",
  "a@b",
])("what the site adds to Markdown makes no link of %j", async (text) => {
  expect(readHtml(await renderMarkdown(text)).all("a")).toEqual([])
})

test("20.5 what the site adds to Markdown keeps French punctuation at its word, but leaves code and addresses alone", async () => {
  expect(await renderMarkdown("**Quoi** ? « Oui » : `a ?` https://exemple.fr/?a :")).toBe(
    "<p><strong>Quoi</strong>\u202f? «\u00a0Oui\u00a0»\u00a0: <code>a ?</code> " +
      '<a href="https://exemple.fr/?a" rel="noopener">https://exemple.fr/?a</a>\u00a0:</p>\n',
  )
})

test.each([
  [
    '![Une scène](/a.jpg "Le soir : fin !")',
    '<figure><img src="/a.jpg" alt="Une scène" loading="lazy" decoding="async" referrerpolicy="no-referrer" /><figcaption>Le soir\u00a0: fin\u202f!</figcaption></figure>\n',
  ],
  ['![](/a.jpg "<b>&")', "<figcaption>&lt;b&gt;&amp;</figcaption>"],
  ['Voir ![a](/a.jpg "Légende")', 'title="Légende"'],
  ["![a](/a.jpg)", "<p><img"],
])(
  "what the site adds to Markdown shows the title of a picture that stands by itself under it: %s",
  async (text, html) => {
    expect(await renderMarkdown(text)).toContain(html)
  },
)

test("tables have as many cells as somebody reads, whatever their rows lack", () => {
  const row = (cells: number) => `${"|a".repeat(cells)}|\n`
  const rule = (cells: number) => `${"|-".repeat(cells)}|\n`
  const cellsOf = (text: string) => toHtml(text).split("<td").length - 1
  expect(cellsOf(row(3) + rule(3) + row(3).repeat(1_000))).toBe(3_000)
  expect(cellsOf(row(100) + rule(100) + "b\n".repeat(90))).toBe(9_000)
  const wide = row(100) + rule(100) + "b\n".repeat(500)
  expect(cellsOf(wide)).toBeLessThan(10_000)
  expect(cellsOf(`${wide}\n`.repeat(20))).toBeLessThan(10_000)
  expect(toHtml(wide)).toContain("b<br />b")
})
