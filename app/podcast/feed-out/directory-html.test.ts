import fc from "fast-check"
import { expect, test } from "vitest"
import { toHtml } from "#app/kit/lib/markdown/render.ts"
import { directoryHtml } from "./directory-html.ts"

const SITE = "https://cko.example"
const html = (markdown: string, longest?: number) => directoryHtml(toHtml(markdown), SITE, longest)

test.each([
  ["**Un** *deux*\n\ntrois", "<p><strong>Un</strong> <em>deux</em></p><p>trois</p>", true],
  ["- a\n- b\n\n1. c", "<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>", true],
  ["un\ndeux", "<p>un<br>deux</p>", true],
  ["[ici](/episodes/2)", `<p><a href="${SITE}/episodes/2">ici</a></p>`, true],
  ["[là](https://a.test/?a=1&b=2)", '<p><a href="https://a.test/?a=1&amp;b=2">là</a></p>', true],
  ["## Titre\n\ntexte", "<p><strong>Titre</strong></p><p>texte</p>", false],
  ["> cité", "<p>cité</p>", false],
  ["a ![image](/media/x/y.png) b", "<p>a  b</p>", false],
  ["`code` et ~~barré~~", "<p>code et barré</p>", false],
  ["1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>", true],
  ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>", true],
  ["", "", true],
])("directories get of %j what they show", (markdown, expected, isWhole) => {
  expect(html(markdown)).toEqual({ html: expected, isWhole })
})

test("a table is told in lines, and notes lead nowhere", () => {
  expect(html("| a | b |\n| - | - |\n| c | d |").html).toBe("<p>a b </p><p>c d </p>")
  expect(html("Un[^1]\n\n[^1]: note").html).not.toContain("href")
})

test("a long text is cut at a word, with an ellipsis, and its tags are closed", () => {
  expect(html(`**${"mot ".repeat(40)}fin**`, 60).html).toMatch(/^<p><strong>(?:mot ?)+…<\/strong><\/p>$/)
  expect(html("R&B ".repeat(40), 30).html).toMatch(/^<p>(?:R&amp;B? ?)+…<\/p>$/)
  expect(html("x".repeat(5_000)).html.length).toBeLessThanOrEqual(4_000)
  expect(html("a".repeat(100), 50)).toMatchObject({ isWhole: false })
})

const words = fc.array(
  fc.constantFrom(
    "# ",
    "**",
    "*",
    "- ",
    "1. ",
    "\n",
    "\n\n",
    "[a](/b)",
    "> ",
    "`",
    "|a|\n|-|\n",
    "&",
    "<b>",
    "mot ",
    "x".repeat(90),
    "[^1]",
    "![i](/media/a/b.png)",
    "https://a.test ",
  ),
  { maxLength: 80 },
)

test("37.1 whatever is written, nothing is longer than directories take, and all tags that are open are closed", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 4_000 }), (parts, longest) => {
      const result = html(parts.join(""), longest).html
      expect(result.length).toBeLessThanOrEqual(longest)
      const open: string[] = []
      for (const [, slash, tag = ""] of result.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        expect(["p", "a", "br", "ol", "ul", "li", "strong", "em"]).toContain(tag)
        if (slash && open.at(-1) === tag) open.pop()
        else if (tag !== "br") open.push(slash + tag)
      }
      expect(open).toEqual([])
      expect(result).not.toMatch(/&[a-z#0-9]*(?![a-z#0-9;])/)
    }),
  )
})
