import type { Token } from "markdown-it"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { captionOf } from "#app/kit/lib/markdown/captions.ts"
import { textOf } from "./letter-blocks.ts"
import { type MailLook, POSTER, READING } from "./mail-look.ts"
import { shownPicture, wholeAddress } from "./mail-picture.ts"
import type { Known } from "./written-letter.ts"

type Writer = (token: Token, context: Context) => string
type Context = { look: MailLook; known: Known }

/** Running text as mail programs show it: each element carries its own style, and nothing depends on a style sheet. */
export function flowHtml(tokens: Token[], look: MailLook, known: Known) {
  const context = { look, known }
  return tokens.map((token) => write(token, context)).join("")
}

function write(token: Token, context: Context): string {
  // The paragraphs of a list whose items stand close together.
  if (token.hidden) return ""
  if (token.type === "inline") return (token.children ?? []).map((child) => write(child, context)).join("")
  return RULES[token.type]?.(token, context) ?? escapeHtml(token.content)
}

const TEXT = `font-family:${READING};font-size:17px;line-height:1.55;`
const SIZES: Record<string, number> = { h1: 28, h2: 26, h3: 22, h4: 19, h5: 17, h6: 17 }

const textStyle = ({ look }: Context) => `${TEXT}color:${look.light.text};`

const RULES: Record<string, Writer> = {
  // Closer within quotes and lists.
  paragraph_open: ({ level }, context) =>
    `<p class="c-text" style="margin:0 0 ${level > 0 ? 10 : 18}px;${textStyle(context)}">`,
  paragraph_close: () => "</p>\n",
  heading_open: ({ tag }, { look }) =>
    `<${tag} class="c-text" style="margin:28px 0 12px;font-family:${POSTER};font-size:${SIZES[tag]}px;line-height:1.2;font-weight:bold;color:${look.light.text};">`,
  heading_close: ({ tag }) => `</${tag}>\n`,
  bullet_list_open: (token) => `<ul style="${listMargin(token)}padding:0;">\n`,
  bullet_list_close: () => "</ul>\n",
  ordered_list_open: (token) => {
    const start = Number(token.attrGet("start") ?? 1)
    return `<ol${start === 1 ? "" : ` start="${start}"`} style="${listMargin(token)}padding:0;">\n`
  },
  ordered_list_close: () => "</ol>\n",
  list_item_open: (token, context) => {
    // A box says whether it is done; a dot beside it says nothing.
    const mark = token.attrGet("class") === "task" ? "list-style-type:none;" : ""
    return `<li class="c-text" style="margin:0 0 6px;${mark}${textStyle(context)}">`
  },
  list_item_close: () => "</li>\n",
  // Word draws the border and the padding of cells alone.
  blockquote_open: (_, { look }) =>
    `<blockquote style="margin:0 0 18px;"><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;"><tr><td style="padding:10px 0 0 18px;border-left:4px solid ${look.head.rope};">\n`,
  blockquote_close: () => "</td></tr></table></blockquote>\n",
  hr: (_, { look }) =>
    `<hr class="c-line" style="margin:28px 0;border:0;border-top:2px solid ${look.light.line};" />\n`,
  fence: codeBlock,
  code_block: codeBlock,
  table_open: () =>
    `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 18px;width:100%;border-collapse:collapse;">\n`,
  table_close: () => "</table>\n",
  thead_open: () => "<thead>\n",
  thead_close: () => "</thead>\n",
  tbody_open: () => "<tbody>\n",
  tbody_close: () => "</tbody>\n",
  tr_open: () => "<tr>\n",
  tr_close: () => "</tr>\n",
  th_open: (token, context) => cell("th", token, context),
  th_close: () => "</th>\n",
  td_open: (token, context) => cell("td", token, context),
  td_close: () => "</td>\n",
  text: ({ content }) => escapeHtml(content),
  code_inline: ({ content }, { look }) =>
    `<code class="c-raised c-text" style="font-family:Consolas, Menlo, monospace;font-size:15px;background-color:${look.light.raised};color:${look.light.text};">${escapeHtml(content)}</code>`,
  softbreak: () => "<br />\n",
  hardbreak: () => "<br />\n",
  link_open: (token, { look, known }) => {
    const href = token.attrGet("href")
    const style = `color:${look.light.link};text-decoration:underline;`
    // One that was unsafe leads nowhere: its words stay.
    return href
      ? `<a class="c-link" href="${escapeHtml(wholeAddress(String(href), known.publicUrl))}" style="${style}">`
      : "<a>"
  },
  link_close: () => "</a>",
  image: inlinePicture,
  task: ({ meta }) => (meta?.isDone ? "☑ " : "☐ "),
  footnote_reference: ({ meta }) =>
    `<sup style="font-size:12px;line-height:0;">[${Number(meta?.number)}]</sup>`,
  footnotes_open: (_, { look }) =>
    `<hr class="c-line" style="margin:28px 0 16px;border:0;border-top:1px solid ${look.light.line};" />\n<ol style="margin:0 0 18px 28px;padding:0;">\n`,
  footnotes_close: () => "</ol>\n",
  footnote_open: (_, context) => `<li class="c-text" style="margin:0 0 6px;${textStyle(context)}">`,
  footnote_close: () => "</li>\n",
}

for (const [mark, tag] of [
  ["em", "em"],
  ["strong", "strong"],
  ["s", "del"],
] as const) {
  RULES[`${mark}_open`] = () => `<${tag}>`
  RULES[`${mark}_close`] = () => `</${tag}>`
}

/** A list within a list stands closer. By margins: Word knows the padding of cells alone, and would cut off marks and numbers. */
const listMargin = ({ level }: Token) => (level > 0 ? "margin:6px 0 6px 24px;" : "margin:0 0 18px 28px;")

function codeBlock({ content }: Token, { look }: Context) {
  return `<pre class="c-raised c-text" style="margin:0 0 18px;padding:14px;font-family:Consolas, Menlo, monospace;font-size:14px;line-height:1.5;white-space:pre-wrap;word-wrap:break-word;background-color:${look.light.raised};color:${look.light.text};">${escapeHtml(content)}</pre>\n`
}

function cell(tag: "td" | "th", token: Token, context: Context) {
  const align = token.attrGet("align") ?? "left"
  const ground = tag === "th" ? `background-color:${context.look.light.raised};` : ""
  const names = tag === "th" ? "c-text c-line c-raised" : "c-text c-line"
  return `<${tag} align="${escapeHtml(String(align))}" valign="top" class="${names}" style="padding:8px 10px;border:1px solid ${context.look.light.line};${ground}${TEXT}font-size:15px;color:${context.look.light.text};">`
}

function inlinePicture(token: Token, { known }: Context) {
  const src = String(token.attrGet("src") ?? "")
  const alt = textOf(token.children ?? [])
  if (!src) return escapeHtml(alt)
  const picture = shownPicture(src, alt, known)
  const caption = captionOf(token)
  const under = caption ? `<br /><span style="font-size:14px;">${escapeHtml(caption)}</span>` : ""
  const size = picture.size ? ` width="${picture.size.width}" height="${picture.size.height}"` : ""
  return `<img src="${escapeHtml(picture.src)}" alt="${escapeHtml(picture.alt)}"${size} style="max-width:100%;height:auto;border:0;vertical-align:middle;" />${under}`
}
