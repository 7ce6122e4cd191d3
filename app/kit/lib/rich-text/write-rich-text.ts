import { type RichNode, textOf } from "./nodes.ts"
import { escapeText, writeInline, writePicture, writeTarget } from "./write-inline.ts"

/** A document as Markdown: blocks that nobody changed stand as they stood, the others are written anew between blank lines. */
export function writeRichText(doc: RichNode): string {
  const blocks = doc.content ?? []
  const sources = blocks.map(sourceOf)
  const lineBreak = sources.some((source) => source?.includes("\r\n")) ? "\r\n" : "\n"
  const hasDefinitions = blocks.some((block) => block.type === "source" && textOf(block).includes("]:"))
  let text = ""
  let last: Written | undefined
  for (const [index, block] of blocks.entries()) {
    const source = sources[index]
    const taken = [signOf(last?.text), signOf(sources[index + 1])]
    const isKept = typeof source === "string" && (last === undefined || staysApart(last, block, source))
    const anew = isKept
      ? source
      : writeBlock(block, { hasDefinitions, taken }).replace(/\r\n?|\n/g, lineBreak)
    if (anew === "" && !isKept) continue
    // A fence that is still open at its end would swallow what follows.
    const own = index < blocks.length - 1 ? anew + closingOf(anew, lineBreak) : anew
    const written = { block, isKept, text: own }
    text += (last ? between(last, written, lineBreak) : gapOf(block)) + own
    last = written
  }
  return text + stringOf(doc.attrs?.end)
}

/** Whether a block of a text would still be one of its own if nobody knew that these two stood side by side. */
export function canStay(before: RichNode, block: RichNode) {
  const last = { block: before, isKept: true, text: sourceOf(before) ?? "" }
  const source = sourceOf(block) ?? ""
  const isApart = EMPTY_LINE.test(gapOf(block)) || canBeTight(last, block, source)
  return isApart && staysApart(last, block, source)
}

type Written = { block: RichNode; isKept: boolean; text: string }
type Style = { hasDefinitions: boolean; taken: (string | undefined)[] }

/** A block as Markdown, whatever it was before. */
export function writeBlock(block: RichNode, style: Style = { hasDefinitions: false, taken: [] }): string {
  const { type, attrs = {}, content = [] } = block
  const inner = { ...style, taken: [] }
  if (type === "paragraph") return guardLines(writeInline(content, style.hasDefinitions))
  if (type === "heading") return writeHeading(block, style)
  if (type === "blockquote")
    return writeBlocks(content, inner, "\n\n")
      .split("\n")
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n")
  if (type === "bulletList" || type === "orderedList") return writeList(block, style)
  if (type === "footnote")
    return `[^${attrs.label}]: ${writeBlocks(content, inner, "\n\n")}`
      .trimEnd()
      .replace(/\n(?!\n|$)/g, "\n    ")
  if (type === "table") return writeTable(content, style.hasDefinitions)
  if (type === "rule") return "---"
  if (type === "codeBlock") return writeCodeBlock(textOf(block), stringOf(attrs.info))
  if (type === "picture") return writePicture(block)
  if (type === "embed") {
    const [label, address] = [stringOf(attrs.label), stringOf(attrs.address)]
    return label ? `[${escapeText(label, { inLink: true })}](${writeTarget(address)})` : address
  }
  return textOf(block)
}

function writeBlocks(blocks: RichNode[], style: Style, separator: string) {
  const written: string[] = []
  for (const block of blocks) {
    const text = writeBlock(block, { ...style, taken: [signOf(written.at(-1))] })
    if (text !== "") written.push(text)
  }
  return written.join(separator)
}

function writeHeading({ attrs = {}, content = [] }: RichNode, { hasDefinitions }: Style) {
  // Number signs at its end would be taken for its closing marks.
  const text = writeInline(inOneLine(content), hasDefinitions).replace(/(?<=^|[ \t])#+$/, "\\$&")
  const signs = "#".repeat(Math.min(Math.max(Number(attrs.level ?? 2), 1), 6))
  return text === "" ? signs : `${signs} ${text}`
}

/** The first row is the head, and says how columns are aligned; rows are as long as the longest one. */
function writeTable(rows: RichNode[], hasDefinitions: boolean) {
  const [head] = rows
  const width = Math.max(1, ...rows.map(({ content = [] }) => content.length))
  const columns = [...Array(width).keys()]
  const aligns = columns.map((column) => ALIGNS.get(head?.content?.[column]?.attrs?.align) ?? "---")
  const lines = rows.map(({ content = [] }) =>
    columns.map((column) =>
      writeInline(inOneLine(content[column]?.content ?? []), hasDefinitions).replaceAll("|", "\\|"),
    ),
  )
  return [...lines.slice(0, 1), aligns, ...lines.slice(1)]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
}

const ALIGNS = new Map<unknown, string>([
  ["left", ":--"],
  ["center", ":-:"],
  ["right", "--:"],
])

function inOneLine(content: RichNode[]) {
  return content.map((node) => (node.type === "hardBreak" ? { ...node, type: "text", text: " " } : node))
}

function writeCodeBlock(code: string, info: string) {
  const text = code.toWellFormed().replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd")
  const sign = info.includes("`") ? "~" : "`"
  const longest = Math.max(2, ...(text.match(sign === "~" ? /~+/g : /`+/g) ?? []).map(({ length }) => length))
  const fence = sign.repeat(longest + 1)
  return [fence + info.replace(/\s+/g, " ").trim(), ...(text === "" ? [] : [text]), fence].join("\n")
}

function writeList({ type, attrs = {}, content = [] }: RichNode, style: Style) {
  const signs = type === "bulletList" ? ["-", "*", "+"] : [".", ")"]
  // Beside a list with the same sign it would go on with that one; of two lists the one behind can take another.
  const [before] = style.taken
  const sign = signs.find((one) => !style.taken.includes(one)) ?? signs.find((one) => one !== before)
  const start = Math.min(Math.max(Number(attrs.start ?? 1), 0), MAX_NUMBER)
  const items = content.map(({ attrs, content: all = [] }) => {
    const blocks = all.filter((block) => !isEmpty(block))
    const isBareBox = typeof attrs?.checked === "boolean" && blocks[0]?.type !== "paragraph"
    return isBareBox ? [{ type: "paragraph" }, ...blocks] : blocks
  })
  const isLoose =
    (attrs.isLoose === true && items.some((blocks) => blocks.some(isWords))) ||
    items.some((blocks) => blocks.some((block, index) => index > 0 && needsBlank(blocks[index - 1], block)))
  const separator = isLoose ? "\n\n" : "\n"
  return content
    .map((item, index) => {
      const marker = type === "bulletList" ? `${sign} ` : `${Math.min(start + index, MAX_NUMBER)}${sign} `
      return writeItem(marker, item.attrs?.checked, items[index] ?? [], separator, { ...style, taken: [] })
    })
    .join(separator)
}

function writeItem(marker: string, checked: unknown, blocks: RichNode[], separator: string, style: Style) {
  const [first] = blocks
  const words = first?.type === "paragraph" ? writeBlock(first, style) : ""
  const box = typeof checked === "boolean" ? `[${checked ? "x" : " "}]` : ""
  // An empty box is only one with a space behind it.
  const head = box ? box + (words ? ` ${words}` : "&nbsp;") : words
  const rest = writeBlocks(first?.type === "paragraph" ? blocks.slice(1) : blocks, style, separator)
  // Behind a marker alone an empty line would end the item.
  const text = head + (rest ? (head ? separator : "\n") + rest : "")
  const indent = " ".repeat(marker.length)
  return (marker + text.replace(/\n(?!\n|$)/g, `\n${indent}`)).replace(/^(\S+) +(?=\n|$)/, "$1")
}

/** Whether a block of an item would be read as part of the one before without an empty line between. */
function needsBlank(before: RichNode | undefined, block: RichNode) {
  if (before === undefined || CLOSED.has(before.type)) return false
  if (block.type === "heading" || block.type === "codeBlock") return false
  if (block.type === "blockquote") return before.type === "blockquote"
  if (block.type === "table") return !isWords(before)
  if (block.type !== "bulletList" && block.type !== "orderedList") return true
  const isInterrupting = block.type === "bulletList" || Number(block.attrs?.start ?? 1) === 1
  const [item] = block.content ?? []
  const first = item?.content?.find((one) => !isEmpty(one))
  return !isInterrupting || (typeof item?.attrs?.checked !== "boolean" && first?.type !== "paragraph")
}

function isEmpty(block: RichNode | undefined) {
  return block === undefined || (block.type === "paragraph" && writeBlock(block) === "")
}

/** Keeps lines from becoming headings, quotations, items, rules, tables or definitions by accident. */
function guardLines(text: string) {
  return text
    .split("\n")
    .map((line, index) => {
      // Two line breaks in a row would end the paragraph.
      if (line === "") return text === "" ? "" : "\\"
      if (index === 0 && DEFINITION.test(text) && !NOTE.test(text)) return `\\${line}`
      if (NOTE.test(line)) return line.replace("]:", "]\\:")
      if (LINE_SIGN.test(line) || (index > 0 && UNDERLINE.test(line))) return `\\${line}`
      const [, number = "", sign] = NUMBER.exec(line) ?? []
      const isItem = sign && (index === 0 || Number(number) === 1)
      return isItem ? `${number}\\${line.slice(number.length)}` : line
    })
    .join("\n")
}

const LINE_SIGN = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-_][-_ \t]*$)/
const UNDERLINE = /^(?:=+[ \t]*|[|:-][|: \t-]*)$/
const NUMBER = /^(\d{1,9})([.)])(?=\s|$)/
const NOTE = /^\[\^[^\s[\]^]{1,50}\]:/
const DEFINITION = /^\[(?:[^\\[\]]|\\[^])*\]:/

/** What stands between two blocks: as it stood, if that still keeps them apart. */
function between(last: Written, { block, text, isKept }: Written, lineBreak: string) {
  const gap = gapOf(block)
  if (EMPTY_LINE.test(gap)) return gap
  const isTight = gap !== "" && isKept && last.isKept && canBeTight(last, block, text)
  return isTight ? gap : lineBreak + lineBreak
}

const EMPTY_LINE = /(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/

function canBeTight(last: Written, block: RichNode, text: string) {
  if (CLOSED.has(last.block.type) || last.block.type === "source" || block.type === "source") return true
  if (block.type === "heading") return text.trimStart().startsWith("#")
  if (block.type === "codeBlock") return /^ {0,3}[`~]/.test(text)
  if (block.type === "blockquote") return last.block.type !== "blockquote"
  if (last.block.type === "footnote") return block.type === "footnote"
  if (block.type === "table" || block.type === "footnote") return isWords(last.block)
  if (signOf(text)) return /^ {0,3}(?:[-+*]|1[.)])[ \t]+\S/.test(text) || !isWords(last.block)
  if (block.type === "rule") return !isWords(last.block) || !text.trimStart().startsWith("-")
  return isWords(last.block) && (last.block.type === "embed" || block.type === "embed")
}

function isWords({ type }: RichNode) {
  return type === "paragraph" || type === "picture" || type === "embed"
}

/** Whether a block as it stands is none of the list's or the note's before it. */
function staysApart(last: Written, block: RichNode, source: string) {
  const sign = signOf(last.text)
  const isNote = last.block.type === "footnote"
  if ((sign === undefined && !isNote) || block.type === "source") return true
  const indent = /^[ \t]*/.exec(source)?.[0].replaceAll("\t", "    ").length ?? 0
  if (isNote) return indent < 4
  if (signOf(source) === sign) return false
  const items = last.text.match(/^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)/gm) ?? []
  return indent === 0 || indent < Math.max(items.at(-1)?.length ?? 0, 2)
}

/** The sign of a list's items. */
function signOf(text: string | undefined) {
  return /^ {0,3}(?:([-+*])|\d{1,9}([.)]))(?=\s|$)/
    .exec(text ?? "")
    ?.slice(1)
    .find(Boolean)
}

function closingOf(text: string, lineBreak: string) {
  // Behind that of a fence no backquote stands on its line: there it is code within words.
  const fence = /^ {0,3}(`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,})/.exec(text)?.[1]
  const last = text.slice(Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1).trim()
  const isOpen = fence && (text.trim() === last || !last.startsWith(fence) || /[^`~]/.test(last))
  return isOpen ? lineBreak + fence : ""
}

function sourceOf({ attrs }: RichNode) {
  return typeof attrs?.source === "string" ? attrs.source : undefined
}

function gapOf({ attrs }: RichNode) {
  const gap = stringOf(attrs?.gap)
  return /^\s*$/.test(gap) ? gap : ""
}

function stringOf(value: unknown) {
  return typeof value === "string" ? value : ""
}

/** What no line behind it belongs to. */
const CLOSED = new Set(["heading", "rule", "codeBlock"])
const MAX_NUMBER = 999_999_999
