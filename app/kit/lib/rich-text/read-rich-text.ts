import type { Env as MarkdownEnv, Token } from "markdown-it"
import { embedIn, toLines } from "../markdown/embeds.ts"
import type { Definition, Notes } from "../markdown/footnotes.ts"
import { markdown } from "../markdown/parser.ts"
import { hasMark, type Mark, type RichNode } from "./nodes.ts"
import { canStay, writeBlock } from "./write-rich-text.ts"

/**
 * A Markdown text as blocks that an editor shows, each with the Markdown it came from: `writeRichText` gives the same text
 * again, byte for byte. A block is only taken apart if writing it anew would render as before; any other one is a `source`.
 */
export function readRichText(text: string): RichNode {
  if (text.length > MAX_LENGTH) return docOf([sourceBlock(text, "")], "")
  const { spans, labels, references } = toSpans(text)
  if (spans.length > MAX_BLOCKS) return docOf([sourceBlock(text, "")], "")
  const blocks: RichNode[] = []
  let end = 0
  for (const span of spans) {
    const { from, to } = span
    const source = text.slice(from, to)
    const gap = text.slice(end, from)
    const isPlain = source.length <= MAX_BLOCK_LENGTH && !refersTo(references, span, source)
    for (const block of (isPlain && readSpan(span, source, gap, labels)) || [sourceBlock(source, gap)]) {
      const last = blocks.at(-1)
      const { source: own, gap: before } = block.attrs ?? {}
      blocks.push(!last || canStay(last, block) ? block : sourceBlock(String(own), String(before)))
    }
    end = to
  }
  if (blocks.length === 0) blocks.push({ type: "paragraph", attrs: { source: "", gap: "" } })
  return docOf(blocks, text.slice(end))
}

/** Longer texts are nobody's writing, and would keep the browser waiting. */
const MAX_LENGTH = 200_000
const MAX_BLOCKS = 2_000
const MAX_BLOCK_LENGTH = 20_000

/** A block's tokens, or a note; of what can only be shown as it was written, neither. */
type Piece = { tokens: Token[]; note?: Definition }
type Span = Piece & { from: number; to: number }
/** Those of the notes of a text, which references lead to. */
type Labels = ReadonlySet<string>
type Env = MarkdownEnv & { notes?: Notes; isNote?: boolean }

/** The blocks of a text and where they stand, without the empty lines around them. */
function toSpans(text: string) {
  const lines = toLineSpans(text)
  const { tokens, env } = parseBlocks(text)
  const spans: Span[] = []
  let line = 0
  const add = (start: number, end: number, piece: Piece) => {
    let [first, last] = [start, end - 1]
    while (first <= last && isBlank(text, lines[first])) first += 1
    while (last >= first && isBlank(text, lines[last])) last -= 1
    const [from, to] = [lines[first]?.from, lines[last]?.to]
    if (first <= last && from !== undefined && to !== undefined) spans.push({ from, to, ...piece })
    line = end
  }
  const labels = new Set<string>()
  for (const { start, end, ...piece } of piecesOf(tokens, env.notes?.definitions ?? [])) {
    const { label } = piece.note ?? {}
    // A note within a quotation.
    if (start < line)
      spans.splice(-1, 1, ...spans.slice(-1).map(({ from, to }) => ({ from, to, tokens: [] })))
    else {
      // What made no block, such as where references lead.
      add(line, start, { tokens: [] })
      // Of two notes with the same label nobody reads the second.
      add(start, end, label !== undefined && labels.has(label) ? { tokens: [] } : piece)
    }
    if (label !== undefined) labels.add(label)
  }
  add(line, lines.length, { tokens: [] })
  return { spans, labels, references: env.references }
}

/** In the order of their lines. */
function piecesOf(tokens: Token[], definitions: Definition[]): (Piece & { start: number; end: number })[] {
  const blocks = groupsOf(tokens).map((group) => {
    const [start, end] = group[0]?.map ?? [0, 0]
    return { tokens: group, start, end }
  })
  const notes = definitions.map((note) => ({ tokens: [], note, start: note.start, end: note.end }))
  return [...blocks, ...notes].sort((one, other) => one.start - other.start)
}

/** Whether a block says where references lead, or has one itself: read alone it would be another. */
function refersTo(references: Env["references"], { tokens, note }: Piece, source: string) {
  if (!references) return false
  const texts = note ? [note.text] : tokens.flatMap(({ type, content }) => (type === "inline" ? content : []))
  return (
    (note?.text ?? source).includes("]:") ||
    texts.some((text) =>
      [...text.matchAll(LABEL)].some(([, label = ""]) =>
        Object.hasOwn(references, markdown.utils.normalizeReference(label)),
      ),
    )
  )
}

const LABEL = /\[((?:[^\\[\]]|\\[^]){1,1000})\]/g

function toLineSpans(text: string) {
  const lines: { from: number; to: number }[] = []
  let from = 0
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n?|\n/g)) {
    lines.push({ from, to: index })
    from = index + lineBreak.length
  }
  lines.push({ from, to: text.length })
  return lines
}

function isBlank(text: string, line: { from: number; to: number } | undefined) {
  return line === undefined || /^[ \t]*$/.test(text.slice(line.from, line.to))
}

function parseBlocks(text: string, env: Env = {}) {
  const tokens: Token[] = []
  markdown.block.parse(text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd"), markdown, env, tokens)
  return { tokens, env }
}

/** The tokens of each of the outermost blocks. */
function groupsOf(tokens: Token[]) {
  const groups: Token[][] = []
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) groups.push([token])
    else groups.at(-1)?.push(token)
  }
  return groups
}

/** The blocks that a span is shown as; undefined if it can only be shown as it was written. */
function readSpan({ tokens, note }: Piece, source: string, gap: string, labels: Labels) {
  const [open, inline] = tokens
  if (open?.type === "paragraph_open" && inline) {
    const lines = toLines(parseInline(inline, labels))
    const embeds = lines.map(embedIn)
    if (embeds.some(Boolean)) return splitAtEmbeds(embeds, source, gap, labels)
  }
  const node = note ? readNote(note, labels) : hidesCells(tokens, source) ? undefined : toNode(tokens, labels)
  return node && isFaithful(node, source, labels) ? [withSource(node, source, gap)] : undefined
}

/** Whether a row of a table has more cells than its head: these are not shown, and would be lost. */
function hidesCells(tokens: Token[], source: string) {
  const lines = source.split(/\r\n?|\n/)
  const [first = 0] = tokens[0]?.map ?? []
  let columns = 0
  return tokens.some(({ type, map }) => {
    if (type === "thead_open") columns = 0
    if (type === "th_open") columns += 1
    if (type !== "tr_open" || columns === 0 || !map) return false
    const row = (lines[map[0] - first] ?? "").replace(MARKERS, "").trim()
    const pipes = row.match(/(?<!\\)\|/g)?.length ?? 0
    return pipes + 1 - Number(row.startsWith("|")) - Number(/(?<!\\)\|$/.test(row)) > columns
  })
}

/** What a line of a quotation or an item begins with. */
const MARKERS = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*/

/** Addresses that play stand between the lines of a paragraph; these are paragraphs of their own, as on the page. */
function splitAtEmbeds(embeds: ReturnType<typeof embedIn>[], source: string, gap: string, labels: Labels) {
  const lines = toLineSpans(source)
  if (lines.length !== embeds.length) return undefined
  const spans: { from: number; to: number; embed: ReturnType<typeof embedIn> }[] = []
  for (const [index, { from, to }] of lines.entries()) {
    const last = spans.at(-1)
    const embed = embeds[index]
    if (last && !embed && !last.embed) last.to = to
    else spans.push({ from, to, embed })
  }
  const texts = spans.map(({ from, to }) => source.slice(from, to))
  if (texts.map((text) => render(text, labels)).join("") !== render(source, labels)) return undefined
  return spans.map(({ from, embed }, index): RichNode => {
    const text = texts[index] ?? ""
    const before = index === 0 ? gap : source.slice(spans[index - 1]?.to, from)
    const { address, label } = embed ?? {}
    const node = embed
      ? { type: "embed", attrs: { address: address ?? "", label: label ?? "" } }
      : readAlone(text, labels)
    return node && isFaithful(node, text, labels) ? withSource(node, text, before) : sourceBlock(text, before)
  })
}

/** Whether a block that is written anew renders as it did, and is read as it was. */
function isFaithful(node: RichNode, source: string, labels: Labels) {
  const written = writeBlock(node)
  if (written === source) return true
  const again = node.type === "embed" ? node : readAlone(written, labels)
  if (again === undefined || writeBlock(again) !== written) return false
  if (node.type !== "footnote") return render(written, labels) === render(source, labels)
  // Only what something leads to is shown.
  const label = String(node.attrs?.label)
  const others = new Set(labels)
  others.delete(label)
  const [before, after] = [source, written].map((text) => render(`[^${label}]\n\n${text}`, others))
  return before === after
}

function render(text: string, labels: Labels) {
  return markdown.render(text, { prefix: "", notes: notesFor(text, labels) })
}

/** The notes that a text refers to, without their words. */
function notesFor(text: string, labels: Labels): Notes {
  const found = [...text.matchAll(REFERENCES)].map(([, label = ""]) => label)
  const known = found.filter((label) => labels.has(label))
  return { byLabel: new Map(known.map((label) => [label, { text: "", uses: 0 }])), used: [], definitions: [] }
}

const REFERENCES = /\[\^([^\s[\]^]{1,50})\]/g

/** The block that a text is, if it is a single one. */
function readAlone(text: string, labels: Labels) {
  const { tokens, env } = parseBlocks(text)
  const [piece, ...others] = piecesOf(tokens, env.notes?.definitions ?? [])
  if (!piece || others.length > 0) return undefined
  return piece.note ? readNote(piece.note, labels) : toNode(piece.tokens, labels)
}

/** A note of paragraphs; any other one can only be shown as it was written. */
function readNote({ label, text }: Definition, labels: Labels): RichNode | undefined {
  const { tokens, env } = parseBlocks(text, { isNote: true })
  const groups = groupsOf(tokens)
  const content = groups.flatMap((group) => toNode(group, labels) ?? [])
  const isWhole = content.length === groups.length && content.every(({ type }) => type === "paragraph")
  if (!isWhole || env.references) return undefined
  return {
    type: "footnote",
    attrs: { label },
    content: content.length > 0 ? content : [{ type: "paragraph" }],
  }
}

function toNode(tokens: Token[], labels: Labels): RichNode | undefined {
  const root: RichNode & { content: RichNode[] } = { type: "doc", content: [] }
  const open: (typeof root)[] = [root]
  for (const token of tokens) {
    const parent = open.at(-1) ?? root
    if (/^t(?:head|body)_/.test(token.type)) continue
    if (token.type === "inline") {
      const content = toInline(parseInline(token, labels, asWritten))
      if (content === undefined) return undefined
      parent.content.push(...content)
    } else if (token.nesting === -1) {
      open.pop()
      const holder = open.at(-1)?.content
      holder?.splice(-1, 1, finish(parent))
      if (holder === undefined) return undefined
    } else {
      const made = start(token)
      if (made === undefined) return undefined
      const node = { ...made, content: made.content ?? [] }
      const list = open.at(-2)
      // In the paragraphs of others no tags are written.
      if (parent.type === "listItem" && list && token.type === "paragraph_open" && !token.hidden)
        list.attrs = { ...list.attrs, isLoose: true }
      parent.content.push(token.nesting === 1 ? node : made)
      if (token.nesting === 1) open.push(node)
    }
  }
  return root.content[0]
}

function start(token: Token): RichNode | undefined {
  if (token.type === "paragraph_open") return { type: "paragraph" }
  if (token.type === "heading_open") return { type: "heading", attrs: { level: Number(token.tag.slice(1)) } }
  if (token.type === "blockquote_open") return { type: "blockquote" }
  if (token.type === "bullet_list_open") return { type: "bulletList" }
  if (token.type === "ordered_list_open")
    return { type: "orderedList", attrs: { start: Number(token.attrGet("start") ?? 1) } }
  if (token.type === "list_item_open") return { type: "listItem", attrs: { checked: null } }
  if (token.type === "table_open") return { type: "table" }
  if (token.type === "tr_open") return { type: "tableRow" }
  if (token.type === "th_open" || token.type === "td_open") {
    const [, align = null] = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? "")) ?? []
    return { type: "tableCell", attrs: { isHeader: token.type === "th_open", align } }
  }
  if (token.type === "hr") return { type: "rule" }
  if (token.type !== "fence" && token.type !== "code_block") return undefined
  const text = token.content.replace(/\n$/, "")
  return {
    type: "codeBlock",
    attrs: { info: token.info.trim() },
    ...(text === "" ? {} : { content: [{ type: "text", text }] }),
  }
}

function finish(node: RichNode & { content: RichNode[] }): RichNode {
  const { type, content } = node
  const [first] = content
  if (type === "paragraph" && first?.type === "inlinePicture" && content.length === 1 && !first.marks)
    return { ...first, type: "picture" }
  if (type === "blockquote" && first === undefined) return { ...node, content: [{ type: "paragraph" }] }
  if (type === "listItem") return finishItem(node)
  if (content.length > 0) return node
  const { content: _, ...empty } = node
  return empty
}

/** An item begins with a paragraph, whose first letters say whether it is a task. */
function finishItem(item: RichNode & { content: RichNode[] }): RichNode {
  const [first, ...others] = item.content
  if (first?.type !== "paragraph") return { ...item, content: [{ type: "paragraph" }, ...item.content] }
  const [words, ...rest] = first.content ?? []
  const [box, mark] = (!words?.marks && /^\[([ x])\][ \u00a0]/i.exec(words?.text ?? "")) || []
  if (box === undefined) return item
  const text = words?.text?.slice(box.length) ?? ""
  const content = [...(text === "" ? [] : [{ type: "text", text }]), ...rest]
  const paragraph = content.length > 0 ? { type: "paragraph", content } : { type: "paragraph" }
  return { ...item, attrs: { checked: mark !== " " }, content: [paragraph, ...others] }
}

function parseInline({ content }: Token, labels: Labels, parser = markdown) {
  const children: Token[] = []
  parser.inline.parse(content, parser, { notes: notesFor(content, labels) }, children)
  return children
}

/** Where links lead stays as it was written: `https://…` is to be filled in, and no host by the name of `xn--rvg`. */
const asWritten: typeof markdown = Object.assign(Object.create(markdown), {
  normalizeLink: (href: string) => href.replace(/[\s\p{Cc}]/gu, (sign) => encodeURIComponent(sign)),
})

function toInline(children: Token[]): RichNode[] | undefined {
  const nodes: RichNode[] = []
  const marks: Mark[] = []
  const add = (node: RichNode, own = marks) => {
    const distinct: Mark[] = []
    for (const mark of own) if (!hasMark(distinct, mark)) distinct.push(mark)
    const last = nodes.at(-1)
    const isSame =
      last?.text !== undefined &&
      (last.marks ?? []).length === distinct.length &&
      distinct.every((mark) => hasMark(last.marks, mark))
    if (node.text === "") return
    if (isSame && node.text !== undefined) last.text += node.text
    else nodes.push(distinct.length > 0 ? { ...node, marks: distinct } : node)
  }
  for (const token of children) {
    if (token.type === "text" || token.type === "text_special") add({ type: "text", text: token.content })
    else if (token.type === "code_inline")
      add({ type: "text", text: token.content }, [...marks, { type: "code" }])
    else if (token.type === "softbreak" || token.type === "hardbreak") add({ type: "hardBreak" })
    else if (token.type === "image") add(pictureOf(token))
    else if (token.type === "footnote_reference")
      add({ type: "noteReference", attrs: { label: String(token.meta?.label) } })
    else if (token.nesting === -1) marks.pop()
    else {
      const mark = markOf(token)
      if (mark === undefined) return undefined
      marks.push(mark)
    }
  }
  return nodes
}

function markOf(token: Token): Mark | undefined {
  if (token.type === "strong_open") return { type: "strong" }
  if (token.type === "em_open") return { type: "em" }
  if (token.type === "s_open") return { type: "strike" }
  if (token.type !== "link_open") return undefined
  const title = token.attrGet("title")
  return {
    type: "link",
    attrs: { href: String(token.attrGet("href") ?? ""), ...(title && { title: String(title) }) },
  }
}

function pictureOf(token: Token): RichNode {
  const alt = (token.children ?? []).map(({ content }) => content).join("")
  const [src, title] = [token.attrGet("src"), token.attrGet("title")].map((value) => String(value ?? ""))
  return { type: "inlinePicture", attrs: { src: src ?? "", alt, title: title ?? "" } }
}

function withSource(node: RichNode, source: string, gap: string): RichNode {
  return { ...node, attrs: { ...node.attrs, source, gap } }
}

function sourceBlock(source: string, gap: string): RichNode {
  return { type: "source", attrs: { source, gap }, content: [{ type: "text", text: source }] }
}

function docOf(content: RichNode[], end: string): RichNode {
  return { type: "doc", attrs: { end }, content }
}
