import type { Token } from "markdown-it"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { markdown } from "#app/kit/lib/markdown/parser.ts"
import { toPlainHtml } from "#app/kit/lib/markdown/render.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { type Block, textOf, toBlocks } from "./letter-blocks.ts"
import type { LetterLink } from "./letter-check.ts"
import { blocksHtml } from "./mail-blocks.ts"
import type { MailLook } from "./mail-look.ts"
import { wholeAddress } from "./mail-picture.ts"
import type { Site } from "./own-address.ts"
import { blocksText } from "./mail-text.ts"
import { withoutPlaces } from "./personal-links.ts"
import type { Card, Known } from "./written-letter.ts"

// What is made of a letter's content, from its text to its end: long ones in another thread (write-letter.server.ts).

/** Ten times what mail programs show: what makes more of a text was made to do so. */
const MAX_HTML_LENGTH = 1_000_000

export type NamesAsked = Site & { content: string; plays: boolean }
export type LetterNames = ReturnType<typeof namesOf>

/** The contents and the pictures that a letter names: what the database is asked before it is written out. */
export function namesOf({ content, plays, ...site }: NamesAsked) {
  const blocks = toBlocks(content, site, plays)
  return { contents: contentsOf(blocks), pictures: blocks.flatMap(picturesOf) }
}

const contentsOf = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.kind === "card" ? [block.content] : []))

/** The addresses of the pictures that a block shows. */
function picturesOf(block: Block): string[] {
  if (block.kind === "picture") return [block.src]
  if (block.kind !== "flow") return []
  return block.tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "image")
    .map((image) => String(image.attrGet("src") ?? ""))
}

export type MailAsked = { content: string; known: Known; look: MailLook }
export type LetterMail = ReturnType<typeof mailOf>

/** Its bodies for mail programs, and what somebody should know of them before they leave. */
export function mailOf({ content, known, look }: MailAsked) {
  const blocks = toBlocks(content, known)
  const html = blocksHtml(blocks, look, known)
  return {
    html: withoutPlaces(html.length > MAX_HTML_LENGTH ? toPlainHtml(content) : html),
    text: withoutPlaces(blocksText(blocks, known)),
    links: linksOf(blocks, known),
    pictures: blocks.flatMap(picturesOf),
    nameless: namelessPictures(blocks, known),
    missing: contentsOf(blocks).filter(({ path }) => !known.cards.has(path)),
  }
}

/** Where a letter leads to, in full, and by which words; cards are looked at by themselves. */
function linksOf(blocks: Block[], { publicUrl }: Known): LetterLink[] {
  const links = blocks.flatMap((block): LetterLink[] => {
    if (block.kind === "button") return [{ href: block.href, words: block.label }]
    if (block.kind === "picture") return block.href ? [{ href: block.href, words: "" }] : []
    return block.kind === "flow" ? block.tokens.flatMap(({ children }) => inlineLinks(children ?? [])) : []
  })
  return links.map(({ href, words }) => ({ href: wholeAddress(href, publicUrl), words }))
}

function inlineLinks(tokens: Token[]) {
  const links: LetterLink[] = []
  let open = -1
  for (const [index, token] of tokens.entries()) {
    if (token.type === "link_open") open = index
    if (token.type !== "link_close" || open === -1) continue
    const link = tokens[open]
    const href = String(link?.attrGet("href") ?? "")
    // An address shown as itself says where it leads.
    const words = link?.info === "auto" ? "" : textOf(tokens.slice(open + 1, index))
    if (href) links.push({ href, words })
    open = -1
  }
  return links
}

/** The addresses of the pictures of which neither the letter nor the library says anything. */
function namelessPictures(blocks: Block[], { pictures }: Known) {
  const all = blocks.flatMap((block) => {
    if (block.kind === "picture") return [{ src: block.src, alt: block.alt }]
    if (block.kind !== "flow") return []
    return block.tokens
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === "image")
      .map((image) => ({ src: String(image.attrGet("src") ?? ""), alt: textOf(image.children ?? []) }))
  })
  return all
    .filter(({ src, alt }) => src && !alt.trim() && !pictures.get(mediaKey(src) ?? "")?.alt)
    .map(({ src }) => src)
}

export type SiteAsked = { content: string; known: Known }

/** Its body as safe HTML for pages of the site. */
export function siteHtmlOf({ content, known }: SiteAsked) {
  const blocks = toBlocks(content, known, true)
  const html = blocks.map((block) => blockForSite(block, known.cards)).join("")
  return html.length > MAX_HTML_LENGTH ? toPlainHtml(content) : html
}

function blockForSite(block: Block, cards: ReadonlyMap<string, Card>) {
  if (block.kind === "flow")
    return markdown.renderer.render(block.tokens, markdown.options, { prefix: "lettre" })
  if (block.kind === "button")
    return `<p><a class="button button-ink" href="${escapeHtml(block.href)}" rel="noopener">${escapeHtml(block.label)}</a></p>\n`
  if (block.kind === "picture") {
    // As `renderMarkdown` writes one, so that it gets its sizes.
    const image = `<img src="${escapeHtml(block.src)}" alt="${escapeHtml(block.alt)}" loading="lazy" decoding="async" referrerpolicy="no-referrer" />`
    return `<p>${block.href === undefined ? image : `<a href="${escapeHtml(block.href)}" rel="noopener">${image}</a>`}</p>\n`
  }
  const card = cards.get(block.content.path)
  return card ? cardForSite(card) : ""
}

function cardForSite({ title, address, about, excerpt, action, pictureUrl }: Card) {
  const href = escapeHtml(address)
  const image = pictureUrl
    ? `<img src="${escapeHtml(pictureUrl)}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />`
    : ""
  return (
    `<div class="letter-card">${image}<p class="letter-card-title"><a href="${href}">${escapeHtml(title)}</a></p>` +
    (about ? `<p class="letter-card-about">${escapeHtml(about)}</p>` : "") +
    (excerpt ? `<p>${escapeHtml(excerpt)}</p>` : "") +
    `<p><a class="button button-ink" href="${href}">${escapeHtml(action)}</a></p></div>\n`
  )
}
