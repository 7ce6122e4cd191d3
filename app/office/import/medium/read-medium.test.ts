import { expect, test } from "vitest"
import { graf, MEDIUM, mediumZip, titled } from "#test/medium-fixtures.ts"
import { readArchive } from "#test/read-archive.ts"

const ADDRESS = `${MEDIUM}/un-a1b2c3d4e5f6`
const textOf = async (body: string, post: { title?: string; address?: string; date?: string } = {}) => {
  const zip = mediumZip({ "2025-03-04_Un-a1b2c3d4e5f6": { title: "Un", address: ADDRESS, ...post, body } })
  return (await readArchive(zip, "")).texts[0]
}

test.each([
  ["the title that stands in the text, too", `${titled("Un")}${graf("a")}`, "a"],
  [
    "a heading of its own",
    `${titled("Un")}<h3 class="graf graf--h3">Les invités</h3>${graf("a")}`,
    "### Les invités\n\na",
  ],
  [
    "another page",
    '<h3>Un</h3><div class="graf graf--mixtapeEmbed"><a href="https://a.example/x" class="markup--anchor markup--mixtapeEmbed-anchor"><strong class="markup--strong">Le titre</strong><br><em class="markup--em">De quoi il parle</em>a.example</a><a href="https://a.example/x" class="js-mixtapeImage mixtapeImage"></a></div>',
    "[Le titre](https://a.example/x)\nDe quoi il parle",
  ],
  [
    "a film",
    '<h3>Un</h3><figure class="graf graf--figure graf--iframe"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></figure>',
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  ],
  [
    "a player in a frame of Embedly",
    `<h3>Un</h3><figure class="graf graf--figure graf--iframe"><iframe src="https://cdn.embedly.com/widgets/media.html?src=x&amp;url=${encodeURIComponent("https://vimeo.com/12345678")}"></iframe></figure>`,
    "https://vimeo.com/12345678",
  ],
  [
    "code of GitHub",
    '<h3>Un</h3><figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/awa/0a1b.js"></script></figure>',
    "https://gist.github.com/awa/0a1b",
  ],
  [
    "code",
    '<h3>Un</h3><pre data-code-block-lang="js" class="graf graf--pre"><span class="pre--content">a()<br>b()</span></pre>',
    "```js\na()\nb()\n```",
  ],
  [
    "what parts sections",
    `${titled("Un")}${graf("a")}</div></div></section><section class="section section--body"><div class="section-divider"><hr class="section-divider"></div>${graf("b")}`,
    "a\n\n---\n\nb",
  ],
  ["a quotation", '<h3>Un</h3><blockquote class="graf graf--pullquote">Ici</blockquote>', "> Ici"],
])("%s is what any article has", async (_, body, markdown) => {
  expect(await textOf(body)).toMatchObject({ content: markdown, losses: [] })
})

test("what Medium left nothing of is told with its place", async () => {
  const text = await textOf(
    `${titled("Un")}${graf("a")}<figure class="graf graf--figure graf--iframe"></figure>`,
  )
  expect(text).toMatchObject({
    content: "a",
    losses: [{ what: "contenu intégré", where: "après «\u00a0a\u00a0»" }],
  })
})

test.each([
  ["somebody's own domain", "https://www.rimes.example/un-a1b2c3d4e5f6", "https://rimes.example"],
  ["a name at Medium", "https://awa.medium.com/un-a1b2c3d4e5f6", "https://awa.medium.com"],
  ["an author's page", ADDRESS, MEDIUM],
  ["a publication of several", "https://medium.com/rimes-de-nuit/un-a1b2c3d4e5f6", MEDIUM],
  ["a draft, whose author's profile says it,", undefined, MEDIUM],
])("a site is told by %s", async (_, address, site) => {
  const { things, texts } = await readArchive(
    mediumZip({
      "draft_Un-a1b2c3d4e5f6": { title: "Un", body: graf("a") },
      ...(address && { "2025-03-04_Un-a1b2c3d4e5f7": { title: "Un", address, body: `${titled("Un")}a` } }),
    }),
    "",
  )
  expect(things.find(({ kind }) => kind === "site")).toMatchObject({ address: site })
  expect(texts[0]).toMatchObject({ id: "a1b2c3d4e5f6", state: "draft", addresses: [], publishedAt: null })
})

test.each([
  ["a short text that is called by its first words", graf("Merci pour tout."), 0],
  ["a short text with a title of its own", titled("Merci") + graf("Pour tout."), 1],
  ["a long text that is called by its first words", graf(`Merci ${"encore ".repeat(300)}`), 1],
  ["a text with a picture", `${graf("Merci")}<figure><img src="https://a.example/a.jpg"></figure>`, 1],
])("%s is a text or a response", async (_, body, count) => {
  const zip = mediumZip({ "2025-03-04_Merci-a1b2c3d4e5f6": { title: "Merci…", address: ADDRESS, body } })
  const { texts, losses } = await readArchive(zip, "")
  expect([texts.length, losses.length]).toEqual([count, 1 - count])
})

test("pages that say too little, or one thing twice, are read as well as it goes, and told", async () => {
  const { texts, losses, error } = await readArchive(
    mediumZip({
      "2025-03-04_Un-a1b2c3d4e5f6": { title: "Un", address: ADDRESS, body: titled("Un"), date: "hier" },
      "2025-03-05_Un-a1b2c3d4e5f6": { title: "Un", address: ADDRESS, body: titled("Un") },
      "2025-03-06_sans-numero": {
        title: "Deux",
        address: "https://medium.com/@awa/%E9-b1b2c3d4e5f6",
        body: titled("Deux"),
      },
      "draft_--c1b2c3d4e5f6": { body: "" },
      "draft_-d1b2c3d4e5f6": { body: `${"<div>".repeat(300)}a` },
    }),
    "",
  )
  expect(error).toBeUndefined()
  expect(texts).toMatchObject([
    { id: "a1b2c3d4e5f6", publishedAt: null, slug: "un" },
    { id: "b1b2c3d4e5f6", slug: "%E9" },
  ])
  expect(losses.map(({ id }) => id)).toEqual(["repeated", "empty", "unreadable"])
})
