import { Parser } from "htmlparser2"
import { MAX_STYLE, shownElement } from "./emphasis.ts"
import { htmlToMarkdown } from "./html-to-markdown.ts"

/**
 * The Markdown of what was copied from Word, Google Docs or a web page: they say with styles what HTML has elements for.
 * Takes linear time.
 *
 * @returns undefined where it is longer than a person copies
 */
export function pastedToMarkdown(html: string) {
  return html.length > MAX_LENGTH ? undefined : htmlToMarkdown(toPlainElements(fragmentOf(html))).markdown
}

const MAX_LENGTH = 2_000_000

/** Between the marks that Windows puts around what was selected. */
function fragmentOf(html: string) {
  const start = html.indexOf("<!--StartFragment-->")
  const end = html.lastIndexOf("<!--EndFragment-->")
  return start === -1 || end < start ? html : html.slice(start, end)
}

/** The same text in elements alone: emphasis of styles as `b` and `i`, Word's paragraphs that look like lists as lists. */
function toPlainElements(html: string) {
  const out: string[] = []
  /** What each open element became. */
  const open: string[][] = []
  const lists = createWordLists(out)
  let dropped = 0
  const parser = new Parser({
    onopentag(name, { style = "", class: classes = "", href }) {
      const isDropped = DROPPED.has(name) || DROPPED_STYLE.test(style) || classes === "MsoCommentReference"
      const tags = isDropped
        ? []
        : elementsFor(classes === "MsoTitle" ? "h1" : name, style.slice(0, MAX_STYLE))
      const level = wordListLevel(classes, style)
      if (isDropped) dropped += 1
      else if (level > 0) lists.item(level, /mso-list:\s*(l\d{1,4})\b/i.exec(style)?.[1] ?? "")
      else if (BLOCKS.has(name)) lists.end()
      open.push(isDropped ? [DROPPED_MARK] : level > 0 ? ["/li"] : tags)
      if (level > 0 || dropped > 0) return
      for (const tag of tags) out.push(tag === "a" ? `<a href="${escape(href ?? "")}">` : `<${tag}>`)
    },
    ontext(text) {
      if (dropped === 0) out.push(escape(text))
      else lists.mark(text)
    },
    onclosetag() {
      const tags = open.pop() ?? []
      if (tags[0] === DROPPED_MARK) dropped -= 1
      else if (dropped === 0)
        for (const tag of tags.toReversed()) out.push(tag === "/li" ? "</li>" : `</${tag}>`)
    },
  })
  parser.end(html)
  lists.end()
  return `<div>${out.join("")}</div>`
}

function elementsFor(name: string, style: string) {
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]
  const isBold = weight === "bold" || Number(weight) >= 600
  const isItalic = /font-style:\s*italic/i.test(style)
  const own = shownElement(name, style)
  if (HEADING.test(own)) return [own]
  return [own, ...(isBold && own !== "b" ? ["b"] : []), ...(isItalic && own !== "i" ? ["i"] : [])]
}

/** Word writes the items of a list as paragraphs, with their bullet as a text. */
function wordListLevel(classes: string, style: string) {
  if (!/^MsoListParagraph/i.test(classes) && !/mso-list:\s*l\d/i.test(style)) return 0
  const [, level = "1"] = /mso-list:[^;]{0,40}level(\d)/i.exec(style) ?? []
  return Math.min(Math.max(Number(level), 1), 6)
}

function createWordLists(out: string[]) {
  /** The places of the opening tags: what kind of list it is, an item's mark tells. Two lists may follow each other. */
  const opened: { place: number; list: string }[] = []
  return {
    item(level: number, list: string) {
      while (opened.length > level) close()
      if (opened.length === level && opened.at(-1)?.list !== list) close()
      while (opened.length < level) opened.push({ place: out.push("<ul>") - 1, list })
      out.push("<li>")
    },
    mark(text: string) {
      const last = opened.at(-1)
      if (last && /^\s*(?:\d{1,3}|[a-z]|[ivx]{2,5})[.)]/i.test(text)) out[last.place] = "<ol>"
    },
    end() {
      while (opened.length > 0) close()
    },
  }
  function close() {
    const { place } = opened.pop() ?? { place: 0 }
    out.push(out[place] === "<ol>" ? "</ol>" : "</ul>")
  }
}

function escape(text: string) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const DROPPED = new Set(["head", "style", "script", "title", "xml", "template", "o:p"])
/** Word's bullets, and what its readers wrote beside a text. */
const DROPPED_STYLE = /mso-list:\s*ignore|mso-element:\s*comment/i
const DROPPED_MARK = "-"
const BLOCKS = new Set("p div ul ol h1 h2 h3 h4 h5 h6 blockquote table pre hr section article".split(" "))
const HEADING = /^h[1-6]$/
