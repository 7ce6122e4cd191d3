import fc from "fast-check"
import { parseDocument } from "htmlparser2"
import { expect, test } from "vitest"
import { readHtml } from "#test/html.ts"
import { renderMarkdown, toPlainText } from "./markdown.server.ts"

const TAGS =
  /^(h[2-6]|p|br|hr|blockquote|pre|code|ul|ol|li|strong|em|del|a|img|table|thead|tbody|tr|th|td|input|sup|section)$/
const ATTRIBUTES =
  /^(href|src|title|rel|alt|loading|decoding|referrerpolicy|start|align|class|type|disabled|checked|id|aria-label)$/

/** What an attacker, or a feed, would try; mixed at random with anything at all. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        ...["<script>", "</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<!--", "-->"],
        ...["[x](javascript:alert(1))", "[x](JaVa\tScRiPt:alert(1))", "[x](&#106;avascript:alert(1))"],
        ...[
          "![x](data:text/html,<script>)",
          "[x](//evil.example)",
          "[x](/\\evil.example)",
          "[x](vbscript:a)",
        ],
        ...['[x](https://a.example "onclick=alert(1)")', "<javascript:alert(1)>", "<https://a.example>"],
        ...[
          '"',
          "'",
          "`",
          "```",
          "~~~html\n",
          "> ",
          "- ",
          "# ",
          "| a | b |\n|---|---|\n",
          "[a]: javascript:b\n",
        ],
        ...[
          "&lt;script&gt;",
          "<iframe srcdoc=x>",
          "<style>",
          "</p>",
          "<p onclick=a>",
          "<a href='javascript:b'>",
        ],
        ...["<", ">", "(", ")", "[", "]", "\n", "\n\n", "    ", "\\", "\u0000", "\u2028"],
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""))

test("renderMarkdown keeps line breaks", async () => {
  expect(await renderMarkdown("Un\nDeux\n\nTrois")).toBe("<p>Un<br />Deux</p>\n<p>Trois</p>\n")
})

test("renderMarkdown knows headings, emphasis, lists, quotes, tables, links and images", async () => {
  const html = readHtml(
    await renderMarkdown(
      "## Titre\n\n**gras** *italique* ~~barré~~ `code`\n\n3. trois\n4. quatre\n\n- point\n\n> citation\n\n" +
        "| a | b |\n|---|--:|\n| 1 | 2 |\n\n[lien](https://a.example) ![rond](/starter/a.webp)",
    ),
  )
  for (const name of ["h2", "strong", "em", "del", "code", "ul", "blockquote", "table"]) html.get(name)
  expect(html.get("ol").attributes).toEqual({ start: "3" })
  expect(html.get("a").attributes).toEqual({ href: "https://a.example", rel: "noopener" })
  expect(html.get("img").attributes).toEqual({
    src: "/starter/a.webp",
    alt: "rond",
    loading: "lazy",
    decoding: "async",
    referrerpolicy: "no-referrer",
  })
})

test("renderMarkdown leaves the first heading level to the page's title", async () => {
  expect(await renderMarkdown("# Titre\n###### Petit")).toBe("<h2>Titre</h2>\n<h6>Petit</h6>\n")
})

test.each([
  "<b>gras</b>",
  "<script>alert(1)</script>",
  "<script src=//evil.example></script>",
  '<img src="x" onerror="alert(1)">',
  "Avant <svg onload=alert(1)> après",
  "<div>\n<p>bloc</p>\n</div>",
  "<!-- commentaire -->",
  "<style>body { display: none }</style>",
])("renderMarkdown shows raw HTML as the text it is: %s", async (source) => {
  const html = readHtml(await renderMarkdown(source))
  expect(html.text).toBe(source.replace(/\s+/g, " "))
  for (const name of ["b", "script", "img", "svg", "div", "style"]) expect(html.all(name)).toEqual([])
})

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "&#106;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zz4=",
  "file:///etc/passwd",
  "//evil.example/a",
])("renderMarkdown drops a link and an image to %s", async (address) => {
  const html = readHtml(await renderMarkdown(`[lien](<${address}>) ![image](<${address}>)`))
  for (const { attributes } of [...html.all("a"), ...html.all("img")]) {
    expect(attributes.href ?? attributes.src).toBeUndefined()
  }
  expect(html.text).toContain("lien")
})

test.each(["java\tscript:alert(1)", "/\\evil.example", "\\\\evil.example", "/\t/evil.example"])(
  "renderMarkdown leaves nothing harmful of a link to %j",
  async (address) => {
    const link = readHtml(await renderMarkdown(`[lien](<${address}>)`)).get("a")
    expect(link.text).toBe("lien")
    expectSafeAddress(link.attributes.href ?? "")
  },
)

test.each(["https://a.example/b?c=d&e=f", "http://a.example", "mailto:cko@example.com", "/contact", "#bas"])(
  "renderMarkdown keeps a link to %s",
  async (address) => {
    expect(readHtml(await renderMarkdown(`[lien](${address})`)).get("a").attributes.href).toBe(address)
  },
)

test("renderMarkdown renders a long text in another thread, to the same end", async () => {
  const paragraph = "Un *mot* et www.exemple.fr/a_b.\n\n"
  const long = await renderMarkdown(paragraph.repeat(300))
  expect(long).toBe((await renderMarkdown(paragraph)).repeat(300))
})

test("renderMarkdown shows as it was typed what would make a page of many megabytes", async () => {
  const bomb = `[a]: https://exemple.fr/${"a".repeat(1_900)}\n\n${"[a] ".repeat(20_000)}`
  const html = await renderMarkdown(bomb)
  expect(html.length).toBeLessThan(500_000)
  expect(html).not.toContain("<a ")
})

test("18.6 renderMarkdown never makes anything executable, whatever it is given", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (source) => {
      const html = await renderMarkdown(source)
      for (const [, name] of html.matchAll(/<\/?([^\s>/]+)/g)) expect(name).toMatch(TAGS)
      for (const element of elementsOf(parseDocument(html))) {
        expect(element.name).toMatch(TAGS)
        for (const [name, value] of Object.entries(element.attribs)) {
          expect(name).toMatch(ATTRIBUTES)
          if (name === "href" || name === "src") expectSafeAddress(value)
        }
      }
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ["un **mot** et un [lien](https://a.example)", "un mot et un lien"],
  ["Un\nDeux\n\nTrois", "Un Deux Trois"],
  ["## Titre\n\n- un\n- deux", "Titre un deux"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2"],
  ["R&B & <soul> &amp; funk", "R&B & <soul> & funk"],
  ["Non\u202f! Oui\u00a0: peut-être", "Non\u202f! Oui\u00a0: peut-être"],
  ["![image](/a.webp)", ""],
  ["Un mot[^1] : « oui » ?\n\n[^1]: une note", "Un mot\u00a0: «\u00a0oui\u00a0»\u202f?"],
  ["- [x] fait\n- [ ] à faire", "fait à faire"],
  ["", ""],
])("toPlainText %j becomes %j", (markdown, text) => {
  expect(toPlainText(markdown, 200)).toBe(text)
})

test("toPlainText keeps a text of exactly the longest length", () => {
  expect(toPlainText("a".repeat(20), 20)).toBe("a".repeat(20))
})

test.each([
  ["trois petits mots ici", 20, "trois petits mots…"],
  ["trois petits mots ici", 13, "trois petits…"],
  ["anticonstitutionnellement", 10, "anticonsti…"],
  ["un anticonstitutionnellement", 10, "un anticon…"],
])("toPlainText cuts %j at %i: %j", (markdown, maxLength, text) => {
  expect(toPlainText(markdown, maxLength)).toBe(text)
})

test("toPlainText never cuts a sign of two code units in half", () => {
  expect(toPlainText("🎤".repeat(20), 11)).toBe(`${"🎤".repeat(5)}…`)
})

test("toPlainText says that a text goes on even where what was read of it is mostly an address", () => {
  const image = `![affiche](https://a.example/${"a".repeat(250)})`
  expect(toPlainText(`Début. ${image} ${image} ${image} La suite compte aussi.`, 200)).toBe("Début.…")
})

test("toPlainText is one well-formed line that is never longer than allowed", () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 5, max: 60 }), (source, maxLength) => {
      const text = toPlainText(source, maxLength)
      expect(text.length).toBeLessThanOrEqual(maxLength + 1)
      expect(text).not.toMatch(/[\n\r\t]/)
      expect(text.isWellFormed() || !source.isWellFormed()).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

/** A link may lead anywhere by http(s), but it has to say so; one that cannot be parsed leads nowhere. */
function expectSafeAddress(address: string) {
  if (!URL.canParse(address, "https://cko.test/page")) return
  const { protocol, host } = new URL(address, "https://cko.test/page")
  expect(["http:", "https:", "mailto:"]).toContain(protocol)
  expect(/^\s*(https?|mailto):/i.test(address) || host === "cko.test").toBe(true)
}

type Elements = { name: string; attribs: Record<string, string> }[]

function elementsOf(node: ReturnType<typeof parseDocument>): Elements {
  return node.children.flatMap((child) =>
    "attribs" in child ? [child, ...elementsOf(child as unknown as typeof node)] : [],
  )
}
