import { decodeHTML } from "entities"
import { Marked } from "marked"
import sanitizeHtml from "sanitize-html"

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // Raw HTML is shown as the text it is.
    html: (token) =>
      "block" in token && token.block ? `<p>${escapeHtml(token.text.trim())}</p>\n` : escapeHtml(token.text),
    // The page's own title is its only first-level heading.
    heading({ tokens, depth }) {
      const level = Math.max(depth, 2)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
    },
  },
})

const SAFE: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code", "ul", "ol", "li"],
    ...["strong", "em", "del", "a", "img", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "loading", "decoding", "referrerpolicy"],
    ol: ["start"],
    th: ["align"],
    td: ["align"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: "noopener" } }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, loading: "lazy", decoding: "async", referrerpolicy: "no-referrer" },
    }),
  },
}

/** How many texts are remembered in each form: the contents of the pages people read now. */
const REMEMBERED = 500

/**
 * Markdown as safe HTML: line breaks kept, raw HTML shown as text, only `http:`, `https:` and `mailto:` links.
 *
 * @param markdown a description or content as the hosts (or a feed) wrote it
 */
export const renderMarkdown = remember((markdown: string) =>
  sanitizeHtml(marked.parse(markdown, { async: false }), SAFE),
)

/**
 * Markdown as one line of plain text, for cards and descriptions.
 *
 * @param maxLength in characters; a longer text is cut at a word and ends with an ellipsis
 */
export const toPlainText = remember((markdown: string, maxLength: number) => {
  // A card never needs more of a long text than this; what follows would be rendered for nothing.
  const isWhole = markdown.length <= maxLength * 4
  const start = isWhole ? markdown : cutAt(markdown, maxLength * 4).replace(UNFINISHED_LINK, "")
  const html = marked.parse(start, { async: false })
  const spaced = html.replace(/<(br|\/p|\/h\d|\/li|\/t[dh])>/g, " ").replace(/<[^>]*>/g, "")
  // Not \s: the no-break spaces of French punctuation stay.
  const text = decodeHTML(spaced)
    .replace(/[ \t\r\n]+/g, " ")
    .trim()
  if (text.length <= maxLength) return isWhole ? text : `${text}…`
  const cut = cutAt(text, maxLength)
  const lastWord = cut.lastIndexOf(" ")
  return `${cut.slice(0, lastWord > maxLength / 2 ? lastWord : maxLength).trimEnd()}…`
})

const UNFINISHED_LINK = /!?\[[^\]]*\]\([^)]*$/

/** Not in the middle of an emoji. */
function cutAt(text: string, length: number) {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "")
}

/** Rendering depends on the text alone, so a text is rendered once while it is among the latest. */
function remember<Rest extends (string | number)[]>(render: (markdown: string, ...rest: Rest) => string) {
  const known = new Map<string, string>()
  return (markdown: string, ...rest: Rest) => {
    const key = `${rest.join()}:${markdown}`
    const text = known.get(key) ?? render(markdown, ...rest)
    known.delete(key)
    known.set(key, text)
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    return text
  }
}

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
