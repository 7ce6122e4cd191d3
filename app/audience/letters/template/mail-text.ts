import type { Token } from "markdown-it"
import { type Block, textOf } from "./letter-blocks.ts"
import { wholeAddress } from "./mail-picture.ts"
import { wrapLines } from "./wrap-lines.ts"
import type { Known } from "./written-letter.ts"

/** The body of a letter as plain text, from the same source as its HTML. */
export function blocksText(blocks: Block[], known: Known) {
  return (
    blocks
      .map((block) => blockText(block, known))
      .join("\n\n")
      .replace(/\n{3,}/g, "\n\n")
      // Not the spaces at its beginning: code is indented.
      .replace(/^\n+/, "")
      .trimEnd()
  )
}

function blockText(block: Block, known: Known) {
  if (block.kind === "flow") return flowText(block.tokens, known)
  if (block.kind === "button")
    return wrapLines(`${block.label}\u00a0: ${wholeAddress(block.href, known.publicUrl)}`)
  if (block.kind === "picture") {
    const words = block.alt ? `[Image\u00a0: ${block.alt}]` : ""
    const href = block.href === undefined ? "" : wholeAddress(block.href, known.publicUrl)
    return wrapLines([words, href].filter(Boolean).join(" "))
  }
  const card = known.cards.get(block.content.path)
  if (!card) return wholeAddress(block.content.path, known.publicUrl)
  const lines = [card.title, card.about, card.excerpt].filter(Boolean).map((line) => wrapLines(line))
  return [...lines, `${card.action}\u00a0: ${card.address}`].join("\n")
}

/** Running text: marks as people type them in mails, addresses behind what leads to them. @param width of its lines */
function flowText(tokens: Token[], known: Known, width = MAX_WIDTH): string {
  let text = ""
  let isTight = false
  for (const { token, inner } of nested(tokens)) {
    const written = tokenText(token, inner, known, width)
    if (written === "") continue
    // In a list whose items stand close together, so does a list within it.
    const gap = isTight && token.type.endsWith("list_open") ? "\n" : "\n\n"
    text += text === "" ? written : gap + written
    isTight = token.hidden
  }
  return text
}

/** Each token that stands in no other one, and what stands between it and its end. */
function nested(tokens: Token[]) {
  const found: { token: Token; inner: Token[] }[] = []
  let depth = 0
  for (const token of tokens) {
    if (depth === 0) found.push({ token, inner: [] })
    else found.at(-1)?.inner.push(token)
    depth = Math.max(0, depth + token.nesting)
  }
  return found
}

function tokenText(token: Token, inner: Token[], known: Known, width: number): string {
  const item = (mark: string, tokens: Token[]) =>
    marked(flowText(tokens, known, width - mark.length), mark, " ".repeat(mark.length))
  switch (token.type) {
    case "inline":
      return wrapLines(inlineText(token.children ?? [], known), width)
    case "heading_open": {
      const words = inlineText(inner[0]?.children ?? [], known)
      const sign = token.tag === "h2" ? "=" : "-"
      return words && `${wrapLines(words, width)}\n${sign.repeat(Math.min(MAX_WIDTH, words.length))}`
    }
    case "bullet_list_open":
    case "ordered_list_open": {
      const first = Number(token.attrGet("start") ?? 1)
      const isTight = inner.find(({ type }) => type === "paragraph_open")?.hidden
      return nested(inner)
        .map((each, index) => item(token.tag === "ul" ? "- " : `${first + index}. `, each.inner))
        .filter(Boolean)
        .join(isTight ? "\n" : "\n\n")
    }
    case "footnotes_open": {
      const notes = nested(inner).map((note) => item(`[${Number(note.token.meta?.number)}] `, note.inner))
      return ["---", ...notes.filter(Boolean)].join("\n\n")
    }
    case "blockquote_open":
      return marked(flowText(inner, known, width - 2), "> ", "> ")
    case "hr":
      return "* * *"
    case "fence":
    case "code_block":
      return token.content.trimEnd().replace(/^/gm, "    ")
    case "table_open":
      return nested(inner.filter(({ tag }) => tag !== "thead" && tag !== "tbody"))
        .map((row) => row.inner.filter(({ type }) => type === "inline"))
        .map((cells) => cells.map(({ children }) => inlineText(children ?? [], known)).join(" | "))
        .filter(Boolean)
        .map((line) => wrapLines(line, width))
        .join("\n")
    default:
      return flowText(inner, known, width)
  }
}

/** A text with a mark before its first line, and another one before the others. */
function marked(text: string, first: string, others: string) {
  return (
    text &&
    text
      .split("\n")
      .map((line, index) => line && (index === 0 ? first : others) + line)
      .join("\n")
  )
}

function inlineText(tokens: Token[], known: Known) {
  const pieces: string[] = []
  let link: { href: string; start: number; isAuto: boolean } | undefined
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = String(token.attrGet("href") ?? "")
      link = href ? { href, start: pieces.length, isAuto: token.info === "auto" } : undefined
    } else if (token.type === "link_close" && link) {
      const words = pieces.splice(link.start).join("")
      const address = wholeAddress(link.href, known.publicUrl).replace(/^mailto:/i, "")
      const isItself = link.isAuto || words.trim() === address || words.trim() === ""
      pieces.push(isItself ? address : `${words} (${address})`)
      link = undefined
    } else pieces.push(wordOf(token))
  }
  return pieces.join("")
}

function wordOf({ type, content, children, meta }: Token) {
  if (type === "softbreak" || type === "hardbreak") return "\n"
  if (type === "task") return meta?.isDone ? "[x] " : "[ ] "
  if (type === "footnote_reference") return `[${Number(meta?.number)}]`
  if (type !== "image") return content
  const alt = textOf(children ?? [])
  return alt ? `[Image\u00a0: ${alt}]` : ""
}

const MAX_WIDTH = 72
