import { allIllustrated } from "#app/content/illustrated.server.ts"
import { escapeHtml } from "#app/lib/escape-html.ts"
import { markdown } from "#app/lib/markdown/parser.ts"
import { toPlainHtml } from "#app/lib/markdown/render.ts"
import type { Block } from "./letter-blocks.ts"
import { readLetter } from "./read-letter.server.ts"
import type { Card } from "./written-letter.ts"

/** A letter's content as safe HTML for pages of the site: what everybody may read, without anything personal. */
export async function renderLetterForSite(content: string) {
  const { blocks, known } = await readLetter(content, { plays: true })
  const html = blocks.map((block) => blockForSite(block, known.cards)).join("")
  if (html.length > MAX_HTML_LENGTH) return toPlainHtml(content)
  const [shown = ""] = await allIllustrated([html])
  return shown
}

/** A page of this size is sent in a moment. */
const MAX_HTML_LENGTH = 1_000_000

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
