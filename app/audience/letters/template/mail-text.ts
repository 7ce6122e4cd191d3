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

/** Where one is in a text: what its lines begin with, and the numbers of its lists. */
type Place = { out: string[]; line: string; prefixes: string[]; lists: (number | undefined)[]; next: string }

/** Running text: marks as people type them in mails, addresses behind what leads to them. */
function flowText(tokens: Token[], known: Known) {
  const place: Place = { out: [], line: "", prefixes: [], lists: [], next: "" }
  for (const token of tokens) writeToken(token, place, known)
  flush(place)
  return place.out.join("\n")
}

/** Ends what was being written; its first line may begin with a list's mark. */
function flush(place: Place) {
  if (place.line === "") return
  const prefix = place.prefixes.join("")
  const first = place.next || prefix
  const text = wrapLines(place.line, MAX_WIDTH - prefix.length)
  place.out.push(...text.split("\n").map((line, index) => (index === 0 ? first : prefix) + line))
  place.line = ""
  place.next = ""
}

function gap(place: Place) {
  flush(place)
  if (place.out.length > 0 && place.out.at(-1) !== "") place.out.push("")
}

function writeToken(token: Token, place: Place, known: Known) {
  switch (token.type) {
    case "inline":
      place.line += inlineText(token.children ?? [], known)
      break
    case "paragraph_close":
      if (token.hidden) flush(place)
      else gap(place)
      break
    case "heading_open":
      gap(place)
      break
    case "heading_close":
      underline(place, token.tag === "h2" ? "=" : "-")
      break
    case "bullet_list_open":
    case "ordered_list_open":
      flush(place)
      place.lists.push(token.type === "bullet_list_open" ? undefined : Number(token.attrGet("start") ?? 1))
      break
    case "bullet_list_close":
    case "ordered_list_close":
      place.lists.pop()
      if (place.lists.length === 0) gap(place)
      break
    case "footnotes_open":
      gap(place)
      place.out.push("---", "")
      break
    case "footnotes_close":
      gap(place)
      break
    case "list_item_open":
      openItem(place, listMark(place))
      break
    case "footnote_open":
      openItem(place, `[${Number(token.meta?.number)}] `)
      break
    case "list_item_close":
    case "footnote_close":
      flush(place)
      place.prefixes.pop()
      break
    case "blockquote_open":
      gap(place)
      place.prefixes.push("> ")
      break
    case "blockquote_close":
      flush(place)
      while (place.out.at(-1) === "") place.out.pop()
      place.prefixes.pop()
      gap(place)
      break
    case "hr":
      gap(place)
      place.out.push("* * *", "")
      break
    case "fence":
    case "code_block":
      gap(place)
      place.out.push(
        ...token.content
          .trimEnd()
          .split("\n")
          .map((line) => `${place.prefixes.join("")}    ${line}`),
        "",
      )
      break
    case "th_close":
    case "td_close":
      place.line += " | "
      break
    case "tr_close":
      place.line = place.line.replace(/ \| $/, "")
      flush(place)
      break
    case "table_close":
      gap(place)
      break
    default:
  }
}

function openItem(place: Place, mark: string) {
  flush(place)
  place.next = place.prefixes.join("") + mark
  place.prefixes.push(" ".repeat(mark.length))
}

function listMark({ lists }: Place) {
  const number = lists.at(-1)
  if (number === undefined) return "- "
  lists[lists.length - 1] = number + 1
  return `${number}. `
}

function underline(place: Place, sign: string) {
  const length = Math.min(MAX_WIDTH, place.line.length)
  if (length === 0) return
  flush(place)
  place.out.push(place.prefixes.join("") + sign.repeat(length), "")
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
