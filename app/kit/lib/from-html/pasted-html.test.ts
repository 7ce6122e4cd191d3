import { expect, test } from "vitest"
import { pastedToMarkdown, readPasted } from "./pasted-html.ts"

test.each([
  [
    "Google Docs",
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;">Le titre</span></h2><p dir="ltr"><span style="font-weight:700;">Gras</span><span style="font-weight:400;font-style:italic;"> penché</span> et <a href="https://a.fr/x"><span style="text-decoration:underline;">lien</span></a></p><ul><li dir="ltr"><p role="presentation"><span>un</span></p></li><li><p><span>deux</span></p></li></ul></b>`,
    "## Le titre\n\n**Gras** *penché* et [lien](https://a.fr/x)\n\n- un\n- deux",
  ],
  [
    "Word",
    `<html xmlns:o="urn:x"><head><style>p.MsoNormal{margin:0}</style><!--[if gte mso 9]><xml><o:x>1</o:x></xml><![endif]--></head><body><!--StartFragment--><p class=MsoNormal>Intro<o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp; </span></span><![endif]>Un<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span> </span></span>Deux</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Trois</p><p class=MsoNormal><b>Fin</b></p><!--EndFragment--></body></html>`,
    "Intro\n\n- Un\n  - Deux\n- Trois\n\n**Fin**",
  ],
  [
    "Word's numbers",
    `<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>Un</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.</span>Deux</p>`,
    "1. Un\n2. Deux",
  ],
  [
    "Word, two lists and letters",
    `<p class=MsoTitle>Titre</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Puce</p><p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>a)</span>Lettre</p>`,
    "## Titre\n\n- Puce\n\n1. Lettre",
  ],
  [
    "Word, with comments",
    `<p class=MsoNormal>Texte<span class=MsoCommentReference><a href="#_msocom_1">[AW1]</a></span></p><div style='mso-element:comment-list'><p class=MsoCommentText>un avis</p></div>`,
    "Texte",
  ],
  [
    "a web page",
    `<article><h1>Titre</h1><p style="color:red">R&amp;B &lt;b&gt; <em>vif</em><script>alert(1)</script></p><blockquote>Cité</blockquote></article>`,
    "## Titre\n\nR&B <b> *vif*\n\n> Cité",
  ],
  [
    "a table, code and footnotes",
    `<table><tr><td>a</td><td>b</td></tr><tr><td><b>c</b></td><td>d</td></tr></table><pre>e\n  f</pre><p>g<sup><a href="#n">1</a></sup></p><p id="n">1. h</p>`,
    "| a | b |\n| --- | --- |\n| **c** | d |\n\n```\ne\n  f\n```\n\ng[^1]\n\n[^1]: h",
  ],
  ["italics that are none", '<i style="font-style:normal">Un <b>deux</b></i>', "Un **deux**"],
  ["nothing", "", ""],
  ["what is never closed", "<b style='font-weight:700'><p>a<ul><li>b", "**a**\n\n- **b**"],
])("15.13 what is pasted from %s becomes clean Markdown", (_, html, markdown) => {
  expect(pastedToMarkdown(html)).toBe(markdown)
})

test("what is longer than a person copies is not read", () => {
  expect(pastedToMarkdown("a".repeat(2_000_001))).toBeUndefined()
})

const DOT = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
const PICTURE = Buffer.alloc(300, "CKO").toString("base64")

test.each([
  [
    "Google Docs",
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;">Avant</span></p><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX?key=a&amp;b" width="602" height="401" style="margin-left:0px;" alt="Le  ring"/></span></span></p><p dir="ltr"><span>Après</span></p></b>`,
    "**Avant**\n\n![](/image-collee/1)\n\nAprès",
    [["https://lh7-rt.googleusercontent.com/docsz/AD_4nX?key=a&b", "Le ring"]],
    0,
  ],
  [
    "Word",
    `<html><body><!--StartFragment--><p class=MsoNormal>Avant<o:p></o:p></p><p class=MsoNormal><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/Temp/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=605 height=403 src="file:///C:/Temp/clip_image002.png" alt="Une image" v:shapes="Image_x0020_1"><![endif]></p><p class=MsoNormal><b>Après</b></p><!--EndFragment--></body></html>`,
    "Avant\n\n**Après**",
    [],
    1,
  ],
  [
    "a web page",
    `<article><h1>Titre</h1><p>Dit <img src="https://a.fr/b.png" alt="Le &quot;gong&quot;"> ceci.</p><ul><li>un <img src="//b.fr/c.jpg"></li><li>deux</li></ul><figure><a href="https://a.fr/d"><img src="https://a.fr/d.webp" width="800"></a><figcaption>Légende</figcaption></figure><img src="https://a.fr/pixel.gif" width="1" height="1"><img src="data:image/gif;base64,${DOT}"><img src="cid:5"><img></article>`,
    "## Titre\n\nDit ceci.\n\n![](/image-collee/1)\n\n- un\n- deux\n\n![](/image-collee/2)\n\n![](/image-collee/3)\n\nLégende",
    [
      ["https://a.fr/b.png", 'Le "gong"'],
      ["https://b.fr/c.jpg", ""],
      ["https://a.fr/d.webp", ""],
    ],
    2,
  ],
  [
    "LibreOffice, with its pictures",
    `<p>Avant</p><p><img src="data:image/png;base64,${PICTURE}" name="Image1" alt="Ring"></p><p style="background:url('data:image/png;base64,${PICTURE}')">Après</p><img src="data:image/png;base64,${"é".repeat(200)}">`,
    "Avant\n\n![](/image-collee/1)\n\nAprès",
    [["image-1.png image/png 300", "Ring"]],
    1,
  ],
])("15.13 the pictures of what is pasted from %s keep their places", (_, html, markdown, pictures, left) => {
  const read = readPasted(html)
  expect(read?.markdown).toBe(markdown)
  const told = read?.pictures.map(({ from, alt }) => [
    typeof from === "string" ? from : `${from.name} ${from.type} ${from.size}`,
    alt,
  ])
  expect(told).toEqual(pictures)
  expect(read?.left).toBe(left)
})

test("15.13 of one paste twenty pictures are taken, and what is as long as a picture is no long text", () => {
  const html = (count: number) =>
    Array.from({ length: count }, (_, index) => `<img src="https://a.fr/${index}.png">`).join("")
  expect(readPasted(html(25))?.pictures).toHaveLength(20)
  expect(readPasted(html(25))?.left).toBe(5)
  const large = "A".repeat(3_000_000)
  expect(readPasted(`<p>a<img src="data:image/png;base64,${large}">`)?.pictures).toHaveLength(1)
  expect(readPasted("a".repeat(2_000_001))).toBeUndefined()
})
