import { type RichNode, textOf } from "#app/kit/lib/rich-text/nodes.ts"
import { writeRichText } from "#app/kit/lib/rich-text/write-rich-text.ts"
import { cleanCharacters, decodeEntities, stripTags } from "./html-texts.ts"
import type { BlockOptions } from "./html-reader.ts"
import { createReader } from "./html-to-blocks.ts"
import { type HtmlElement, parseHtml } from "./html-tree.ts"
import { keepLines } from "./kept-lines.ts"
import { plainToMarkdown } from "./markdown-escape.ts"
import { findNotes, type HtmlNotes } from "./notes-in-html.ts"
import { RAISED } from "./raised-signs.ts"

/** What Markdown cannot say of a text, in French, and where in it that stood. */
export type Loss = { what: string; where: string }

export type ArticleOptions = BlockOptions & {
  /** Whether its line breaks count, as in WordPress' older editor; without it, where it has no paragraphs of its own. */
  keepsLines?: boolean
  /** Writes what one system has names for as the HTML that says the same. */
  prepare?: (root: HtmlElement) => void
}

/**
 * The Markdown of a whole article, of another site or copied from anywhere: with its pictures and their captions, tables, code, players
 * and footnotes. Nothing in it leads anywhere but to the web, and to what `isOurs` and `picture` let through. Never throws, and takes
 * linear time.
 */
export function articleToMarkdown(source: string, options: ArticleOptions = {}) {
  const html = cleanCharacters(source)
  const root = parseHtml(html)
  // Nobody writes that deep by hand; what is inside is still text.
  if (!root)
    return {
      markdown: plainToMarkdown(cleanCharacters(decodeEntities(stripTags(html))).trim()),
      losses: [{ what: "mise en forme", where: "dans tout le texte" }],
    }
  options.prepare?.(root)
  if (options.keepsLines ?? !PARAGRAPHS.test(html)) keepLines(root)
  const notes = findNotes(root)
  const losses = createLosses()
  const read = createReader(options, notes, losses)
  const content = read(root.children)
  // A line that parted the notes from their text.
  while (notes.texts.length > 0 && content.at(-1)?.type === "rule") content.pop()
  const footnotes = notes.texts.map((note) => footnoteOf(note, read(note.nodes, true)))
  return {
    markdown: writeRichText({ type: "doc", content: [...content, ...footnotes] }),
    losses: losses.all(),
  }
}

function footnoteOf({ label, mark }: HtmlNotes["texts"][number], blocks: RichNode[]): RichNode {
  const [first] = blocks
  const words =
    first?.type === "paragraph" ? first.content?.find(({ text }) => text?.trim() !== "") : undefined
  if (words?.text !== undefined) {
    const text = words.text.trimStart()
    const raised = Array.from(mark, (sign) => RAISED.get(sign) ?? sign).join("")
    // Its own number, which it gets here anyway.
    const numbers = [`[${mark}]`, `(${mark})`, `${mark}. `, `${mark}) `, ...(raised === mark ? [] : [raised])]
    const number = numbers.find((one) => text.startsWith(one)) ?? ""
    words.text = text.slice(number.length).trimStart()
  }
  return { type: "footnote", attrs: { label }, content: blocks.length > 0 ? blocks : [{ type: "paragraph" }] }
}

function createLosses() {
  const found = new Map<string, Loss>()
  let heading = ""
  let words = ""
  return {
    /** @returns takes it back */
    lose(what: string) {
      const after = heading || words
      const where = after ? `après «\u00a0${after}\u00a0»` : "au début"
      const key = JSON.stringify([what, where])
      if (found.has(key) || found.size >= MAX_LOSSES) return () => {}
      found.set(key, { what, where })
      return () => void found.delete(key)
    },
    pass(block: RichNode) {
      const text = textOf(block).replace(/\s+/g, " ").trim()
      const short =
        text.length > MAX_WORDS
          ? `${text
              .slice(0, MAX_WORDS)
              .toWellFormed()
              .replace(/\s\S*$/, "")}…`
          : text
      if (block.type === "heading") heading = short
      else words = short
    },
    all: () => [...found.values()],
  }
}

const MAX_LOSSES = 50
/** Of a heading or a paragraph, in characters. */
const MAX_WORDS = 60
const PARAGRAPHS = /<(?:p|br|div|section|article)[\s>/]|<!-- wp:/i
