import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { toHtml } from "#app/kit/lib/markdown/render.ts"
import { readHtml } from "#test/html.ts"
import { articleToMarkdown } from "./article-to-markdown.ts"
import { decodeEntities, stripTags } from "./html-texts.ts"

const read = (html: string) => articleToMarkdown(html)
const markdownOf = (html: string) => read(html).markdown

test.each([
  [
    "WordPress' blocks",
    `<!-- wp:heading --><h2 class="wp-block-heading"><strong>Les invités</strong></h2><!-- /wp:heading -->

<!-- wp:paragraph --><p>Bonsoir à <strong>tous</strong>.</p><!-- /wp:paragraph -->

<!-- wp:image {"id":12} --><figure class="wp-block-image size-large"><a href="https://a.fr/ring.jpg"><img src="https://a.fr/ring-1024x683.jpg" alt="Le  ring" class="wp-image-12"/></a><figcaption class="wp-element-caption">Un soir <em>à Lille</em></figcaption></figure><!-- /wp:image -->

<!-- wp:separator --><hr class="wp-block-separator"/><!-- /wp:separator -->`,
    '## Les invités\n\nBonsoir à **tous**.\n\n![Le ring](https://a.fr/ring-1024x683.jpg "Un soir à Lille")\n\n---',
  ],
  [
    "WordPress' older editor",
    "Premier paragraphe,\nsur deux lignes.\n\n<strong>Deux</strong> et <a href='https://a.fr/b'>un lien</a>\n\n<h3>Titre</h3>\nTexte\n<ul>\n<li>un</li>\n<li>deux</li>\n</ul>\n<blockquote>Cité\n\nsuite</blockquote>\nFin",
    "Premier paragraphe,\nsur deux lignes.\n\n**Deux** et [un lien](https://a.fr/b)\n\n### Titre\n\nTexte\n\n- un\n- deux\n\n> Cité\n>\n> suite\n\nFin",
  ],
  [
    "an old caption",
    '<div class="wp-caption alignleft"><img src="https://a.fr/b.jpg" alt=""><p class="wp-caption-text">Une légende</p></div>',
    '![](https://a.fr/b.jpg "Une légende")',
  ],
  [
    "a linked picture",
    '<p><a href="https://a.fr/billets"><img src="https://a.fr/b.jpg" alt="Billets"></a></p>',
    "[![Billets](https://a.fr/b.jpg)](https://a.fr/billets)",
  ],
  [
    "a picture in words",
    '<p>Avant <img src="https://a.fr/b.jpg"> après</p>',
    "Avant après\n\n![](https://a.fr/b.jpg)",
  ],
  [
    "lazy pictures",
    '<img src="data:image/gif;base64,R0" data-src="https://a.fr/a.jpg"><img src="https://a.fr/blank.gif" data-lazy-srcset="https://a.fr/s.jpg 300w, https://a.fr/l.jpg 1200w"><img src="data:,x"><noscript><img src="https://a.fr/c.jpg"></noscript><img src="https://a.fr/d.jpg"><noscript><img src="https://a.fr/d.jpg"></noscript>',
    "![](https://a.fr/a.jpg)\n\n![](https://a.fr/l.jpg)\n\n![](https://a.fr/c.jpg)\n\n![](https://a.fr/d.jpg)",
  ],
  [
    "a gallery",
    '<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li><figure><img src="https://a.fr/1.jpg"><figcaption>Un</figcaption></figure></li><li><figure><img src="https://a.fr/2.jpg"></figure></li></ul><figcaption>Toutes</figcaption></figure>',
    '![](https://a.fr/1.jpg "Un")\n\n![](https://a.fr/2.jpg)\n\nToutes',
  ],
  [
    "an emoji",
    '<p>Bravo <img class="emoji" alt="🥊" src="https://s.w.org/images/core/emoji/a.png"></p>',
    "Bravo 🥊",
  ],
  [
    "a picture in a list",
    '<ul><li>un<img src="https://a.fr/1.jpg"></li><li>deux</li></ul>',
    "- un\n\n  ![](https://a.fr/1.jpg)\n\n- deux",
  ],
])("an article with %s becomes clean Markdown", (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

test.each([
  [
    "<table><thead><tr><th>Ville</th><th style='text-align:right'>Places</th></tr></thead><tbody><tr><td>Lille | Nord</td><td>12<br>000</td></tr></tbody></table>",
    "| Ville | Places |\n| --- | --: |\n| Lille \\| Nord | 12 000 |",
  ],
  [
    "<table><tr><td>a</td><td>b</td></tr><tr><td colspan='2'>c</td></tr></table>",
    "| a | b |\n| --- | --- |\n| c |  |",
  ],
  [
    "<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    "| a | b |\n| --- | --- |\n|  | c |",
  ],
  ["<table><tr><td><p>Un</p><p>deux</p></td></tr></table>", "Un\n\ndeux"],
  ["<table><tr><td><h2>Un</h2></td><td>deux</td></tr></table>", "## Un\n\ndeux"],
  [
    "<figure class='wp-block-table'><table><tr><td>a</td><td><ul><li>b</li><li>c</li></ul></td></tr></table><figcaption>Légende</figcaption></figure>",
    "| a | b • c |\n| --- | --- |\n\nLégende",
  ],
])("tables of an article %j", (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

test.each([
  ['<pre><code class="language-js">a &lt; b\n```\nc</code></pre>', "````js\na < b\n```\nc\n````"],
  ["<pre class='wp-block-verse'>Un\n  deux</pre>", "Un\ndeux"],
  ["<p>Tapez <code>a*b</code> ou <kbd>Ctrl</kbd></p>", "Tapez `a*b` ou `Ctrl`"],
  [
    "<p>1<sup>er</sup> m<sup>2</sup> x<sup>2k</sup> H<sub>2</sub>O <del>a</del> <q>b <q>c</q></q></p>",
    "1er m² x^(2k) H₂O ~~a~~ «\u00a0b “c”\u00a0»",
  ],
  ["<dl><dt>Ring</dt><dd>Un carré</dd></dl>", "**Ring**\n\nUn carré"],
  [
    "<ul><li><input type=checkbox checked> Fait</li><li><input type=checkbox> Rien</li></ul>",
    "- [x] Fait\n- [ ] Rien",
  ],
  ["<h1>a</h1><h2>b</h2><h3>c</h3><h6>d</h6>", "## a\n\n## b\n\n### c\n\n### d"],
])("words of an article %j", (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

test.each([
  [
    '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div></figure>',
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  ],
  [
    '<p>a</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?start=12&feature=oembed"></iframe>',
    "a\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&t=12",
  ],
  [
    '<iframe src="about:blank" data-src="https://player.vimeo.com/video/123456789?h=abcdef12"></iframe>',
    "https://vimeo.com/123456789/abcdef12",
  ],
  [
    '<iframe src="https://open.spotify.com/embed/episode/0123456789abcdef"></iframe>',
    "https://open.spotify.com/episode/0123456789abcdef",
  ],
  [
    '<object><param name="movie" value="http://www.youtube.com/v/dQw4w9WgXcQ&hl=fr"><embed src="http://www.youtube.com/v/dQw4w9WgXcQ&hl=fr"></object>',
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  ],
  [
    '<figure class="wp-block-audio"><audio controls src="https://a.fr/un.mp3"></audio><figcaption>Le gong</figcaption></figure>',
    "[Le gong](https://a.fr/un.mp3)",
  ],
  [
    '<video controls><source src="https://a.fr/un.mp4">Votre navigateur est vieux</video>',
    "https://a.fr/un.mp4",
  ],
])("players of an article %j", (html, markdown) => {
  expect(read(html)).toEqual({ markdown, losses: [] })
})

const NOTED = "Un[^1] et deux[^2].\n\n[^1]: La première\n\n[^2]: La *seconde*"
test.each([
  [
    "WordPress",
    '<p>Un<sup data-fn="a-b" class="fn"><a href="#a-b" id="a-b-link">1</a></sup> et deux<sup data-fn="c" class="fn"><a href="#c" id="c-link">2</a></sup>.</p><ol class="wp-block-footnotes"><li id="a-b">La première <a href="#a-b-link">↩︎</a></li><li id="c">La <em>seconde</em> <a href="#c-link">↩︎</a></li></ol>',
  ],
  [
    "Word",
    '<p>Un<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> et deux<a href="#_ftn2" name="_ftnref2">[2]</a>.</p><div><hr size="1"><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> La première</p></div><div id="ftn2"><p><a href="#_ftnref2" name="_ftn2">[2]</a> La <i>seconde</i></p></div></div>',
  ],
  [
    "Word in WordPress' older editor",
    'Un<a href="#_ftn1" name="_ftnref1">[1]</a> et deux<a href="#_ftn2" name="_ftnref2">[2]</a>.\n\n<a href="#_ftnref1" name="_ftn1">[1]</a> La première\n\n<a href="#_ftnref2" name="_ftn2">[2]</a> La <em>seconde</em>',
  ],
  [
    "Markdown",
    '<p>Un<sup id="fnref:1"><a href="#fn:1" class="footnote-ref">1</a></sup> et deux<sup id="fnref:2"><a href="#fn:2">2</a></sup>.</p><div class="footnotes"><hr><ol><li id="fn:1"><p>La première&nbsp;<a href="#fnref:1">↩</a></p></li><li id="fn:2"><p>La <em>seconde</em> <a href="#fnref:2" title="retour">↩</a></p></li></ol></div>',
  ],
  [
    "Google Docs",
    '<p>Un<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> et deux<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup>.</p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> La première</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a> La <i>seconde</i></p></div>',
  ],
  [
    "one paragraph",
    '<p>Un<sup><a href="#n1">1</a></sup> et deux<sup><a href="#n2">2</a></sup>.</p><p><sup id="n1">1</sup> La première<br><sup id="n2">2</sup> La <i>seconde</i></p>',
  ],
])("footnotes as %s writes them", (_, html) => {
  expect(read(html)).toEqual({ markdown: NOTED, losses: [] })
})

test.each([
  [
    "Google Docs",
    '<ul><li aria-level="1"><p>un</p></li><ul><li aria-level="2"><p>deux</p></li></ul><li aria-level="1"><p>trois</p></li></ul>',
  ],
  [
    "Google Docs, flat",
    '<ul><li aria-level="1">un</li><li aria-level="2">deux</li><li aria-level="1">trois</li></ul>',
  ],
  [
    "Google Docs, published",
    '<ul class="lst-kix_ab1-0 start"><li>un</li></ul><ul class="lst-kix_ab1-1 start"><li>deux</li></ul><ul class="lst-kix_ab1-0"><li>trois</li></ul>',
  ],
  [
    "Word",
    "<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>un</p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o</span>deux</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>trois</p>",
  ],
  ["a careless hand", "<ul><li>un</li><ul><li>deux</li></ul><li>trois</li></ul>"],
])("lists as %s writes them", (_, html) => {
  expect(markdownOf(html)).toBe("- un\n  - deux\n- trois")
})

test("a footnote's own number goes, and no word that only looks like it", () => {
  const noteOf = (mark: string, text: string) =>
    markdownOf(`<p>Un<sup><a href="#n">${mark}</a></sup></p><p id="n">${text}</p>`).split("\n\n")[1]
  expect(noteOf("1", "[1] Ici")).toBe("[^1]: Ici")
  expect(noteOf("1", "<sup>1</sup> Ici")).toBe("[^1]: Ici")
  expect(noteOf("1", "1.5 million")).toBe("[^1]: 1.5 million")
  expect(noteOf("1", "1 boxeur")).toBe("[^1]: 1 boxeur")
  expect(noteOf("a", "avant")).toBe("[^1]: avant")
})

test("what Markdown cannot say is told, with its place", () => {
  const { markdown, losses } = read(
    '<p>Bonsoir à toutes et à tous</p><script>a()</script><h2>Les invités</h2><iframe src="https://www.exemple.org/carte?a=b_c"></iframe><form><label>Nom</label><input></form><p><a href="#bas">En bas</a> <svg></svg><svg aria-hidden=true></svg></p><script type="application/ld+json">{}</script><img alt="Perdue">',
  )
  expect(markdown).toBe(
    "Bonsoir à toutes et à tous\n\n## Les invités\n\nhttps://www.exemple.org/carte?a=b_c\n\nEn bas",
  )
  const after = "après «\u00a0Les invités\u00a0»"
  expect(losses).toEqual([
    { what: "script", where: "après «\u00a0Bonsoir à toutes et à tous\u00a0»" },
    ...["cadre de exemple.org", "formulaire", "lien vers un endroit du texte", "dessin", "image"].map(
      (what) => ({ what, where: after }),
    ),
  ])
  const many = Array.from({ length: 80 }, (_, index) => `<h2>${index}</h2><script></script>`).join("")
  expect(read(many).losses).toHaveLength(50)
})

test("addresses that are none of the web pass only where they are let through", () => {
  const html =
    '<p><img src="import:12" alt="a"><img src="javascript:a"></p><audio src="import:3"></audio><a href="/b">b</a><img src="/c.jpg">'
  expect(markdownOf(html)).toBe("b")
  const isOurs = (address: string) => /^import:\d{1,9}$/.test(address)
  expect(articleToMarkdown(html, { isOurs, base: "https://a.fr/x/" }).markdown).toBe(
    "![a](import:12)\n\nimport:3\n\n[b](https://a.fr/b)\n\n![](https://a.fr/c.jpg)",
  )
})

test("whose picture it is may be said otherwise", () => {
  const picture = ({ class: classes = "" }: Record<string, string>, address: string | undefined) => {
    const id = /wp-image-(\d+)/.exec(classes)?.[1]
    return id ? `import:${id}` : address
  }
  expect(
    articleToMarkdown('<img class="wp-image-7" src="https://a.fr/a.jpg"><img src="https://a.fr/b.jpg">', {
      picture,
    }).markdown,
  ).toBe("![](import:7)\n\n![](https://a.fr/b.jpg)")
})

describe("whatever the article, a reader sees the author's words", () => {
  const tricky = fc
    .array(
      fc.constantFrom(
        ...Array.from("ab1é .!?,;:*_~`[]()<>#+-=|\\&'\"«»…😀/@^"),
        "https://x.fr/a_b ",
        "**",
        "&copy;",
        "1. ",
        "- ",
        "[x] ",
        "[^1]",
        "[a]: b",
      ),
      { maxLength: 25 },
    )
    .map((pieces) => pieces.join(""))
  const escaped = tricky.map((text) => ({
    text,
    html: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  }))
  const { node } = fc.letrec<{ node: { text: string; html: string } }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      escaped,
      fc
        .tuple(
          fc.constantFrom(
            ..."p b i em ul ol li div a h2 h4 blockquote pre code s table tr td th dl dt dd figure figcaption section span".split(
              " ",
            ),
          ),
          fc.array(tie("node"), { maxLength: 4 }),
        )
        .map(([tag, children]) => ({
          text: children.map((child) => child.text).join(""),
          html: `<${tag}${tag === "a" ? " href='https://y.fr'" : ""}>${children.map((child) => child.html).join("")}</${tag}>`,
        })),
    ),
  }))

  test("whatever the article, a reader sees the author's words, each of them once", () => {
    fc.assert(
      fc.property(node, ({ text, html }) => {
        expect(seen(markdownOf(`<p></p>${html}`))).toBe(sorted(text))
      }),
      { numRuns: 1000 },
    )
  })

  test("whatever the article, nothing throws, and nothing leads where it may not", () => {
    const pieces = fc.array(
      fc.constantFrom(
        ..."<table> <tr> <td> <td colspan=99999> <td rowspan=9999> </tr> </table> <ul> <li> <li aria-level=9> </ul> <figure> <figcaption> </figure> <pre> </pre> <a href=#a> <p id=a> <sup> </a> <iframe src=javascript:b> <img src=javascript:b> <a href=javascript:b> <img src=import:1> <audio src=data:b> <script> </script> <br> <noscript> <q> \n\n 1 *".split(
          " ",
        ),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          pieces.map((all) => all.join("")),
        ),
        (html) => {
          const markdown = markdownOf(html)
          // oxlint-disable-next-line no-control-regex -- these are what must be gone
          expect(markdown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/)
          expect(markdown).not.toMatch(/\]\((?!https?:|mailto:)/)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test("100,000 nested tags still give their text", () => {
  const { markdown, losses } = read(`${"<b>".repeat(100_000)}fond`)
  expect(markdown).toBe("fond")
  expect(losses).toEqual([{ what: "mise en forme", where: "dans tout le texte" }])
})

test("a table is as wide as somebody reads", () => {
  const wide = `<table><tr>${"<td>a".repeat(300)}</tr></table>`
  expect(read(wide).losses).toEqual([{ what: "tableau trop grand", where: "au début" }])
  const tall = `<table><tr>${"<td>a".repeat(50)}</tr>${"<tr><td>a".repeat(5_000)}</table>`
  expect(markdownOf(tall).length).toBeLessThan(100_000)
})

/** Letters, digits and marks, whatever their order: what stands in a table and in no cell comes before it. An item's box is one. */
function sorted(text: string) {
  return Array.from(text.replace(/[\s•-]/g, "").replace(/\[x?\]/gi, ""))
    .toSorted()
    .join("")
}

function seen(markdown: string) {
  const html = toHtml(markdown).replace(/ title="([^"]*)"[^>]*>/g, ">$1")
  return sorted(decodeEntities(stripTags(html)))
}

test("what is written is read as it was meant", () => {
  const html = readHtml(
    toHtml(
      markdownOf(
        '<table><tr><th>a|b<th>c</tr><tr><td><a href="https://a.fr">d</a><td><code>e|f</code></table>',
      ),
    ),
  )
  expect(html.all("th").map(({ text }) => text)).toEqual(["a|b", "c"])
  expect(html.all("td").map(({ text }) => text)).toEqual(["d", "e|f"])
})
