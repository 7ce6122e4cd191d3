import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import type { Block } from "./letter-blocks.ts"
import { flowHtml } from "./mail-html.ts"
import { type MailLook, POSTER, READING } from "./mail-look.ts"
import { type ShownPicture, shownPicture, TEXT_WIDTH, wholeAddress } from "./mail-picture.ts"
import type { Card, Known } from "./written-letter.ts"

/** The body of a letter as mail programs show it. */
export function blocksHtml(blocks: Block[], look: MailLook, known: Known) {
  return blocks.map((block) => blockHtml(block, look, known)).join("")
}

function blockHtml(block: Block, look: MailLook, known: Known) {
  if (block.kind === "flow") return flowHtml(block.tokens, look, known)
  if (block.kind === "button") return button(block.href, block.label, look, known)
  if (block.kind === "picture") {
    const picture = image(shownPicture(block.src, block.alt, known))
    return `<p style="margin:0 0 18px;">${block.href === undefined ? picture : linked(block.href, picture, look, known)}</p>\n`
  }
  const card = known.cards.get(block.content.path)
  if (card) return cardHtml(card, look, known)
  // Gone, or not to be seen by everybody: whoever checks the letter is told.
  const address = escapeHtml(wholeAddress(block.content.path, known.publicUrl))
  return `<p class="c-text" style="margin:0 0 18px;font-family:${READING};font-size:17px;line-height:1.55;color:${look.light.text};"><a class="c-link" href="${address}" style="color:${look.light.link};">${address}</a></p>\n`
}

function button(href: string, label: string, look: MailLook, known: Known) {
  const { ground, text } = look.button
  // Word knows no padding of links, but that of cells.
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;"><tr>` +
    `<td bgcolor="${ground}" style="background-color:${ground};mso-padding-alt:13px 24px;">` +
    `<a href="${escapeHtml(wholeAddress(href, known.publicUrl))}" style="display:inline-block;padding:13px 24px;font-family:${READING};font-size:17px;line-height:1.2;font-weight:bold;color:${text};text-decoration:none;">${escapeHtml(label)}</a>` +
    `</td></tr></table>\n`
  )
}

function cardHtml(card: Card, look: MailLook, known: Known) {
  const { light } = look
  const address = escapeHtml(card.address)
  // Where pictures are not shown, its words are the title's.
  const picture = card.pictureUrl
    ? linked(
        card.address,
        image({ ...shownPicture(card.pictureUrl, "", known, TEXT_WIDTH - 2), alt: card.title }),
        look,
        known,
      )
    : ""
  const about = card.about
    ? `<p class="c-dim" style="margin:0 0 8px;font-family:${READING};font-size:14px;line-height:1.4;color:${light.dim};">${escapeHtml(card.about)}</p>`
    : ""
  const excerpt = card.excerpt
    ? `<p class="c-text" style="margin:0 0 14px;font-family:${READING};font-size:16px;line-height:1.5;color:${light.text};">${escapeHtml(card.excerpt)}</p>`
    : ""
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" class="c-line" style="margin:0 0 22px;width:100%;border:1px solid ${light.line};">` +
    (picture ? `<tr><td style="font-size:0;line-height:0;">${picture}</td></tr>` : "") +
    `<tr><td style="padding:16px 18px 2px;">${about}` +
    `<p style="margin:0 0 10px;font-family:${POSTER};font-size:23px;line-height:1.2;font-weight:bold;"><a class="c-text" href="${address}" style="color:${light.text};text-decoration:none;">${escapeHtml(card.title)}</a></p>` +
    `${excerpt}${button(card.address, card.action, look, known)}</td></tr></table>\n`
  )
}

function linked(href: string, html: string, { light }: MailLook, known: Known) {
  const address = escapeHtml(wholeAddress(href, known.publicUrl))
  return `<a class="c-link" href="${address}" style="color:${light.link};">${html}</a>`
}

/**
 * As wide as the text, or as it is where that is less. Word goes by the attribute, all others by the style; where the picture's
 * own size is unknown, only Word makes a small one larger.
 */
function image({ src, alt, size }: ShownPicture) {
  const attributes = size ? `width="${size.width}" height="${size.height}"` : `width="${TEXT_WIDTH}"`
  const width = size ? `width:100%;max-width:${size.width}px;` : "width:auto;max-width:100%;"
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" ${attributes} style="display:block;${width}height:auto;border:0;font-family:${READING};font-size:15px;line-height:1.4;" />`
}
