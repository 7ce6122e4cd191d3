import type { Token } from "markdown-it"
import { toLines } from "#app/kit/lib/markdown/embeds.ts"
import { markdown } from "#app/kit/lib/markdown/parser.ts"
import { type OwnContent, readOwnAddress, type Site } from "./own-address.ts"

/** A letter from above to below: running text, and what stands alone on its line and becomes something of its own. */
export type Block =
  | { kind: "flow"; tokens: Token[] }
  | { kind: "card"; content: OwnContent }
  | { kind: "button"; href: string; label: string }
  | { kind: "picture"; src: string; alt: string; href: string | undefined }

/** More of them are a catalogue, which nobody reads in a mail: those behind stay links. */
const MAX_CARDS = 50

/**
 * @param plays whether films and sounds play where it is read, which they do not in mails
 */
export function toBlocks(content: string, site: Site, plays = false): Block[] {
  const tokens = markdown.parse(content, { prefix: "lettre" })
  const blocks: Block[] = []
  let flow: Token[] = []
  let cards = 0
  const flush = () => {
    if (flow.length > 0) blocks.push({ kind: "flow", tokens: flow })
    flow = []
  }
  const add = (block: Block) => {
    flush()
    blocks.push(block)
  }
  const read = (line: Token[]) => {
    const block = blockOf(line, site)
    return block?.kind === "card" && (cards += 1) > MAX_CARDS ? undefined : block
  }
  let isNote = false
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    const inline = tokens[index + 1]
    isNote ||= token.type === "footnotes_open"
    const embed = token.type === "embed" && !plays ? embedBlock(token) : undefined
    if (embed) {
      add(embed)
      continue
    }
    const isParagraph = token.type === "paragraph_open" && token.level === 0 && !isNote
    const lines = isParagraph ? toLines(inline?.children ?? []) : []
    const found = lines.map(read)
    if (!found.some(Boolean)) {
      flow.push(token)
      continue
    }
    let words: Token[] = []
    const flushWords = () => {
      if (words.length > 0) flow.push(...paragraph(words, token, inline as Token, tokens[index + 2] as Token))
      words = []
    }
    for (const [at, line] of lines.entries()) {
      const block = found[at]
      if (!block) {
        if (words.length > 0) words.push(lineBreak(token))
        words.push(...line)
        continue
      }
      flushWords()
      add(block)
    }
    flushWords()
    // The paragraph's own three tokens are replaced.
    index += 2
  }
  flush()
  return blocks
}

function blockOf(line: Token[], site: Site): Block | undefined {
  const tokens = line.filter(({ type, content }) => type !== "text" || content.trim() !== "")
  const [first, second] = tokens
  if (tokens.length === 1 && first?.type === "image") return pictureBlock(first, undefined)
  if (tokens.length === 1 && first?.type === "text") {
    const content = readOwnAddress(first.content.trim(), site)
    return content && { kind: "card", content }
  }
  if (first?.type !== "link_open" || tokens.at(-1)?.type !== "link_close") return undefined
  if (tokens.filter(({ type }) => type === "link_open").length > 1) return undefined
  const href = String(first.attrGet("href") ?? "")
  if (tokens.length === 3 && second?.type === "image") return pictureBlock(second, href)
  if (first.info !== "auto") return href ? buttonBlock(href, tokens) : undefined
  const content = readOwnAddress(href, site)
  return content && { kind: "card", content }
}

function pictureBlock(image: Token, href: string | undefined): Block | undefined {
  const src = String(image.attrGet("src") ?? "")
  return src
    ? { kind: "picture", src, alt: textOf(image.children ?? []), href: href || undefined }
    : undefined
}

function buttonBlock(href: string, tokens: Token[]): Block | undefined {
  const label = textOf(tokens).trim()
  return label ? { kind: "button", href, label } : undefined
}

/** A film or a sound cannot play in a mail: it is led to. */
function embedBlock(token: Token): Block {
  const { address, label, embed } = token.meta as {
    address: string
    label: string
    embed: { kind: "frame"; provider: string; shape: string } | { kind: "audio" | "video" }
  }
  const isFilm = embed.kind === "video" || (embed.kind === "frame" && embed.shape === "wide")
  const words = isFilm ? "Voir la vidéo" : "Écouter"
  const where = embed.kind === "frame" ? ` sur ${embed.provider}` : ""
  return { kind: "button", href: address, label: label || words + where }
}

/** What is to be read of tokens within a line. */
export function textOf(tokens: Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === "softbreak" || type === "hardbreak") return " "
      return type === "image" ? textOf(children ?? []) : content
    })
    .join("")
}

function paragraph(children: Token[], open: Token, inline: Token, close: Token) {
  const content = Object.assign(Object.create(Object.getPrototypeOf(inline) as object) as Token, inline, {
    children,
  })
  return [open, content, close]
}

function lineBreak(like: Token) {
  return new (like.constructor as typeof Token)("softbreak", "br", 0)
}
