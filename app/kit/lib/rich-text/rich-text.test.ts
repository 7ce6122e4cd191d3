import { globSync, readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { toHtml } from "#app/kit/lib/markdown/render.ts"
import { HOSTILE_TEXTS, PIECES } from "#test/hostile-texts.ts"
import { type Mark, type RichNode, textOf } from "./nodes.ts"
import { readRichText } from "./read-rich-text.ts"
import { writeBlock, writeRichText } from "./write-rich-text.ts"

const blocksOf = (text: string) => readRichText(text).content ?? []
const typesOf = (text: string) => blocksOf(text).map(({ type }) => type)
const words = (text: string, ...marks: Mark[]): RichNode =>
  marks.length > 0 ? { type: "text", text, marks } : { type: "text", text }
const paragraph = (...content: (RichNode | string)[]): RichNode => ({
  type: "paragraph",
  content: content.map((node) => (typeof node === "string" ? words(node) : node)),
})
const docOf = (...content: RichNode[]): RichNode => ({ type: "doc", content })
const link = (href: string, title?: string): Mark => ({
  type: "link",
  attrs: { href, ...(title && { title }) },
})
const picture = (alt: string, title = ""): RichNode => ({
  type: "inlinePicture",
  attrs: { src: "/a.webp", alt, title },
})
const reference = (label: string): RichNode => ({ type: "noteReference", attrs: { label } })
const note = (label: string, ...content: RichNode[]): RichNode => ({
  type: "footnote",
  attrs: { label },
  content,
})
const STRONG: Mark = { type: "strong" }
const EM: Mark = { type: "em" }

const STARTER = globSync("app/db/starter/content/**/*.md").map((file) => readFileSync(file, "utf8"))

test.each([
  ["Un **mot** et *un* ~~autre~~, `code`\nsuite", ["paragraph"]],
  ["# Un\n\nDeux\n===\n\n### Trois", ["heading", "heading", "heading"]],
  ["> Cité\n> - un\n\n---\n\n```js\na\n```", ["blockquote", "rule", "codeBlock"]],
  ["- un\n  - deux\n- [x] trois\n\n3. un\n4. deux", ["bulletList", "orderedList"]],
  ['![Un rond](/starter/a.webp "Titre")', ["picture"]],
  ["Avant ![rond](/starter/a.webp)", ["paragraph"]],
  ['## [![rond](/a.webp "b")](/c) après', ["heading"]],
  ['[![rond](/a.webp)](/c "d")', ["paragraph"]],
  ["Avant\nhttps://youtu.be/dQw4w9WgXcQ\naprès", ["paragraph", "embed", "paragraph"]],
  ["| a | b |\n|---|---|\n| 1 | 2 |", ["table"]],
  ["a|b\n:-|-:\n*1*|`2\\|3`\n4\n\nFin", ["table", "paragraph"]],
  ["Avant\n| a |\n|---|\n| b |\n# Après", ["paragraph", "table", "heading"]],
  ["| a |\n|---|\n| b | c |", ["source"]],
  ["> - | a |\n>   |---|\n>   | b | c |", ["source"]],
  ["Une note[^1].\n\n[^1]: Ici.\n\nSuite", ["paragraph", "footnote", "paragraph"]],
  [
    "[^a]: Un [lien](/b)\n[^b]: Deux\nlignes\n\n    et plus[^a]\n\n[ceci] [^a]",
    ["footnote", "footnote", "paragraph"],
  ],
  ["[^1]: Ici.\n\n[^1]: Encore.\n\n> [^2]: Là", ["footnote", "source", "source"]],
  ["[^1]: - un\n\n[^2]:\n\nVoir[^3]", ["source", "footnote", "paragraph"]],
  [
    "Voir [ceci] et[^1].\n\n[^1]: [Cela].\n\n[cela]: /a\n\n[autre]",
    ["paragraph", "source", "source", "paragraph"],
  ],
  ["Voir [ceci].\n\n[ceci]: https://a.fr\n\nSuite", ["source", "source", "paragraph"]],
  ["Un <b>mot</b> en HTML", ["paragraph"]],
  ["- un\n\n- deux", ["bulletList"]],
  ["1. un\n   - a\n   - b\n\n2. deux\n\n   suite", ["orderedList"]],
  ['Un [lien](https://a.fr "titre")', ["paragraph"]],
  ["", ["paragraph"]],
  ["\n \n", ["paragraph"]],
])("15.13 %j is read as %j", (text, types) => {
  expect(typesOf(text)).toEqual(types)
  expect(writeRichText(readRichText(text))).toBe(text)
})

test.each(["https://…", "https://café.fr/été?a=100%", "https://a.fr/%C3%A9"])(
  "a link leads to %s as it was written",
  (href) => {
    const [block = docOf()] = blocksOf(`[Texte du bouton](${href})`)
    expect(block.content).toEqual([words("Texte du bouton", link(href))])
    expect(writeBlock(block)).toBe(`[Texte du bouton](${href})`)
  },
)

test("no link of an editor hides what it leads to", () => {
  expect(blocksOf("[a](<java\tscript:b>)")[0]?.content).toEqual([words("a", link("java%09script:b"))])
})

test("a paragraph that begins with code in three backquotes is no code that is still open", () => {
  const code = words("``a`", { type: "code" })
  expect(writeRichText(docOf(paragraph(code), paragraph("b")))).toBe("``` ``a` ```\n\nb")
})

test("a block says what it is and how it stood in the text", () => {
  expect(readRichText("\r\n### Un *mot*\r\n- [x] fait  \r\n\r\n\tcode\r\n")).toEqual({
    type: "doc",
    attrs: { end: "\r\n" },
    content: [
      {
        type: "heading",
        attrs: { level: 3, source: "### Un *mot*", gap: "\r\n" },
        content: [words("Un "), words("mot", EM)],
      },
      {
        type: "bulletList",
        attrs: { isLoose: true, source: "- [x] fait  \r\n\r\n\tcode", gap: "\r\n" },
        content: [
          {
            type: "listItem",
            attrs: { checked: true },
            content: [paragraph("fait"), paragraph("code")],
          },
        ],
      },
    ],
  })
})

test.each([
  [paragraph("C’est 5 * 3, *non* et snake_case _oui_"), "C’est 5 * 3, \\*non\\* et snake_case \\_oui\\_"],
  [paragraph("[rires] 1. ici [a](b) `c` ~ ~~d~~"), "[rires] 1. ici [a\\](b) \\`c\\` ~ \\~\\~d\\~\\~"],
  [paragraph("1986. Un an"), "1986\\. Un an"],
  [
    paragraph("- un", { type: "hardBreak" }, "# deux", { type: "hardBreak" }, "==="),
    "\\- un\n\\# deux\n\\===",
  ],
  [paragraph("J’<3 le R&B, 5 < 6 <b> &amp; <a:b>"), "J’<3 le R&B, 5 < 6 <b> \\&amp; \\<a:b>"],
  [paragraph("[a]: b"), "\\[a]: b"],
  [paragraph("a", { type: "hardBreak" }, { type: "hardBreak" }, "b"), "a\n\\\nb"],
  [paragraph("un ", words(" deux ", STRONG), "trois"), "un  **deux** trois"],
  [paragraph("a", words("« b »", STRONG), "c"), "&#97;**« b »**&#99;"],
  [paragraph(words("a ", EM), words("b", EM, STRONG)), "_a **b**_"],
  [paragraph(words("b", link("https://a.fr/(c)"))), "[b](https://a.fr/(c))"],
  [paragraph("Ici ", words("https://a.fr/b_c", link("https://a.fr/b_c")), "."), "Ici https://a.fr/b_c."],
  [paragraph("Un !", words("ici", link("/a"))), "Un \\![ici](/a)"],
  [paragraph(reference("1"), ": un!", reference("2"), "(a)"), "[^1]\\: un\\![^2](a)"],
  [paragraph(words("^1", link("/a"))), "[\\^1](/a)"],
  [paragraph(words("ici", link("/a", 'dit "oui"'))), '[ici](/a "dit \\"oui\\"")'],
  [paragraph(words("https://a.fr", link("https://a.fr", "b"))), '[https://a.fr](https://a.fr "b")'],
  [paragraph("un!", picture("a]", "b"), "(c)"), 'un!![a\\]](/a.webp "b")(c)'],
  [{ type: "heading", attrs: { level: 2 }, content: [words("Le C #")] }, "## Le C \\#"],
  [table(["left", null], ["a|b", "`"], ["- c\\", ""]), "| a\\|b | \\` |\n| :-- | --- |\n| - c\\\\ |  |"],
  [docList("bulletList", "un", "deux"), "- un\n- deux"],
  [{ ...docList("orderedList", "un", "deux"), attrs: { isLoose: true } }, "1. un\n\n2. deux"],
  [{ type: "codeBlock", attrs: { info: "" }, content: [words("```")] }, "````\n```\n````"],
])("15.13 %j is written as readable Markdown", (block, text) => {
  expect(writeBlock(block)).toBe(text)
  const known = NOTES.map((one) => `\n\n${writeBlock(one)}`).join("")
  expect(meaningOf(readRichText(text + known))).toEqual(meaningOf(docOf(block, ...NOTES)))
})

/** What all references lead to. */
const NOTES = [note("1", paragraph("Ici")), note("2", paragraph("Là"))]

/** Thousands of texts are read several times each. */
const TIMEOUT_MS = 300_000

const mixed = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.constantFrom("\r\n", "\r", "un mot ")), { maxLength: 40 })
    .map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
)
/** Texts as people write them, with what stands between their blocks. */
const written = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...[
          "Un *mot* ici",
          "# Titre",
          "Titre\n===",
          "- un\n- deux",
          "- un\n\n- deux\n  - trois",
          "1. un\n   * a\n\n   * b\n2. deux",
          "* a\n* b",
          "2. deux",
          "1) un",
          "> Cité",
          "---",
        ],
        ...[
          "```\ncode\n```",
          "    code",
          "![a](/b.webp)",
          "https://youtu.be/dQw4w9WgXcQ",
          "| a |\n|---|\n| b |",
          "a | b\n:-: | --\n\\| | **c**\nd",
        ],
        ...[
          "Voir [a].",
          "[a]: https://a.fr",
          "Note[^1] et [autre]",
          "[^1]: Ici",
          "[^2]: Là[^1]\n\n    et *là*",
          "[^3]: > cité",
          "- [ ] fait\n\n  suite",
          'Un ![a](/b.webp "c") *![d](/e)* [f](/g "h")',
          "  Un peu à droite",
        ],
        ...["Un\nhttps://vimeo.com/123456\nDeux", "***", "+ a", "Fin  ", "~~~\nouvert"],
      ),
      fc.constantFrom("\n\n", "\n\n", "\n", "\n \n\n", "\n\t\n"),
      fc.constantFrom(false, false, false, true),
    ),
    { maxLength: 8 },
  )
  .map((blocks) => {
    const text = blocks.map(([block, gap]) => block + gap).join("")
    return blocks[0]?.[2] ? text.replaceAll("\n", "\r\n") : text
  })

test(
  "15.13 every text is written as it was read, byte for byte",
  () => {
    for (const text of STARTER) expect(writeRichText(readRichText(text))).toBe(text)
    for (const make of Object.values(HOSTILE_TEXTS)) {
      const text = make(3_000)
      expect(writeRichText(readRichText(text))).toBe(text)
    }
    fc.assert(
      fc.property(fc.oneof(mixed, written), (text) => {
        expect(writeRichText(readRichText(text))).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  },
  TIMEOUT_MS,
)

test(
  "15.13 every block that can be edited is written anew as what renders alike",
  () => {
    fc.assert(
      fc.property(fc.oneof(mixed, written), (text) => {
        for (const block of blocksOf(text)) {
          if (block.type === "source") continue
          expect(withoutNotes(toHtml(writeBlock(block)))).toBe(
            withoutNotes(toHtml(String(block.attrs?.source))),
          )
        }
      }),
      { numRuns: 2_000 },
    )
  },
  TIMEOUT_MS,
)

test("nothing of the starter content can only be edited as Markdown", () => {
  expect(STARTER.flatMap(typesOf)).not.toContain("source")
})

test(
  "15.13 a text is edited block by block: the others stay as they were, byte for byte",
  () => {
    fc.assert(
      fc.property(fc.oneof(mixed, written), fc.nat(), fc.constantFrom(...EDITS), (text, at, edit) => {
        const blocks = blocksOf(text)
        const index = at % blocks.length
        const block = blocks[index]
        fc.pre(block !== undefined && block.type !== "source")
        const changed = { ...edit(block), attrs: { ...edit(block).attrs, source: null } }
        // What led to a note is words without it.
        fc.pre(block.type !== "footnote" || changed.type === "footnote")
        // A new list takes in one that only its author could write anew.
        fc.pre(!changed.type.endsWith("List") || blocks[index + 1]?.type !== "source")
        const doc = { ...readRichText(text), content: blocks.with(index, changed) }
        const again = blocksOf(writeRichText(doc))
        const behind = blocks.slice(index + 1)
        const againBehind = behind.length > 0 ? again.slice(-behind.length) : []
        expect(again.slice(0, index)).toEqual(blocks.slice(0, index))
        // A list, or what is indented, behind a new list would go on with that one.
        const seen = changed.type.endsWith("List") ? htmlOf : sourceOf
        expect(againBehind.map(seen)).toEqual(behind.map(seen))
      }),
      { numRuns: 10_000 },
    )
  },
  TIMEOUT_MS,
)

const sourceOf = ({ attrs }: RichNode) => attrs?.source

const htmlOf = (block: RichNode) => withoutNotes(toHtml(String(sourceOf(block))))

const EDITS = [
  (block: RichNode) => block,
  (block: RichNode) => addWord(block, " mot"),
  (block: RichNode) => addWord(block, "- [a] *"),
  (): RichNode => paragraph("Tout autre chose"),
  (): RichNode => docList("bulletList", "un"),
  (): RichNode => docList("orderedList", "un"),
]

function docList(type: string, ...texts: string[]): RichNode {
  const toItem = (text: string): RichNode => ({
    type: "listItem",
    attrs: { checked: null },
    content: [paragraph(text)],
  })
  return { type, content: texts.map(toItem) }
}

/** Of a row for each of the texts' rows, the first of which is its head. */
function table(aligns: (string | null)[], ...rows: string[][]): RichNode {
  const toCell = (text: string, row: number, column: number): RichNode => ({
    type: "tableCell",
    attrs: { isHeader: row === 0, align: aligns[column] ?? null },
    content: text === "" ? [] : [words(text)],
  })
  return {
    type: "table",
    content: rows.map((texts, row) => ({
      type: "tableRow",
      content: texts.map((text, column) => toCell(text, row, column)),
    })),
  }
}

const hasWords = ({ type }: RichNode) => /^(?:paragraph|heading|tableCell)$/.test(type)

/** At the end of the first words of a block. */
function addWord(block: RichNode, word: string): RichNode {
  if (hasWords(block)) return { ...block, content: [...(block.content ?? []), words(word)] }
  const [first, ...others] = block.content ?? []
  return first && first.text === undefined ? { ...block, content: [addWord(first, word), ...others] } : block
}

const signs = fc.constantFrom(
  ...Array.from("ab1é .!?,;:*_~`[]()<>#+-=|\\&'\"«»…😀/@^\u00a0\u202f"),
  ..."** ~~ 1. 2) - > &amp; [x] ]( ![ [^1] ]: <a@ --- === un mot deux".split(" "),
)
const marks = fc.subarray<Mark>([
  STRONG,
  EM,
  { type: "strike" },
  link("https://a.fr"),
  link("/b_(c)", '"d\\" &amp; e'),
  { type: "code" },
])
const inline = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.array(signs, { minLength: 1, maxLength: 6 }), marks).map(toWords) },
      { weight: 1, arbitrary: marks.map(toBreak) },
      { weight: 1, arbitrary: fc.tuple(signs, signs, marks).map(toPicture) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom("1", "2"), marks).map(toReference) },
    ),
    { maxLength: 6 },
  )
  .filter((content) => !/[^\s"<>]@|www\.|https?:/.test(content.map(textOf).join("")))
  // Alone, one is a block.
  .filter(
    (content) =>
      !content.some(({ type }) => type === "inlinePicture") || /\S/.test(content.map(textOf).join("")),
  )

const { block } = fc.letrec<{ block: RichNode; item: RichNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    inline.map((content) => ({ type: "paragraph", content })),
    fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, content]) => ({
      type: "heading",
      attrs: { level },
      content,
    })),
    fc.constant({ type: "rule" }),
    fc.tuple(fc.constantFrom("", "js"), fc.array(signs, { maxLength: 9 })).map(([info, code]) => ({
      type: "codeBlock",
      attrs: { info },
      content: code.length > 0 ? [words(code.join("").replaceAll("é", "\n"))] : [],
    })),
    fc.tuple(signs, signs, fc.constantFrom("/a.webp", "https://a.fr/b?c&copy;")).map(([alt, title, src]) => ({
      type: "picture",
      attrs: { src, alt, title },
    })),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((content) => ({ type: "blockquote", content })),
    fc.integer({ min: 1, max: 3 }).chain((width) =>
      fc
        .tuple(
          fc.array(fc.constantFrom(null, "left", "center", "right"), { minLength: width, maxLength: width }),
          fc.array(fc.array(inline, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }),
        )
        .map(([aligns, rows]) => {
          const made = table(aligns, ...rows.map((cells) => cells.map(() => "")))
          const fill = (row: RichNode, index: number) => ({
            ...row,
            content: row.content?.map((cell, column) => ({ ...cell, content: rows[index]?.[column] })),
          })
          return { ...made, content: made.content?.map(fill) }
        }),
    ),
    fc
      .tuple(
        fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(undefined, 0, 1, 9, 1986),
        fc.boolean(),
      )
      .map(([content, start, isLoose]): RichNode =>
        start === undefined
          ? { type: "bulletList", attrs: { isLoose }, content }
          : { type: "orderedList", attrs: { start, isLoose }, content },
      ),
  ),
  item: fc
    .tuple(fc.constantFrom(null, null, true, false), inline, fc.array(tie("block"), { maxLength: 2 }))
    .map(([checked, content, others]) => ({
      type: "listItem",
      attrs: { checked },
      content: [{ type: "paragraph", content }, ...others],
    })),
}))

const paragraphs = fc.array(
  inline.map((content): RichNode => ({ type: "paragraph", content })),
  { minLength: 1, maxLength: 3 },
)
const notes = fc.tuple(paragraphs, paragraphs)

test(
  "15.13 whatever an editor makes is read as it was written",
  () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), notes, (blocks, [first, second]) => {
        const content = [...blocks, note("1", ...first), note("2", ...second)]
        const text = writeRichText(docOf(...content))
        const again = readRichText(text)
        expect(meaningOf(again)).toEqual(meaningOf(docOf(...content)))
        // Written once more, nothing changes but the space behind a box.
        const anew = (again.content ?? []).map((node) => ({
          ...node,
          attrs: { ...node.attrs, source: null },
        }))
        expect(writeRichText(docOf(...anew)).replaceAll("]\u00a0", "] ")).toBe(
          text.replaceAll("]\u00a0", "] "),
        )
      }),
      { numRuns: 10_000 },
    )
  },
  TIMEOUT_MS,
)

function toWords([pieces, all]: [string[], Mark[]]): RichNode {
  const links = all.filter(({ type }) => type === "link")
  // Code within a link that would read as a definition is written without its marks.
  const own = all.filter(
    ({ type }) => type !== "code" || links.length === 0 || !pieces.join("").includes("]"),
  )
  return words(pieces.join(""), ...own.filter((mark) => mark.type !== "link" || mark === links[0]))
}

function toBreak(own: Mark[]): RichNode {
  return { type: "hardBreak", marks: own.filter(({ type }) => type !== "code" && type !== "link") }
}

function toPicture([alt, title, own]: [string, string, Mark[]]): RichNode {
  const [first, ...others] = own.filter(({ type }) => type !== "code").toReversed()
  return {
    ...picture(alt, title),
    marks: first ? [first, ...others.filter(({ type }) => type !== "link")] : [],
  }
}

function toReference([label, own]: [string, Mark[]]): RichNode {
  return { ...reference(label), marks: own.filter(({ type }) => type !== "code" && type !== "link") }
}

function withoutNotes(html: string) {
  return html.replace(/(note|ref)-[0-9a-f]{8}/g, "$1")
}

/** What a document says, however it is cut into pieces: letters with their marks, which spaces do not show. */
function meaningOf(node: RichNode): unknown {
  const { type, content = [] } = node
  if (type === "tableRow") return content.map(meaningOf)
  if (type === "tableCell") return [node.attrs, lettersOf(node)]
  if (hasWords(node)) return [type, node.attrs?.level, lettersOf(node)]
  if (type === "codeBlock" || type === "source") return [type, node.attrs?.info, textOf(node)]
  if (type === "picture" || type === "embed") return [type, { ...node.attrs, source: null, gap: null }]
  if (type === "rule") return type
  const [first] = content
  const [, mark] =
    (type === "listItem" && node.attrs?.checked === null && first && TASK.exec(lettersOf(first).join(""))) ||
    []
  const letters = first ? lettersOf(first) : []
  const blocks = content
    .map((block, index) =>
      mark && index === 0 ? ["paragraph", undefined, letters.slice(4)] : meaningOf(block),
    )
    .filter((meaning) => !isNothing(meaning))
  const checked = mark ? mark !== " " : (node.attrs?.checked ?? node.attrs?.label)
  return [type, checked, type === "orderedList" ? (node.attrs?.start ?? 1) : null, blocks]
}

const TASK = /^\[([ x])\][ \u00a0]/

function isNothing(meaning: unknown) {
  return Array.isArray(meaning) && meaning[0] === "paragraph" && meaning[2].length === 0
}

function lettersOf(node: RichNode) {
  const letters = (node.content ?? []).flatMap((child) => {
    const own = (child.marks ?? [])
      .map((mark) => (mark.type === "link" ? mark.attrs.href + (mark.attrs.title ?? "") : mark.type))
      .sort()
    if (child.type === "inlinePicture" || child.type === "noteReference")
      return { letter: JSON.stringify(child.attrs), own }
    return Array.from(
      child.type === "hardBreak" && node.type !== "paragraph" ? " " : textOf(child),
      (letter) => ({
        letter,
        own,
      }),
    )
  })
  const shown = letters.map(({ letter, own }) => {
    const isSpace = /\s/.test(letter) && !own.includes("code")
    const kept = own.filter((mark) => !isSpace || /[/:]/.test(mark))
    return kept.length > 0 ? `${letter}(${kept.join()})` : letter
  })
  const isEnd = (letter: string | undefined) =>
    letter !== undefined && /^\s/.test(letter) && !letter.includes("code")
  const lines = shown.filter((letter, index) => {
    if (!/^[ \t]/.test(letter) || letter.includes("code")) return true
    const before = shown.slice(0, index).findLast((one) => !/^[ \t]/.test(one) || one.includes("code"))
    const after = shown.slice(index).find((one) => !/^[ \t]/.test(one) || one.includes("code"))
    return !before?.startsWith("\n") && !after?.startsWith("\n")
  })
  while (isEnd(lines[0])) lines.shift()
  while (isEnd(lines.at(-1))) lines.pop()
  return lines
}
