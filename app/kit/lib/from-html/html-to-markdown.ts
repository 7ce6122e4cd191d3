import { Parser } from "htmlparser2"
import { shownElement } from "./emphasis.ts"
import { cleanCharacters, decodeEntities, protectAmpersands, stripTags } from "./html-texts.ts"
import { createMarkdownBuilder } from "./markdown-builder.ts"
import { plainToMarkdown } from "./markdown-escape.ts"
import type { Attributes } from "./html-tree.ts"
import { isShown } from "./places-in-html.ts"
import { httpUrl, linkTarget } from "./safe-urls.ts"

/**
 * The Markdown of a description, plain or HTML (escaped once more too), and its first image that is no tracker. Whole articles, with
 * all that is in them: `articleToMarkdown`.
 * Never throws, and takes linear time. Not Turndown: measured, it needs 22 s for 10,000 descriptions of 3 kB and 15 s
 * for one of 40 kB that is mostly spaces, and 2,000 nested tags overflow its stack.
 */
export function htmlToMarkdown(source: string): { markdown: string; image: string | null } {
  const text = cleanCharacters(source).trim()
  if (HTML.test(text)) return convert(text)
  const decoded = cleanCharacters(decodeEntities(text)).trim()
  // "&lt;p&gt;…" inside CDATA: some publishing tools escape twice. A text that only speaks of tags shows them.
  if (ESCAPED_TWICE.test(decoded)) return convert(decoded)
  return { markdown: plainToMarkdown(decoded), image: null }
}

function convert(html: string) {
  const builder = createMarkdownBuilder({ keepNewlines: !/<br\b/i.test(html) })
  let image: string | null = null
  /** What each open element is shown as. */
  const open: string[] = []
  let dropped = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      const name = shownElement(tag, attributes.style)
      open.push(name)
      if (open.length > MAX_DEPTH) parser.pause()
      if (DROPPED.has(name)) dropped += 1
      else if (name === "img") image ??= shownImage(attributes)
      else if (dropped === 0) builder.open(name, linkTarget(attributes.href), attributes.start)
    },
    ontext(text) {
      if (dropped === 0) builder.text(cleanCharacters(text))
    },
    onclosetag(tag) {
      const name = open.pop() ?? tag
      if (DROPPED.has(name)) dropped -= 1
      else if (dropped === 0) builder.close(name)
    },
  })
  parser.end(protectAmpersands(html))
  // Nobody writes that deep by hand; what is inside is still text.
  if (open.length > MAX_DEPTH) return { markdown: plainToMarkdown(decodeEntities(stripTags(html))), image }
  return { markdown: builder.end(), image }
}

const shownImage = (picture: Attributes) => (isShown(picture) ? httpUrl(picture.src) : null)

const MAX_DEPTH = 200

const HTML =
  /<(?:\/?(?:p|br|a|b|i|u|s|em|strong|span|div|ul|ol|li|img|h[1-6]|blockquote|hr|iframe|script|style|table|tr|td|figure|font|center|small|sup|sub|code|pre|section|article|dl|dt|dd|video|audio|cite|q|mark|del|ins|svg|object|embed|form|html|body|head)(?=[\s/>])|!--)/i

const ESCAPED_TWICE =
  /^<(?:p|div|ul|ol|h[1-6]|img|blockquote|figure|table|section|article|center|html|body|!--)(?=[\s/>-])|^<(b|i|u|em|strong|span|font)(?=[\s>])[^]*<\/\1>|<br(?=[\s/>])|<\/(?:p|div|ul|ol|li|a|h[1-6]|blockquote|table)\s{0,9}>/i

const DROPPED = new Set(
  "script style iframe object embed video audio svg noscript select textarea button template head canvas".split(
    " ",
  ),
)
