import { Parser } from "htmlparser2"
import { MAX_STYLE, shownElement } from "./emphasis.ts"
import { htmlToMarkdown, isShown } from "./html-to-markdown.ts"
import { httpUrl } from "./safe-urls.ts"

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

/** A picture of what was copied. */
export type ReadPicture = {
  /** Where another host has it, or itself. */
  from: string | File
  alt: string
  /** The address by which the Markdown shows it. */
  mark: string
}

/** Of one paste. */
const MAX_PICTURES = 20

/**
 * The same with its pictures, each as a block of its own.
 *
 * @returns also how many pictures are left out: they lie on the writer's disk, as Word's do, or are too many
 */
export function readPasted(html: string) {
  const { rest, files } = liftFiles(html)
  if (rest.length > MAX_LENGTH) return undefined
  const pictures: ReadPicture[] = []
  let left = 0
  const { markdown } = htmlToMarkdown(toPlainElements(fragmentOf(rest)), (attributes) => {
    const { src = "", alt = "" } = attributes
    const number = FILE_MARK.exec(src)?.[1]
    const from = number === undefined ? httpUrl(src) : files[Number(number)]
    // What is so small holds a place, or counts who reads.
    if (!isShown(attributes) || from === "") return undefined
    if (!from || pictures.length === MAX_PICTURES) {
      left += 1
      return undefined
    }
    const mark = `/image-collee/${pictures.length + 1}`
    pictures.push({ from, alt: alt.replace(/\s+/g, " ").trim().slice(0, MAX_ALT), mark })
    return `![](${mark})`
  })
  return { markdown, pictures, left }
}

/** Pictures that stand in the HTML itself would make it longer than any text; null for what is none, "" for a dot. */
function liftFiles(html: string) {
  const [start = "", ...parts] = html.split(/(["'])data:(image\/[\w.+-]{1,40});base64,/)
  const files: (File | "" | null)[] = []
  const out = [start]
  for (let index = 0; index < parts.length; index += 3) {
    const [quote = "", type = "", after = ""] = parts.slice(index, index + 3)
    const end = after.indexOf(quote)
    out.push(`${quote}data:${files.length}`, end === -1 ? quote : after.slice(end))
    files.push(fileOf(`image-${files.length + 1}`, type, after.slice(0, end)))
  }
  return { rest: out.join(""), files }
}

function fileOf(name: string, type: string, base64: string) {
  if (base64.length < MIN_BASE64) return ""
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    return new File([bytes], `${name}.${type.slice("image/".length)}`, { type })
  } catch {
    return null
  }
}

const FILE_MARK = /^data:(\d{1,6})$/
const MIN_BASE64 = 150
const MAX_ALT = 1_000

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
    onopentag(name, attributes) {
      const { style = "", class: classes = "", href } = attributes
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
      if (name === "img") out.push(pictureTag(attributes))
      else for (const tag of tags) out.push(tag === "a" ? `<a href="${escape(href ?? "")}">` : `<${tag}>`)
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

function pictureTag(attributes: Record<string, string>) {
  const kept = ["src", "alt", "width", "height", "style"].map(
    (name) => `${name}="${escape(attributes[name] ?? "")}"`,
  )
  return `<img ${kept.join(" ")}>`
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
