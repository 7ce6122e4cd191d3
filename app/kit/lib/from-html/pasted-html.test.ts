import { expect, test } from "vitest"
import { pastedToMarkdown } from "./pasted-html.ts"

test.each([
  [
    "Google Docs",
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400;">Le titre</span></h2><p dir="ltr"><span style="font-weight:700;">Gras</span><span style="font-weight:400;font-style:italic;"> penché</span> et <a href="https://a.fr/x"><span style="text-decoration:underline;">lien</span></a></p><ul><li dir="ltr"><p role="presentation"><span>un</span></p></li><li><p><span>deux</span></p></li></ul></b>`,
    "## Le titre\n\n**Gras** _penché_ et [lien](https://a.fr/x)\n\n- un\n- deux",
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
    "## Titre\n\n- Puce\n1. Lettre",
  ],
  [
    "Word, with comments",
    `<p class=MsoNormal>Texte<span class=MsoCommentReference><a href="#_msocom_1">[AW1]</a></span></p><div style='mso-element:comment-list'><p class=MsoCommentText>un avis</p></div>`,
    "Texte",
  ],
  [
    "a web page",
    `<article><h1>Titre</h1><p style="color:red">R&amp;B &lt;b&gt; <em>vif</em><script>alert(1)</script></p><blockquote>Cité</blockquote></article>`,
    "## Titre\n\nR&B \\<b> _vif_\n\n> Cité",
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
