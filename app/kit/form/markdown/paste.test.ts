import { expect, test } from "vitest"
import { countWords, spellWords } from "./count-words.ts"
import { hasForm } from "./paste.ts"

test.each([
  ["<p>un <b>mot</b></p>", true],
  ['<span style="font-weight:700">a</span>', true],
  ['<a href="https://a.fr">a</a>', true],
  ["<ul><li>a</li></ul>", true],
  ["<meta charset='utf-8'><span>texte</span>", false],
  ['<div style="white-space: pre;"><b># Titre</b></div>', false],
  [
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><span style="white-space:pre;white-space:pre-wrap;">a</span></b>',
    true,
  ],
  ['<p>a<span class="Apple-tab-span" style="white-space:pre">\t</span><b>b</b></p>', true],
  [
    '<html><body><pre style="color:#a9b7c6"><span style="font-weight:bold">if</span></pre></body></html>',
    false,
  ],
  ["", false],
])("%j has a form of its own: %s", (html, has) => {
  expect(hasForm(html)).toBe(has)
})

test.each([
  ["", 0],
  ["  \n ", 0],
  ["L’été à Saint-Denis, 2026 !", 5],
  ["## Un **titre**\n- [ici](https://a.fr/b_c?d=e)", 4],
  ["![](/media/abc/a.webp)", 1],
])("%j has %i words", (text, count) => {
  expect(countWords(text)).toBe(count)
})

test("words are counted in French", () => {
  expect([0, 1, 1_234].map(spellWords)).toEqual(["0 mot", "1 mot", "1\u202f234 mots"])
})
