import { expect, test } from "vitest"
import {
  attrs,
  CLOSED,
  picture,
  readSubstackThings,
  SHARE,
  shown,
  SUBSTACK,
  substackZip,
  WIDGET,
} from "#test/substack-fixtures.ts"

const textOf = async (html: string, post: object = {}) => {
  const { texts } = await readSubstackThings(substackZip([{ id: "1.un", title: "Un", html, ...post }]))
  return texts[0]
}
const read = async (html: string) => (await textOf(html))?.content

test.each([
  ["everyone", "true", "published"],
  ["", "TRUE", "published"],
  ["only_paid", "true", "held"],
  ["only_free", "true", "held"],
  ["founding", "true", "held"],
  ["everyone", "false", "draft"],
  ["only_paid", "false", "draft"],
  ["everyone", "", "draft"],
])("a post for « %s », published: « %s », is %s", async (audience, published, state) => {
  expect(await textOf("<p>a</p>", { audience, published })).toMatchObject({ state })
})

test("where a paywall stood is told of a post that was not for everybody", async () => {
  const html = "<p>a</p><div class='paywall-jump'>Abonnez-vous</div><p>b</p>"
  expect(await textOf(html)).toMatchObject({ content: "a\n\nb", losses: [] })
  expect(await textOf(html, { audience: "only_paid" })).toMatchObject({
    content: "a\n\nb",
    losses: [{ what: "limite de ce que tout le monde lisait", where: "après «\u00a0a\u00a0»" }],
  })
})

const OPEN = "https://substack-post-media.s3.amazonaws.com/public/images/a_10x10.png"
test.each([
  ["is read where it lies, not in the size that it was shown in", picture(OPEN), `![](${OPEN})`],
  [
    "has its words and its caption",
    picture(OPEN, { alt: "Une nuit", caption: "De <b>Sam</b>" }),
    `![Une nuit](${OPEN} "De Sam")`,
  ],
  [
    "of a closed store is read as it was shown, in its own size",
    picture(`${CLOSED}/a.png`),
    `![](${shown(`${CLOSED}/a.png`, "$s_!aB3d!,f_auto,q_auto:good")})`,
  ],
  [
    "that only names the closed store is read from today's",
    `<img src="${CLOSED}/a.png">`,
    "![](https://substack-post-media.s3.amazonaws.com/public/images/a.png)",
  ],
  [
    "of another site stays there",
    '<img src="https://a.example/b.png" alt="B">',
    "![B](https://a.example/b.png)",
  ],
  [
    "whose address is no encoding",
    '<img src="https://substackcdn.com/image/fetch/x/https%3A%2F%2Fa%E9">',
    "![](https://substackcdn.com/image/fetch/x/https%3A%2F%2Fa%E9)",
  ],
  [
    "of a gallery comes with the others",
    `<div class="image-gallery-embed" data-attrs="${attrs({ gallery: { images: [{ src: OPEN }, { src: shown(`${OPEN}?2`) }], caption: "Deux nuits", alt: "" } })}"></div>`,
    `![](${OPEN})\n\n![](${OPEN}?2)\n\nDeux nuits`,
  ],
])("a picture %s", async (_, html, markdown) => {
  expect(await read(html)).toBe(markdown)
})

test.each([
  [
    "a film of YouTube",
    `<div id="youtube2-dQw4w9WgXcQ" class="youtube-wrap" data-attrs="${attrs({ videoId: "dQw4w9WgXcQ", startTime: "90s" })}"><div class="youtube-inner"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0"></iframe></div></div>`,
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90",
  ],
  [
    "an episode at Spotify",
    `<iframe class="spotify-wrap podcast" data-attrs="${attrs({ url: "https://open.spotify.com/episode/0123456789abcdefABCDEF" })}" src="https://open.spotify.com/embed/episode/0123456789abcdefABCDEF"></iframe>`,
    "https://open.spotify.com/episode/0123456789abcdefABCDEF",
  ],
  [
    "a tweet",
    `<div class="twitter-embed" data-attrs="${attrs({ url: "https://x.example/sam/status/1", full_text: "Ici" })}"></div>`,
    "https://x.example/sam/status/1",
  ],
  [
    "another post",
    `<div class="digest-post-embed" data-attrs="${attrs({ title: "Deux", canonical_url: `${SUBSTACK}/p/deux` })}"></div>`,
    `[Deux](${SUBSTACK}/p/deux)`,
  ],
  [
    "a file",
    '<div class="file-embed-wrapper"><div class="file-embed-details-h1">Le livret</div><a class="file-embed-button" href="https://a.example/l.pdf">Download</a></div>',
    "[Le livret](https://a.example/l.pdf)",
  ],
  [
    "a note",
    'Oui<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a>.</p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>Ou non.</p></div></div>',
    "Oui[^1].\n\n[^1]: Ou non.",
  ],
  ["a quotation", '<div class="pullquote"><p>Ici</p></div>', "> Ici"],
  [
    "a button that leads elsewhere",
    '<p class="button-wrapper"><a class="button" href="https://a.example/billets"><span>Billets</span></a></p>',
    "[Billets](https://a.example/billets)",
  ],
  ["forms and buttons of Substack", `<p>a</p>${WIDGET}${SHARE}<p>b</p>`, "a\n\nb"],
])("%s is what any article has", async (_, html, markdown) => {
  expect(await read(`<p>${html}`)).toBe(markdown)
})

test("what Substack alone keeps is told with its place", async () => {
  const html = `<h2>Les invités</h2><div class="native-video-embed"></div><div class="poll-embed"></div>`
  expect((await textOf(html))?.losses).toEqual([
    { what: "film déposé chez Substack", where: "après «\u00a0Les invités\u00a0»" },
    { what: "sondage", where: "après «\u00a0Les invités\u00a0»" },
  ])
})

test("of two sounds the page's comes before the list's, and another one stays in the text", async () => {
  const html =
    '<audio src="https://a.example/1.mp3"></audio><p>a</p><audio><source src="https://a.example/2.mp3"></audio>'
  expect(await textOf(html, { type: "podcast", sound: "https://a.example/3.mp3" })).toMatchObject({
    content: "a\n\nhttps://a.example/2.mp3",
    sound: { guid: "substack:post:1", address: "https://a.example/1.mp3" },
  })
  expect(await textOf(html)).toMatchObject({ sound: null })
  expect(await textOf("<p>a</p>", { type: "podcast" })).toMatchObject({ sound: { address: "" } })
})

test("lists and pages that do not fit are read as well as it goes, and told", async () => {
  const zip = substackZip(
    [
      { id: "1.un", title: "Un" },
      { id: "2.renomme", title: "Deux", html: undefined },
      { id: "2.encore", title: "Encore", html: "<p>b</p>" },
      { id: "3.", published: "false", html: " " },
      { id: "../../4", title: "Quatre" },
      { id: "5", title: "Cinq", html: "<p>c</p>" },
    ],
    { "posts/2.ancien-nom.html": "<p>a</p>", "posts/9.seul.html": "<p>d</p>", "posts/notes.txt": "" },
  )
  const { texts, losses, error } = await readSubstackThings(zip)
  expect(error).toBeUndefined()
  expect(texts.map(({ id, content, slug, losses }) => [id, content, slug, losses.length])).toEqual([
    ["1", "", "un", 1],
    ["2", "b", "renomme", 0],
    ["5", "c", "", 0],
  ])
  expect(losses.map(({ id }) => id)).toEqual(["repeated", "empty", "no-id", "unlisted"])
})

test("the archive may lie in a folder, and its list have other columns, in another order", async () => {
  const { texts } = await readSubstackThings(
    substackZip([], {
      "posts.csv": "",
      "export/posts.csv":
        'post_id,post_date,is_published,title,audience\n7.sept,2025-03-04,true,"Sept, ""enfin""",everyone\n',
      "export/posts/7.sept.html": "<p>Là.</p>",
    }),
  )
  expect(texts).toMatchObject([{ id: "7", title: 'Sept, "enfin"', content: "Là.", state: "published" }])
})
