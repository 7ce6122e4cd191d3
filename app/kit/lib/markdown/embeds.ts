import type { MarkdownIt, Token } from "markdown-it"
import { type Embed, findEmbed, spellPlaying } from "../embeds.ts"

/**
 * An address of a film or a sound alone on a line plays there (docs/product.md 15.13): what the library holds in the
 * browser's own player, what other hosts hold behind a still that is a link, until `usePlayedEmbeds` puts their player there.
 */
export function addEmbeds(md: MarkdownIt) {
  // Before the site's own changes of tokens: these look at links as they were found.
  md.core.ruler.after("inline", "embeds", (state) => {
    let left = MAX_EMBEDS
    const tokens: Token[] = []
    for (let index = 0; index < state.tokens.length; index += 1) {
      const token = state.tokens[index] as Token
      const inline = state.tokens[index + 1]
      const isParagraph = token.type === "paragraph_open" && token.level === 0 && inline?.children
      const lines = isParagraph ? toLines(inline.children ?? []) : []
      const found = lines.map((line): Placed | undefined => {
        const embed = left > 0 ? embedIn(line) : undefined
        if (embed) left -= 1
        return embed && { ...embed, isEager: MAX_EMBEDS - left <= MAX_EAGER }
      })
      if (!found.some(Boolean)) {
        tokens.push(token)
        continue
      }
      tokens.push(...split(lines, found, inline as Token, state.Token))
      // The paragraph's own three tokens are replaced.
      index += 2
    }
    state.tokens = tokens
  })

  md.renderer.rules.embed = (tokens, index) => {
    const { address, label, embed, isEager } = (tokens[index] as Token).meta as Placed
    const href = md.utils.escapeHtml(md.normalizeLink(address))
    return embed.kind === "frame"
      ? still(href, embed)
      : ownPlayer(href, md.utils.escapeHtml(label), embed.kind, isEager)
  }
}

type Found = { address: string; label: string; embed: Embed }
type Placed = Found & { isEager: boolean }

function still(href: string, { provider, player, shape }: Extract<Embed, { kind: "frame" }>) {
  const source = player.replaceAll("&", "&amp;")
  return (
    `<p class="embed embed-${shape}"><a href="${href}" rel="noopener" data-scripted="" data-player="${source}">` +
    `<span class="embed-sign"></span><span class="embed-words">${spellPlaying(shape)} <small>sur ${provider}</small></span></a></p>\n`
  )
}

function ownPlayer(href: string, label: string, kind: "audio" | "video", isEager: boolean) {
  const preload = isEager ? "metadata" : "none"
  const link = `<a href="${href}">${label || "Ouvrir le fichier"}</a>`
  const title = label ? ` aria-label="${label}"` : ""
  const caption = label ? `<figcaption>${label}</figcaption>` : ""
  return `<figure class="embed"><${kind} controls="" preload="${preload}" src="${href}"${title}>${link}</${kind}>${caption}</figure>\n`
}

/** Children between line breaks. */
export function toLines(children: Token[]) {
  const lines: Token[][] = [[]]
  for (const child of children) {
    if (child.type === "softbreak" || child.type === "hardbreak") lines.push([])
    else lines.at(-1)?.push(child)
  }
  return lines
}

/** An address as it is, or a file of the library: also as a link, whose text is then its title. */
export function embedIn(line: Token[]): Found | undefined {
  const [first, text, last] = line.filter(({ type, content }) => type !== "text" || content.trim() !== "")
  if (first?.type === "text" && text === undefined) {
    const address = first.content.trim()
    const embed = address.startsWith("/media/") ? findEmbed(address) : undefined
    return embed && { address, label: "", embed }
  }
  if (first?.type !== "link_open" || text?.type !== "text" || last?.type !== "link_close") return undefined
  if (line.filter(({ type }) => type === "link_close").length > 1 || line.at(-1) !== last) return undefined
  const address = String(first.attrGet("href") ?? "")
  const embed = findEmbed(address)
  if (first.info === "auto") return embed && { address, label: "", embed }
  return embed && embed.kind !== "frame" ? { address, label: text.content, embed } : undefined
}

function split(lines: Token[][], found: (Placed | undefined)[], inline: Token, TokenType: typeof Token) {
  const tokens: Token[] = []
  let words: Token[] = []
  const flush = () => {
    if (words.length > 0) tokens.push(...paragraph(words, inline, TokenType))
    words = []
  }
  for (const [index, line] of lines.entries()) {
    const embed = found[index]
    if (embed === undefined) {
      if (words.length > 0) words.push(new TokenType("softbreak", "br", 0))
      words.push(...line)
      continue
    }
    flush()
    const token = new TokenType("embed", "", 0)
    token.block = true
    token.meta = embed
    tokens.push(token)
  }
  flush()
  return tokens
}

function paragraph(children: Token[], inline: Token, TokenType: typeof Token) {
  const open = new TokenType("paragraph_open", "p", 1)
  const close = new TokenType("paragraph_close", "p", -1)
  const content = new TokenType("inline", "", 0)
  Object.assign(content, { children, content: inline.content, level: 1, block: true })
  open.block = true
  close.block = true
  return [open, content, close]
}

/** Each is a player; a page that is nothing else is no text of a person. */
const MAX_EMBEDS = 50
/** Of the library's, whose first bytes are asked for with the page: they say how long it is. */
const MAX_EAGER = 5
