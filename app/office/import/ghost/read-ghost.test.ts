import { expect, test } from "vitest"
import {
  ghostExport,
  ghostPost,
  ghostSite,
  objectId,
  readGhostThings,
  SITE,
  thingsOf,
} from "#test/ghost-fixtures.ts"
import { ImportError } from "../import-error.ts"
import { recogniseFiles } from "../recognise-export.ts"
import { typedSite } from "../site-identity.ts"
import { isGhost } from "./is-ghost.ts"
import { isRedirects, readRedirects } from "./redirects.server.ts"

const textOf = async (fields: Record<string, unknown>) =>
  (await readGhostThings(ghostExport({ posts: [ghostPost(1, fields)] }))).texts[0]

test("an export is read in the same way, whatever the pieces that it comes in", async () => {
  const whole = await readGhostThings(ghostSite("5.130.6"), { chunkSize: 1_000_000 })
  expect(whole.error).toBeUndefined()
  expect(whole.things.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    ...["site site", "author awa", "author sam", "category ateliers", "category actus"],
    `file ${SITE}/content/images/2024/01/nuit.jpg`,
    `file ${SITE}/content/images/2024/01/une.jpg`,
    ...[1, 2, 3, 4, 5, 6].map((id) => `text ${objectId(id)}`),
    ...["loss featured", "loss sent", "loss internal-tags", "loss newsletters"],
  ])
  for (const chunkSize of [3, 997])
    expect(await readGhostThings(ghostSite("5.130.6"), { chunkSize })).toEqual(whole)
})

test("a text has all that stands of it in other tables", async () => {
  const { texts, files } = await readGhostThings(ghostSite("5.130.6"))
  expect(texts[0]).toMatchObject({
    type: "post",
    addresses: [`${SITE}/un/`],
    description: "Ce qu’on y lit",
    author: "awa",
    categories: ["ateliers", "actus"],
    picture: `${SITE}/content/images/2024/01/une.jpg`,
    sound: null,
  })
  expect(files[1]).toMatchObject({ alt: "Une scène", caption: "Photo : Awa" })
})

test.each([
  [{ status: "published" }, "published"],
  [{ status: "published", visibility: "paid" }, "held"],
  [{ status: "published", visibility: "tiers" }, "held"],
  [{ status: "published", visibility: null }, "published"],
  [{ status: "scheduled" }, "scheduled"],
  [{ status: "scheduled", visibility: "members" }, "held"],
  [{ status: "sent" }, "held"],
  [{ status: "draft", visibility: "members" }, "draft"],
  [{ status: "toto" }, "draft"],
  [{ status: null }, "draft"],
])("a text with %o is %s", async (fields, state) => {
  expect(await textOf(fields)).toMatchObject({ state })
})

test.each([
  ["2025-03-04 10:00:00", "2025-03-04T10:00:00.000Z"],
  ["2025-03-04T10:00:00.000Z", "2025-03-04T10:00:00.000Z"],
  [1_741_082_400_000, "2025-03-04T10:00:00.000Z"],
  [null, "2025-03-01T08:00:00.000Z"],
  ["hier", "2025-03-01T08:00:00.000Z"],
  [1e300, "2025-03-01T08:00:00.000Z"],
  [{}, "2025-03-01T08:00:00.000Z"],
])("a text that is of %o is of %s", async (published_at, publishedAt) => {
  expect(await textOf({ published_at })).toMatchObject({ publishedAt })
})

test.each([
  [{ type: "page" }, "page"],
  [{ type: undefined, page: 1 }, "page"],
  [{ type: undefined, page: 0 }, "post"],
])("a text with %o is a %s", async (fields, type) => {
  expect(await textOf(fields)).toMatchObject({ type })
})

test("code that was added is told with its text, and that of the site once", async () => {
  const { texts, losses } = await readGhostThings(
    ghostExport({
      posts: [ghostPost(1, { codeinjection_head: "<script>1</script>", codeinjection_foot: " " })],
      settings: [{ key: "codeinjection_foot", value: "<script>2</script>" }],
    }),
  )
  expect(texts[0]?.losses).toEqual([{ what: "code ajouté à un texte (Code injection)", where: "en tête" }])
  expect(losses).toMatchObject([{ title: "1 code ajouté à toutes les pages" }])
})

test.each([
  ["the site's own way", {}, [`${SITE}/texte-1/`]],
  [
    "what routes.yaml says",
    {
      "content/settings/routes.yaml":
        "routes:\n\ncollections:\n  /podcast/:\n    permalink: /podcast/{slug}/\n    filter: tag:podcast\n  /:\n    permalink: '/{year}/{month}/{day}/{primary_tag}/{slug}/'\n    template: index\ntaxonomies:\n  tag: /tag/{slug}/\n",
    },
    [`${SITE}/podcast/texte-1/`, `${SITE}/2025/01/01/slam/texte-1/`, `${SITE}/texte-1/`],
  ],
])("addresses are spelled by %s", async (_, beside, addresses) => {
  const json = ghostExport({
    posts: [ghostPost(1, { published_at: "2024-12-31T23:30:00.000Z" })],
    tags: [{ id: 7, name: "Slam", slug: "slam" }],
    posts_tags: [{ post_id: objectId(1), tag_id: 7 }],
  })
  expect(
    (await readGhostThings(json, { beside: beside as Record<string, string> })).texts[0]?.addresses,
  ).toEqual(addresses)
})

test.each([
  ["by its host", "https://www.rimes.example/carnet", {}, "https://rimes.example/carnet"],
  [
    "by the settings of its server",
    "",
    { "config.production.json": '{"url": "https://rimes.example/", "a": 1}' },
    SITE,
  ],
])("a site's address is told %s", async (_, site, beside, address) => {
  const json = ghostExport({
    posts: [ghostPost(1, { feature_image: "https://photos.example/content/images/a.jpg" })],
  })
  expect(
    (await readGhostThings(json, { site, beside: beside as Record<string, string> })).things[0],
  ).toMatchObject({ address })
})

test("an export without its outer list, of the time before Ghost 1, is read", async () => {
  const posts = [
    {
      id: 5,
      title: "Un",
      slug: "un",
      markdown: "Du *texte*",
      html: null,
      image: "/content/images/a.jpg",
      page: 0,
      status: "published",
      author_id: 1,
      published_at: 1_741_082_400_000,
    },
  ]
  const tables = { posts, users: [{ id: 1, name: "Awa", slug: "awa", email: "awa@a.example" }] }
  const { texts, error } = await readGhostThings(ghostExport(tables, { version: "003", isBare: true }))
  expect(error).toBeUndefined()
  expect(texts).toMatchObject([
    {
      id: "5",
      content: "Du *texte*",
      author: "awa",
      picture: `${SITE}/content/images/a.jpg`,
      publishedAt: "2025-03-04T10:00:00.000Z",
    },
  ])
})

const WRONG =
  '{"__proto__":{"status":"published"},"constructor":1,"id":"9","id":"10","title":{},"slug":[],"html":7,"tags":null,"published_at":null}'
test("rows with names that mean something to JavaScript, doubled names, wrong types and no number are read as well as it goes", async () => {
  const json = ghostExport({
    posts: [
      ghostPost(1),
      ghostPost(1, { title: "Encore" }),
      { title: "Sans numéro" },
      ghostPost(2, { id: "../a" }),
    ],
    posts_tags: [{ post_id: objectId(1), tag_id: 404 }, { post_id: null }, {}],
    tags: [{ id: 3, name: null, slug: null }, { id: null }, { id: 3, name: "b" }],
    users: [{ id: 4, name: "A\u0000wa", email: "pas une adresse" }],
    posts_authors: [{ post_id: objectId(1), author_id: 4, sort_order: "x" }],
  }).replace('"posts":[', `"posts":[${WRONG},[],null,3,`)
  const { texts, losses, things, error } = await readGhostThings(json)
  expect(error).toBeUndefined()
  expect(texts.map(({ id, title, state, author }) => [id, title, state, author])).toEqual([
    ["10", "", "draft", null],
    [objectId(1), "Texte 1", "published", "4"],
  ])
  expect(things).toContainEqual({ kind: "author", id: "4", name: "Awa", email: null })
  expect(things).toContainEqual({ kind: "category", id: "3", name: "3" })
  expect(losses.map(({ title }) => title)).toEqual([
    "1 contenu dont le numéro est celui d’un autre",
    "2 contenus sans numéro",
  ])
})

test("a text that is too long is left out and told, a long one is read in a thread, and what comes after is read", async () => {
  const posts = [
    ghostPost(1, { html: "a ".repeat(1_100_000) }),
    ghostPost(2, { html: "<p>Un mot.</p>\n".repeat(2_000) }),
    ghostPost(3),
  ]
  const { texts, losses } = await readGhostThings(ghostExport({ posts }), { chunkSize: 65_536 })
  expect(texts.map(({ id }) => id)).toEqual([objectId(2), objectId(3)])
  expect(texts[0]?.content.slice(0, 20)).toBe("Un mot.\n\nUn mot.\n\nUn")
  expect(losses.map(({ title }) => title)).toEqual(["1 texte de plus de deux millions de caractères"])
})

test.each([
  ["nothing", "", "s’arrête au milieu"],
  ["half an export", ghostSite("5.130.6").slice(0, 2_000), "s’arrête au milieu"],
  [
    "an export that is broken",
    ghostSite("5.130.6").replace('"posts":[', '"posts":[,'),
    "ce n’est pas du JSON",
  ],
  ["letters of another encoding", Buffer.from(ghostSite("5.130.6"), "latin1"), "ce n’est pas du JSON"],
  ["another JSON", '{"meta":{},"data":{"id":1}}', "n’est pas un export de Ghost"],
  ["a list of texts that is none", '{"db":[{"data":{"posts":"toto"}}]}', "n’est pas un export de Ghost"],
  ["lists in lists", `{"data":{"posts":[{"a":${"[".repeat(2_000_000)}`, "imbriqué"],
  ["a text without an end", `{"data":{"posts":[{"html":"${"a".repeat(70_000_000)}`, "démesuré"],
])("%s is refused in one sentence", async (_, file, sentence) => {
  const { error, texts } = await readGhostThings(file, { chunkSize: 1_000_000 })
  expect(error).toBeInstanceOf(ImportError)
  expect(String(error)).toContain(sentence)
  expect(texts).toEqual([])
})

test.each([
  [true, ghostSite("3.42.9")],
  [true, ghostExport({ posts: [] }, { isBare: true })],
  [true, '\ufeff{\n  "db" : [\n'],
  [false, '{"items":[]}'],
  [false, "[]"],
  [false, "<rss>"],
])("51.1 it is %s that this is Ghost's export", (isOne, file) => {
  expect(isGhost(Buffer.from(file).subarray(0, 1_000).toString("latin1"))).toBe(isOne)
})

test("51.1 before anything is sent, the page tells a Ghost, other exports and feeds apart", async () => {
  const of = (...contents: (string | Buffer)[]) =>
    recogniseFiles(contents.map((one) => new File([new Uint8Array(Buffer.from(one))], "a")))
  expect(await of(`\ufeff${ghostSite("5.130.6")}`)).toBe("unaddressed")
  expect(await of("email,name", ghostSite("5.130.6"))).toBe("unaddressed")
  expect(await of(Buffer.from("504b0304", "hex"))).toBe("export")
  expect(await of(Buffer.from("1f8b0800", "hex"))).toBe("export")
  expect(await of('<rss xmlns:wp="http://wordpress.org/export/1.2/">')).toBe("export")
  expect(await of("<rss></rss>")).toBe("feed")
})

test.each([
  ["rimes.example", "https://rimes.example"],
  [" https://WWW.rimes.example/carnet/?a=1#b ", "https://www.rimes.example/carnet"],
  ["http://rimes.example:2368/", "http://rimes.example:2368"],
  ["", ""],
  ["rimes", ""],
  ["javascript:alert(1)", ""],
  [`https://rimes.example/${"a".repeat(600)}`, ""],
])("a site that was typed as « %s » is at « %s »", (typed, address) => {
  expect(typedSite(typed)).toBe(address)
})

test.each([
  ["YAML", "# Ghost\n301:\n  /a/: /b/\n  '/c': \"https://c.example/d\"\n302:\n  /e: /f # bientôt\n"],
  [
    "JSON",
    JSON.stringify([
      { from: "/a/", to: "/b/", permanent: true },
      { from: "^/c$", to: "https://c.example/d" },
      { from: "/e", to: "/f" },
      3,
    ]),
  ],
])("redirections are read of %s", async (_, file) => {
  expect(isRedirects(file)).toBe(true)
  expect(
    (await thingsOf(readRedirects, file)).map((thing) =>
      thing.kind === "redirect" ? [thing.from, thing.to] : [],
    ),
  ).toEqual([
    ["/a/", "/b/"],
    [expect.stringMatching(/^\/c$/), "https://c.example/d"],
    ["/e", "/f"],
  ])
})

test("redirections that stand for many addresses are told, and what is none is passed over", async () => {
  const file =
    "301:\n  ^/a/(.*)$: /$1\n  /b/[0-9]+: /c\n  /d: javascript:alert(1)\n  : /e\n  /f\n  /__proto__: /g\n"
  expect(await thingsOf(readRedirects, file)).toEqual([
    { kind: "redirect", id: "/__proto__", from: "/__proto__", to: "/g" },
    {
      kind: "loss",
      id: "patterns",
      what: "redirection par motif",
      title: "3 redirections qui valent pour plusieurs adresses (expressions régulières)",
    },
  ])
  expect(await thingsOf(readRedirects, "[{")).toEqual([])
})
