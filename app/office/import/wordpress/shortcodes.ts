import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"
import { audioLine, podcastPlayer } from "./players.ts"
import { placeLosses } from "./places.ts"

type Token = {
  start: number
  end: number
  name: string
  isClosing: boolean
  attributes: string
  partner?: Token
  /** Of one that is spoken of, as « [[gallery]] ». */
  words?: string
}
type Attributes = Map<string, string>

/**
 * Writes out a text's shortcodes as HTML: galleries, captions, sounds and films, addresses to embed. Of those that nobody knows here
 * the inner text stays, and they are told; nothing is ever run. Linear, however they nest.
 *
 * @param sound what the text is an episode of: its players need not be in it
 */
export function expandShortcodes(html: string, sound: string | null) {
  const pieces: string[] = []
  const unknown: { what: string; at: number }[] = []
  /** Inside of a caption whose picture has not come yet: what follows it is the caption's words. */
  let awaited = false
  let isInCaption = false
  let from = 0

  function text(piece: string) {
    const picture = awaited ? PICTURE.exec(piece) : null
    if (!picture) return pieces.push(piece)
    awaited = false
    const end = picture.index + picture[0].length
    return pieces.push(piece.slice(0, end), "<figcaption>", piece.slice(end))
  }

  function openCaption(attributes: Attributes) {
    if (isInCaption) return ""
    awaited = true
    isInCaption = true
    const words = attributes.get("caption")
    return words === undefined ? "\n\n<figure>" : `\n\n<figure><figcaption>${words}</figcaption>`
  }

  function closeCaption() {
    if (!isInCaption) return ""
    const closing = awaited ? "</figure>\n\n" : "</figcaption></figure>\n\n"
    awaited = false
    isInCaption = false
    return closing
  }

  function lost(what: string, { start }: Token) {
    unknown.push({ what, at: start })
    return ""
  }

  function expand(token: Token): string {
    const { name, isClosing } = token
    if (token.words !== undefined) return token.words
    if (/^(wp_)?caption$/.test(name) && token.partner)
      return isClosing ? closeCaption() : openCaption(attributesOf(token.attributes))
    if (name === "embed" && token.partner) return isClosing ? "</p>\n\n" : "\n\n<p>"
    if (isClosing) return ""
    const attributes = attributesOf(token.attributes)
    if (name === "gallery")
      return galleryOf(attributes.get("ids") ?? "") || lost("galerie sans images choisies", token)
    if (name === "audio" || name === "video") return audioLine(sourceOf(attributes), sound)
    if (podcastPlayer(name)) return sound === null ? lost("lecteur de podcast", token) : ""
    return SILENT.has(name) ? "" : lost(`code court [${name}]`, token)
  }

  for (const token of shortcodesIn(html)) {
    text(html.slice(from, token.start))
    pieces.push(expand(token))
    from = token.end
  }
  text(html.slice(from))
  return { html: pieces.join(""), losses: placeLosses(html, unknown) }
}

/** In the order of the text; those that belong together know each other. */
function shortcodesIn(html: string) {
  const found: Token[] = []
  const open = new Map<string, Token[]>()
  for (const { 0: match, 1: slash, 2: written = "", 3: attributes = "", index } of html.matchAll(BRACKETS)) {
    const end = index + match.length
    const name = written.toLowerCase()
    const token: Token = { start: index, end, name, isClosing: slash === "/", attributes }
    found.push(token)
    if (html[index - 1] === "[" && html[end] === "]") {
      Object.assign(token, { start: index - 1, end: end + 1, words: match })
      continue
    }
    const waiting = open.get(token.name)
    if (token.isClosing) {
      token.partner = waiting?.pop()
      if (token.partner) token.partner.partner = token
    } else if (waiting) waiting.push(token)
    else open.set(token.name, [token])
  }
  return found.filter(isShortcode)
}

/** People write in brackets, too: « [sic] », « [sous-titre] ». */
const isShortcode = ({ name, attributes, partner }: Token) =>
  partner !== undefined ||
  KNOWN.has(name) ||
  SILENT.has(name) ||
  podcastPlayer(name) ||
  name.includes("_") ||
  /^\s+[\w-]{1,50}\s?=/.test(attributes)

export const galleryOf = (ids: string) => {
  const pictures = (ids.slice(0, MAX_IDS).match(/\d{1,15}/g) ?? []).map((id) => `<img src="import:${id}">`)
  return pictures.length === 0 ? "" : `\n\n<div>${pictures.join("")}</div>\n\n`
}

function sourceOf(attributes: Attributes) {
  return SOURCES.map((name) => attributes.get(name)).find(Boolean) ?? ""
}

function attributesOf(text: string): Attributes {
  const pairs = text.slice(0, MAX_ATTRIBUTES).matchAll(ATTRIBUTE)
  return new Map(
    [...pairs].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ""),
    ]),
  )
}

const BRACKETS = /\[(\/?)([a-z][\w-]{0,60})(?![\w-])([^[\]]*)\]/gi
const ATTRIBUTE = /(?<![\w-])([\w-]{1,50})=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g
const PICTURE = /<img\b[^<>]*>(?:\s{0,9}<\/a>)?/i
const MAX_ATTRIBUTES = 5_000
const MAX_IDS = 5_000
const SOURCES = ["src", "mp3", "m4a", "ogg", "oga", "wav", "flac", "mp4", "m4v", "webm", "ogv", "mov", "url"]
const KNOWN = new Set(["gallery", "audio", "video"])
/** What is nothing for readers, or a list that the site makes by itself. */
const SILENT = new Set(["toc", "ez-toc", "lwptoc", "nextpage", "more"])
