import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { toHtml } from "#app/kit/lib/markdown/render.ts"
import { readHtml } from "#test/html.ts"
import { decodeEntities, stripTags } from "./html-texts.ts"
import { htmlToMarkdown } from "./html-to-markdown.ts"

const markdownOf = (html: string) => htmlToMarkdown(html).markdown

test.each([
  ["<p>Bonjour <b> le monde </b>!</p>", "Bonjour **le monde** !"],
  ["<b>Titre :</b>Suite", "**Titre :** Suite"],
  ["<b>C</b>KO, <i>pré</i>fixe et <em>seul</em>", "**C**KO, *pré*fixe et _seul_"],
  ["<b>a</b><b>b</b>", "**ab**"],
  ["<b>a</b><em>…</em>a", "**a**…a"],
  ["<b>a</b><em>…b</em>a", "**a** *…b*a"],
  ["<i><b>a</b>~<b>/</b></i>a", "***a**\\~/* a"],
  ["<p><b>Ligne<br><br>après</b></p>", "**Ligne**\n\n**après**"],
  ["Un<br>Deux<br><br>Trois<br/><br/><br/>Quatre", "Un\nDeux\n\nTrois\n\nQuatre"],
  ["<p>&nbsp;</p><p>x</p><p><br></p><p><b> </b></p><p>y</p>", "x\n\ny"],
  ["<p>sur\n plusieurs   lignes</p>", "sur plusieurs lignes"],
  ["<ul><li>un</li><li><p>deux</p><p>suite</p></li></ul><p>fin</p>", "- un\n- deux\n  suite\n\nfin"],
  ["<ul>\n<li>a<ul><li>b</li></ul></li>\n</ul>", "- a\n  - b"],
  ["<ol>\n <li>un</li>\n <li>deux<br>trois</li></ol>", "1. un\n2. deux\n   trois"],
  ["<li>orphelin</li><li>deux</li>", "- orphelin\n- deux"],
  ["<h1>Titre</h1><h4>Sous</h4><blockquote>Cité</blockquote><hr>", "## Titre\n\n### Sous\n\n> Cité\n\n---"],
  ["<table><tr><th>A</th><th>B</th></tr></table>", "A – B"],
  ["<script>x</script><style>y</style><iframe>z</iframe><p>reste</p>", "reste"],
  ["<p>a<img src='https://a.fr/i.jpg'>b</p>", "ab"],
  ["<p>Vrai &lt;script&gt; et *étoile*</p>", "Vrai \\<script> et \\*étoile\\*"],
  ["&lt;p&gt;Échappé &lt;b&gt;deux&lt;/b&gt; fois&lt;/p&gt;", "Échappé **deux** fois"],
  ["&lt;b&gt;Titre&lt;/b&gt; et suite", "**Titre** et suite"],
  ["Un&lt;br&gt;&lt;i&gt;deux&lt;/i&gt;", "Un\n_deux_"],
  ["Un\n\nDeux\nTrois<p></p><p>Quatre</p>", "Un\n\nDeux\nTrois\n\nQuatre"],
  ["<b>Titre :<br>- Awa.<br>- Jo.</b>", "**Titre :**\n**- Awa.**\n**- Jo.**"],
  ["<b>Un<br>1. Awa.</b> Jo", "**Un**\n**1. Awa.** Jo"],
  ["<a href='https://x.fr'>Un<br>- <b>Awa.</b></a>", "[Un - **Awa.**](https://x.fr)"],
  ["\u0095 <b>Awa.</b><br>\uf0b7 <b>Jo.</b> l\u0092art\u0081", "• **Awa.**\n• **Jo.** l’art"],
  [
    "<ol start='3'><li><b>Awa.</b></li><li>Jo</li></ol><ol start='-1'><li>a</li></ol>",
    "3. **Awa.**\n4. Jo\n1. a",
  ],
  ["<p>pas fermé <b>gras <p>suite", "pas fermé **gras**\n\n**suite**"],
  ['<b style="font-weight:normal">Un <b>gras</b> et un autre</b>', "Un **gras** et un autre"],
  ['<strong style="color:red; FONT-WEIGHT : 400 !important">Un</strong> <b>deux</b>', "Un **deux**"],
  [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Un</p><p><b>Deux</b></p></b>',
    "Un\n\n**Deux**",
  ],
  ['<i style="font-style:normal">Un <i>deux</i></i><em style="font-style: normal">.</em>', "Un _deux_."],
  ['<b style="font-weight:700">Un</b> <i style="font-weight:normal">deux</i>', "**Un** _deux_"],
  ['<b style="font-weight:normal;font-weight:bold">Un</b>', "**Un**"],
  ["<p>R&B &eacute;t&eacute; Tom&notes \u0000\u0008</p>", "R&B été Tom&notes"],
])("HTML %j", (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

test.each([
  ["<a href='https://x.fr/a_(b)'>ici [1]</a>", "[ici \\[1\\]](https://x.fr/a_%28b%29)"],
  ["<a href='https://x.fr/a?b=1&amp;c=2'><b>gras</b></a>", "[**gras**](https://x.fr/a?b=1&c=2)"],
  ["Bravo !<a href='https://x.fr'>ici</a>", "Bravo \\![ici](https://x.fr)"],
  ["<a href='https://x.fr/a'>https://x.fr/a</a>.", "https://x.fr/a."],
  ["<a href='https://x.fr/a'>https://x.fr/a</a>suite", "[https://x.fr/a](https://x.fr/a)suite"],
  ["<a href='mailto:a@b.fr'>écrire</a>", "[écrire](mailto:a@b.fr)"],
  ["<a href='https://x.fr'><img src='https://x.fr/i.png'></a>fin", "fin"],
  [
    "<a href='javascript:alert(1)'>a</a> <a href=' java\nscript:b'>b</a> <a href='data:x'>c</a> <a href='/d'>d</a>",
    "a b c d",
  ],
])("links %j", (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

test.each([
  ["Un\r\nDeux\n\n\n\nTrois", "Un\nDeux\n\nTrois"],
  ["- un\n- deux\nsuite", "- un\n- deux\n\nsuite"],
  ["# Titre\n> cité\n1. un\n#rap", "\\# Titre\n\\> cité\n1\\. un\n#rap"],
  ["Texte\n-----\n====", "Texte\n\\-----\n\\===="],
  ["*a* * _b_ c_d `e` ~~f~~ [g](h)", "\\*a\\* * \\_b\\_ c_d \\`e\\` \\~\\~f\\~\\~ [g\\](h)"],
  ["<1@a> et 1 < 2@a", "\\<1@a> et 1 < 2@a"],
  ["J'<3 le R&B, 5 < 6, <artiste>", "J'<3 le R&B, 5 < 6, \\<artiste>"],
  ["https://x.fr/a_b_*c*?d=[1]", "https://x.fr/a_b_*c*?d=[1]"],
  ["    pas du code", "pas du code"],
  ["d&eacute;j&agrave; vu", "déjà vu"],
  ["Collez &lt;iframe src='x'&gt;&lt;/iframe&gt; ici", "Collez \\<iframe src='x'>\\</iframe> ici"],
  ["&lt;b&gt; et &lt;script&gt; en HTML", "\\<b> et \\<script> en HTML"],
  ["Le &lt;b&gt;gras&lt;/b&gt; en HTML", "Le \\<b>gras\\</b> en HTML"],
])("text without tags %j", (text, markdown) => {
  expect(markdownOf(text)).toBe(markdown)
})

test.each([
  ["<img src='https://a.fr/t.gif' width='1' height='1'><img src='https://a.fr/i.jpg'>", "https://a.fr/i.jpg"],
  ["<img src='https://a.fr/t.gif' style='width: 1px'>", null],
  ["<img src='https://pixel.wp.com/b.gif?x=1'>", null],
  ["<img src='data:image/gif;base64,R0'>", null],
  ["<p>rien</p>", null],
])("the first image of %j", (html, image) => {
  expect(htmlToMarkdown(html).image).toBe(image)
})

test.each([
  ["www.exemple.fr/_a_b_", "https://www.exemple.fr/_a_b"],
  ["*www.exemple.fr/a*b*", "https://www.exemple.fr/a*b"],
  ["_jean_dupont@exemple.fr_", "mailto:jean_dupont@exemple.fr"],
  ["Écrire à jean_d@exemple.fr, ou à _awa_", "mailto:jean_d@exemple.fr"],
  ["<b>jean_dupont@exemple.fr</b>", "mailto:jean_dupont@exemple.fr"],
  ["<i>www.exemple.fr/a_b</i>_c", "https://www.exemple.fr/a_b"],
  ["<p>www.exemple.fr/a_b<b>gras</b></p>", "https://www.exemple.fr/a_b"],
  ["https://exemple.fr/a_b_*c*?d=[1]", "https://exemple.fr/a_b_*c*?d=%5B1%5D"],
  ["<a href='https://exemple.fr/a_'>https://exemple.fr/a_</a>", "https://exemple.fr/a_"],
])("an address is shown as it was written, and leads there %s", (source, href) => {
  const shown = readHtml(toHtml(markdownOf(source)))
  expect(shown.get("a").attributes.href).toBe(href)
  expect(letters(shown.text)).toBe(letters(stripTags(source)))
  expect(shown.text).not.toContain("\\")
})

describe("whatever the input, a reader sees the author's words", () => {
  const tricky = fc
    .array(
      fc.constantFrom(
        ...Array.from("ab1é .!?,;:*_~`[]()<>#+-=|\\&\n'\"«»…😀/@"),
        "https://x.fr/a_b ",
        "**",
        "&copy;",
        "1. ",
        "- ",
      ),
      {
        maxLength: 25,
      },
    )
    .map((pieces) => pieces.join(""))

  test("whatever the input, a reader sees the author's words from plain text", () => {
    fc.assert(
      fc.property(tricky, (text) => {
        fc.pre(!/<\/?[a-z]|<!/i.test(text))
        const shown = decodeEntities(text).replace(/^[ \t]*\*[ \t]+(?=\S)/gm, "")
        expect(seen(markdownOf(text))).toBe(letters(shown))
      }),
      { numRuns: 1000 },
    )
  })

  test("whatever the input, a reader sees the author's words from HTML", () => {
    const escaped = tricky
      .map((text) => text.replaceAll("\n", " "))
      .map((text) => ({ text, html: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") }))
    const { node } = fc.letrec<{ node: { text: string; html: string } }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        escaped,
        fc
          .tuple(
            fc.constantFrom("p", "b", "i", "em", "ul", "li", "div", "a", "h2", "blockquote"),
            fc.array(tie("node"), { maxLength: 4 }),
          )
          .map(([tag, children]) => ({
            text: children.map((child) => child.text).join(""),
            html: `<${tag}${tag === "a" ? " href='https://y.fr'" : ""}>${children.map((child) => child.html).join("")}</${tag}>`,
          })),
      ),
    }))
    fc.assert(
      fc.property(node, ({ text, html }) => {
        expect(seen(markdownOf(`<p></p>${html}`))).toBe(letters(text))
      }),
      { numRuns: 1000 },
    )
  })

  test("whatever the input, a reader sees the author's words and nothing throws or leaves control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        // oxlint-disable-next-line no-control-regex -- these are what must be gone
        expect(markdownOf(`<p>${text}`)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/)
      }),
    )
  })
})

test("100,000 nested tags still give their text", () => {
  expect(markdownOf(`${"<b>".repeat(100_000)}fond`)).toBe("fond")
})

/** Letters, digits and marks only: bullets and spacing may differ, words may not. */
function letters(text: string) {
  return text.replace(/[\s-]/g, "")
}

function seen(markdown: string) {
  return letters(decodeEntities(stripTags(toHtml(markdown))))
}
