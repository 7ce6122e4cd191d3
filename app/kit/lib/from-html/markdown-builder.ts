import { addRun, renderRuns } from "./markdown-inline.ts"
import type { Run } from "./markdown-inline.ts"

type List = { ordered: boolean; count: number; indent: string; implicit: boolean; quotes: number }

/** Builds Markdown from the opening tags, texts and closing tags of an HTML fragment, block by block. */
export function createMarkdownBuilder({ keepNewlines }: { keepNewlines: boolean }) {
  const blocks: { text: string; inList: boolean }[] = []
  let runs: Run[] = []
  const lists: List[] = []
  let marker = ""
  const depth = { bold: 0, italic: 0, quote: 0, block: 0, pre: 0 }
  let href: string | null = null
  let heading = ""
  // Kept aside: looking into the text while it grows would take quadratic time.
  let hasText = false
  let afterBreak = false

  function flush() {
    // Number signs at the end of a heading would be taken for its closing marks.
    const text = heading ? renderRuns(runs).replace(/(?<!\\)#$/, "\\#") : renderRuns(runs)
    runs = []
    hasText = false
    afterBreak = false
    if (text === "") return
    const outer = lists.slice(-MAX_LIST_DEPTH, -1).map((list) => list.indent)
    const list = lists.at(-1)
    const first = outer.join("") + (marker || (list?.indent ?? ""))
    // Set here, so that what stands in an item without text of its own is not indented for it.
    if (list && marker) list.indent = " ".repeat(marker.length)
    const rest = outer.join("") + (list?.indent ?? "")
    const quotesAround = lists[0]?.quotes ?? depth.quote
    const quote = "> ".repeat(Math.min(quotesAround, 3))
    const quoteInside = "> ".repeat(Math.min(depth.quote - quotesAround, 3))
    const lines = text
      .split("\n")
      .map((line, index) => quote + (index === 0 ? first + quoteInside + heading : rest + quoteInside) + line)
    blocks.push({ text: lines.join("\n"), inList: lists.length > 0 })
    marker = ""
  }

  function lineBreak() {
    // Two breaks in a row are how many people make a paragraph.
    if (afterBreak) flush()
    else if (hasText) {
      addText("\n")
      afterBreak = true
    }
  }

  function addText(text: string) {
    if (/\S/.test(text)) {
      hasText = true
      afterBreak = false
    }
    if (text !== "") addRun(runs, text, { bold: depth.bold > 0, italic: depth.italic > 0, href })
  }

  function openItem() {
    const list = lists.at(-1) ?? { ordered: false, count: 0, indent: "", implicit: true, quotes: depth.quote }
    if (list.implicit) lists.push(list)
    list.count += 1
    marker = list.ordered ? `${list.count}. ` : "- "
    list.indent = ""
  }

  return {
    open(name: string, target: string | null, start = "") {
      if (BLOCKS.has(name)) flush()
      if (BLOCKS.has(name)) depth.block += 1
      if (name === "br") lineBreak()
      else if (name === "hr") blocks.push({ text: "---", inList: false })
      else if (name === "a") href = target
      else if (name === "ul" || name === "ol")
        lists.push({
          ordered: name === "ol",
          indent: "",
          implicit: false,
          quotes: depth.quote,
          count: /^\d{1,8}$/.test(start) ? Number(start) - 1 : 0,
        })
      else if (name === "li") openItem()
      else if (name === "blockquote") depth.quote += 1
      else if (name === "pre") depth.pre += 1
      else if (name === "td" || name === "th") addText(hasText ? " – " : "")
      else if (BOLD.has(name)) depth.bold += 1
      else if (ITALIC.has(name)) depth.italic += 1
      else if (HEADING.test(name)) heading = name < "h3" ? "## " : "### "
    },

    text(text: string) {
      if (depth.pre > 0 || (keepNewlines && depth.block === 0)) {
        for (const [index, line] of text.split("\n").entries()) {
          if (index > 0) lineBreak()
          addText(line.replace(/[ \t\f]+/g, " "))
        }
      } else addText(text.replace(/[ \t\n\f]+/g, " "))
    },

    close(name: string) {
      if (BLOCKS.has(name)) flush()
      if (BLOCKS.has(name)) depth.block -= 1
      if (name === "a") href = null
      else if (name === "ul" || name === "ol") lists.pop()
      else if (name === "li") {
        marker = ""
        if (lists.at(-1)?.implicit) lists.pop()
      } else if (name === "blockquote") depth.quote -= 1
      else if (name === "pre") depth.pre -= 1
      else if (BOLD.has(name)) depth.bold -= 1
      else if (ITALIC.has(name)) depth.italic -= 1
      else if (HEADING.test(name)) heading = ""
    },

    end() {
      flush()
      return blocks.reduce((done, block, index) => {
        const previous = blocks[index - 1]
        if (!previous) return block.text
        return `${done}${previous.inList && block.inList ? "\n" : "\n\n"}${block.text}`
      }, "")
    },
  }
}

// Deeper lists are drawn at this depth.
const MAX_LIST_DEPTH = 6

const BOLD = new Set(["b", "strong"])
const ITALIC = new Set(["i", "em", "cite"])
const HEADING = /^h[1-6]$/
const BLOCKS = new Set(
  "p div ul ol li h1 h2 h3 h4 h5 h6 blockquote pre hr table tr section article header footer aside main nav figure figcaption dl dt dd address center details summary fieldset html body".split(
    " ",
  ),
)
