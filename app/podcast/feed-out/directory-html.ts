// What Apple Podcasts and Spotify show of an episode's description, and how long it may be, tags included:
// https://podcasters.apple.com/support/823-podcast-requirements
const SHOWN = new Set(["p", "br", "ol", "ul", "li", "strong", "em"])
const LONGEST = 4_000

/** A tag, or the text between two: `renderMarkdown` escapes each bracket that belongs to no tag. */
const PIECE = /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>|[^<]+/g
const VOID = new Set(["br", "hr", "img", "input"])
/** The last word, or the last reference, of a text that was cut within it. */
const CUT_WORD = /(?:&[^;\s]{0,12}|[^\s&;]{1,60})$/

/**
 * The HTML of a text for directories of podcasts: the elements that they show, with whole addresses, and no longer than they take.
 *
 * @param html of `renderMarkdown`
 * @param publicUrl what the addresses of this site begin with
 * @returns `isWhole` when it shows all that `html` does
 */
export function directoryHtml(html: string, publicUrl: string, longest = LONGEST) {
  const ends: string[] = []
  let out = ""
  let reserved = 0
  let isWhole = true
  for (const [piece, slash, tag, attributes = ""] of html.matchAll(PIECE)) {
    if (slash) {
      const end = ends.pop() ?? ""
      out += end
      reserved -= end.length
      continue
    }
    if (tag && tag !== "a" && !SHOWN.has(tag)) isWhole = false
    const [start, end] = tag ? tagsFor(tag, attributes, publicUrl) : [piece === "\n" ? "" : piece, ""]
    const room = longest - 1 - out.length - reserved - end.length
    if (start.length > room) {
      const text = tag ? "" : piece.slice(0, Math.max(0, room)).replace(CUT_WORD, "")
      return { html: `${(out + text).trimEnd()}…${ends.reverse().join("")}`, isWhole: false }
    }
    out += start
    if (!tag || VOID.has(tag)) continue
    ends.push(end)
    reserved += end.length
  }
  return { html: out.trim(), isWhole }
}

/** What stands for a tag of the page: where directories show no such thing, something near to it, or only its text. */
function tagsFor(tag: string, attributes: string, publicUrl: string): [start: string, end: string] {
  if (tag === "br") return ["<br>", ""]
  if (SHOWN.has(tag)) return [`<${tag}>`, `</${tag}>`]
  if (/^h[1-6]$/.test(tag)) return ["<p><strong>", "</strong></p>"]
  if (tag === "figcaption") return ["<em>", "</em>"]
  if (tag === "pre" || tag === "tr" || tag === "figure") return ["<p>", "</p>"]
  if (tag === "td" || tag === "th") return ["", " "]
  const [, address = "#"] = /\shref="([^"]*)"/.exec(attributes) ?? []
  // Notes lead to places of a page that is not there.
  return tag === "a" && !address.startsWith("#")
    ? [`<a href="${wholeAddress(address, publicUrl)}">`, "</a>"]
    : ["", ""]
}

/** HTML of a page with addresses that lead there from anywhere. */
export function withWholeAddresses(html: string, publicUrl: string) {
  return html.replace(/(\s(?:href|src)=")([^"]*)"/g, (_, start: string, address: string) => {
    return `${start}${wholeAddress(address, publicUrl)}"`
  })
}

function wholeAddress(address: string, publicUrl: string) {
  return address.startsWith("/") && !address.startsWith("//") ? publicUrl + address : address
}
