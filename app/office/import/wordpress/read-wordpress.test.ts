import { expect, test } from "vitest"
import { cdata, exportOf, item, readBroken, readThings, wxr } from "#test/wordpress-fixtures.ts"
import { ImportError } from "../import-error.ts"
import { isWordPress } from "./read-wordpress.server.ts"

test("an export is read in its order, whatever the pieces that it comes in", async () => {
  const whole = await readThings(exportOf("site"), 1_000_000)
  expect(whole.things.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    ...["author awa", "category café", "site site", "file 7", "comment 40", "comment 41"],
    ...["category ateliers", "text 12", "author sam", "text 20"],
    ...["loss tags", "loss type:nav_menu_item", "loss type:product", "loss type:recette", "loss trash"],
    ...["loss documents", "loss repeated"],
  ])
  for (const size of [7, 1_000]) expect(await readThings(exportOf("site"), size)).toEqual(whole)
})

test("a site has its name, its authors and its categories", async () => {
  const { things } = await readThings(exportOf("site"))
  expect(things).toEqual(
    expect.arrayContaining([
      { kind: "site", id: "site", title: "Rimes & nuits", address: "https://rimes.example/blog" },
      { kind: "author", id: "awa", name: "Awa Sène", email: "awa@rimes.example" },
      { kind: "author", id: "sam", name: "sam", email: null },
      { kind: "category", id: "café", name: "Café & thé" },
      { kind: "category", id: "ateliers", name: "Ateliers" },
    ]),
  )
})

test("a picture has its address and its words", async () => {
  expect((await readThings(exportOf("site"))).files).toEqual([
    {
      kind: "file",
      id: "7",
      address: "http://www.rimes.example/blog/wp-content/uploads/2026/07/scene.jpg",
      title: "La scène",
      alt: "Une scène vide",
      caption: "Photo : Sam",
    },
  ])
})

test("a text has all that is said of it, and what Markdown does not know is told", async () => {
  const [text, page] = (await readThings(exportOf("site"))).texts
  expect(text).toMatchObject({
    type: "post",
    title: "Après l’atelier",
    slug: "apres-l-atelier",
    addresses: [
      "http://www.rimes.example/blog/2026/07/apres-l-atelier/",
      "http://www.rimes.example/blog/2026/07/brouillon/",
      "http://www.rimes.example/blog/?p=12",
      "http://www.Rimes.example/blog/?p=12",
    ],
    excerpt: "Le _lendemain_.",
    description: "Ce qui reste de l’atelier",
    state: "published",
    publishedAt: "2026-07-03T07:00:00.000Z",
    author: "awa",
    categories: ["café", "ateliers"],
    picture: "7",
    sound: null,
  })
  expect(text?.content).toContain(
    "On finit **tard**, comme ]]> d’habitude.\n\n## Les images\n\n![](import:7)",
  )
  expect(text?.losses).toEqual([
    { what: "bloc «\u00a0latest-posts\u00a0»", where: "après «\u00a0Les images\u00a0»" },
  ])
  expect(page).toMatchObject({
    type: "page",
    content: "Écrivez-nous.",
    description: "Nous écrire, à 100 %.",
    state: "draft",
    publishedAt: "2026-06-01T10:00:00.000Z",
    losses: [{ what: "code court [contact-form-7]", where: "au début" }],
  })
})

test("comments are plain text, without spam and announcements of other sites", async () => {
  expect((await readThings(exportOf("site"))).comments).toEqual([
    {
      kind: "comment",
      id: "40",
      of: "12",
      parent: null,
      author: "Sam",
      email: "sam@exemple.example",
      content: "Merci !\nÀ bientôt.\n\nSam",
      at: "2026-07-04T10:00:00.000Z",
      state: "visible",
    },
    {
      kind: "comment",
      id: "41",
      of: "12",
      parent: "40",
      author: "Awa",
      email: null,
      content: "De rien",
      at: "2026-07-04T11:00:00.000Z",
      state: "pending",
    },
  ])
})

test("what this site has not is told once for each kind, with how many there are", async () => {
  const { losses } = await readThings(exportOf("site"))
  expect(losses.map(({ title }) => title)).toEqual([
    ...["2 étiquettes", "2 entrées de menu", "1 produit", "1 contenu de type «\u00a0recette\u00a0»"],
    ...["1 contenu dans la corbeille", "1 document (PDF, archive…)"],
    "1 contenu dont le numéro est celui d’un autre",
  ])
})

test("51.1 an export of 2008 is read", async () => {
  const { things, texts } = await readThings(exportOf("version-1.0"))
  expect(things.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    ...["category slam", "site site", "author admin", "text 3", "loss tagged"],
  ])
  expect(texts[0]).toMatchObject({
    categories: ["slam"],
    content: "Une ligne\net une autre.\n\nUn paragraphe.",
  })
})

test.each([
  ["publish", "", "published"],
  ["future", "", "scheduled"],
  ["draft", "", "draft"],
  ["pending", "", "draft"],
  ["private", "", "held"],
  ["publish", "sésame", "held"],
  ["archived", "", "draft"],
])("a text that is %s with the password « %s » is %s", async (status, password, state) => {
  const more = `<wp:post_password>${password}</wp:post_password>`
  expect((await readThings(wxr(item({ status, more })))).texts).toMatchObject([{ state }])
})

test.each(["auto-draft", "trash"])("a text that is %s is left out, with its comments", async (status) => {
  const comment =
    "<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>a</wp:comment_content></wp:comment>"
  const { texts, comments } = await readThings(wxr(item({ status }).replace("</item>", `${comment}</item>`)))
  expect([texts, comments]).toEqual([[], []])
})

test.each([
  ["http://rimes.example", "https://rimes.example"],
  ["https://www.rimes.example/", "https://rimes.example"],
  ["HTTPS://Rimes.Example//", "https://rimes.example"],
  ["https://rimes.example:8443/carnet/", "https://rimes.example:8443/carnet"],
])("the site at %s is known as %s", async (address, identity) => {
  const file = wxr("").replaceAll("https://rimes.example", address)
  expect((await readThings(file)).things).toEqual([
    { kind: "site", id: "site", title: "Rimes de nuit", address: identity },
  ])
})

test.each([
  ["a byte-order mark", (file: string) => `\ufeff${file}`],
  ["empty lines before it", (file: string) => `\n\n  ${file}`],
  [
    "PHP's warnings before it",
    (file: string) =>
      `<br />\n<b>Warning</b>:  Undefined variable in <b>/a.php</b> on line <b>3</b><br />\n${file}`,
  ],
  [
    "other prefixes",
    (file: string) => file.replace(/\b(?:wp|content|dc|excerpt)(?=:\w|=")/g, (prefix) => `x-${prefix}`),
  ],
  [
    "a document type",
    (file: string) =>
      file.replace("?>", '?><!DOCTYPE rss [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  ],
  [
    "a default namespace",
    (file: string) => file.replace("<rss ", '<rss xmlns="http://backend.userland.com/rss2" '),
  ],
  ["no declarations", (file: string) => file.replace(/ xmlns:\w+="[^"]+"/g, "")],
  ["control characters", (file: string) => file.replace("La nuit", "La\u0007 \u0000nuit")],
])("an export with %s is read", async (_, change) => {
  const { texts } = await readThings(change(wxr(item({ content: "Bonjour." }))))
  expect(texts).toMatchObject([{ id: "12", title: "La nuit des rimes", content: "Bonjour.", author: "awa" }])
})

test("what stands under WordPress' prefix in another namespace is none of its own", async () => {
  const foreign = '<wp:post_id xmlns:wp="http://exemple.example/">99</wp:post_id>'
  const meta = `<wp:postmeta xmlns:wp="http://exemple.example/"><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta>`
  const own = '<post_name xmlns="http://wordpress.org/export/1.2/">a-soi</post_name>'
  const { texts } = await readThings(wxr(item({ more: foreign + meta + own })))
  expect(texts).toMatchObject([{ id: "12", picture: null, slug: "a-soi" }])
})

test.each([
  ["UTF-16", (file: string) => Buffer.from(`\ufeff${file}`, "utf16le")],
  ["Windows-1252, named so", (file: string) => Buffer.from(file.replace("UTF-8", "Windows-1252"), "latin1")],
  ["Windows-1252, called UTF-8", (file: string) => Buffer.from(file, "latin1")],
])("an export in %s is read", async (_, encode) => {
  const { texts } = await readThings(encode(wxr(item({ title: "Été à Nîmes", content: "Déjà vu" }))))
  expect(texts).toMatchObject([{ title: "Été à Nîmes", content: "Déjà vu" }])
})

test("entities of a document's own and external ones stay letters", async () => {
  const file = wxr(item({ more: "<title>&a; &amp; &x;</title>" })).replace(
    "?>",
    '?><!DOCTYPE rss [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]>',
  )
  expect((await readThings(file)).texts).toMatchObject([{ title: "&a; & &x;" }])
})

test("CDATA in CDATA ends where XML says so, and the rest is read as well as it goes", async () => {
  const more = "<content:encoded><![CDATA[Un <![CDATA[deux]]> trois]]></content:encoded>"
  const { texts } = await readThings(wxr(item({ more }) + item({ id: 13 })))
  expect(texts.map(({ id }) => id)).toEqual(["12", "13"])
  expect(texts[0]?.content).toContain("trois")
})

test("a title too long to be one is cut, and opens the text", async () => {
  const title = "Très long ".repeat(2_000).trim()
  const [text] = (await readThings(wxr(item({ title, content: "Suite." })))).texts
  expect(text?.title).toHaveLength(500)
  expect(text?.content).toBe(`${title}\n\nSuite.`)
})

test("a text that is too long is left out and told, and what comes after it is read", async () => {
  const { texts, losses } = await readThings(
    wxr(item({ content: "a ".repeat(1_100_000) }) + item({ id: 13 })),
    65_536,
  )
  expect(texts.map(({ id }) => id)).toEqual(["13"])
  expect(losses.map(({ title }) => title)).toEqual(["1 texte de plus de deux millions de caractères"])
})

test("a long text is read in a thread of its own", async () => {
  const content = "<p>Un mot.</p>\n".repeat(2_000)
  const [text] = (await readThings(wxr(item({ content })))).texts
  expect(text?.content.slice(0, 20)).toBe("Un mot.\n\nUn mot.\n\nUn")
})

test.each([
  ["nothing", "", "Ce fichier est vide"],
  [
    "a podcast's feed",
    "<rss><channel><title>a</title><item/></channel></rss>",
    "n’est pas un export de WordPress",
  ],
  ["a web page", "<!doctype html><html><body>wordpress</body></html>", "n’est pas un export de WordPress"],
  ["an archive", "PK\u0003\u0004", "décompressez-la"],
  ["an unknown encoding", wxr(item()).replace("UTF-8", "EBCDIC-FR"), "«\u00a0EBCDIC-FR\u00a0»"],
  ["elements in elements", wxr("<a>".repeat(200)), "trop profondément"],
  ["a comment that never ends", wxr(`<!-- ${"a".repeat(2_000_000)}`), "ne s’y referme pas"],
  ["an attribute that never ends", wxr(`<item a="${"b".repeat(2_000_000)}`), "ne s’y referme pas"],
])("%s is refused in one sentence", async (_, file, sentence) => {
  const { error, texts } = await readBroken(file, 65_536)
  expect(error).toBeInstanceOf(ImportError)
  expect(String(error)).toContain(sentence)
  expect(texts).toEqual([])
})

test("of an export that is cut, what was whole is read, then it is told how much that was", async () => {
  const file = wxr(item() + item({ id: 13 }) + item({ id: 14, content: "Coupé ici" }))
  const { texts, error } = await readBroken(file.slice(0, file.indexOf("Coupé") + 3))
  expect(texts.map(({ id }) => id)).toEqual(["12", "13"])
  expect(error).toBeInstanceOf(ImportError)
  expect(String(error)).toContain("s’arrête au milieu, après 2 textes")
})

test("51.1 an export is recognised by its first letters", () => {
  expect(isWordPress(wxr("").slice(0, 1_000))).toBe(true)
  expect(isWordPress('<rss xmlns:x="http://wordpress.org/export/1.1/">')).toBe(true)
  expect(isWordPress(exportOf("podcasts").toString())).toBe(true)
  expect(isWordPress("<rss><channel><generator>https://wordpress.org/?v=6.8</generator>")).toBe(false)
  expect(isWordPress(`<rss>${cdata("a")}</rss>`)).toBe(false)
})
