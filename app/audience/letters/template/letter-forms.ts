import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { markdown } from "#app/kit/lib/markdown/parser.ts"
import { toPlainHtml } from "#app/kit/lib/markdown/render.ts"
import { type Block, toBlocks } from "./letter-blocks.ts"
import { linksOf, namelessPictures, picturesOf } from "./letter-parts.ts"
import { blocksHtml } from "./mail-blocks.ts"
import type { MailLook } from "./mail-look.ts"
import { blocksText } from "./mail-text.ts"
import { withoutPlaces } from "./personal-links.ts"
import type { Card, Known } from "./written-letter.ts"

// What is made of a letter's content, from its text to its end: long ones in another thread (write-letter.server.ts).

/** Ten times what mail programs show: what makes more of a text was made to do so. */
const MAX_HTML_LENGTH = 1_000_000

export type NamesAsked = { content: string; publicUrl: string; plays: boolean }
export type LetterNames = ReturnType<typeof namesOf>

/** The contents and the pictures that a letter names: what the database is asked before it is written out. */
export function namesOf({ content, publicUrl, plays }: NamesAsked) {
  const blocks = toBlocks(content, publicUrl, plays)
  return { contents: contentsOf(blocks), pictures: blocks.flatMap(picturesOf) }
}

const contentsOf = (blocks: Block[]) =>
  blocks.flatMap((block) => (block.kind === "card" ? [block.content] : []))

export type MailAsked = { content: string; known: Known; look: MailLook }
export type LetterMail = ReturnType<typeof mailOf>

/** Its bodies for mail programs, and what somebody should know of them before they leave. */
export function mailOf({ content, known, look }: MailAsked) {
  const blocks = toBlocks(content, known.publicUrl)
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

export type SiteAsked = { content: string; known: Known }

/** Its body as safe HTML for pages of the site. */
export function siteHtmlOf({ content, known }: SiteAsked) {
  const blocks = toBlocks(content, known.publicUrl, true)
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
