import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"
import {
  createElement,
  elementsIn,
  hasClass,
  type HtmlElement,
  textIn,
} from "#app/kit/lib/from-html/html-tree.ts"
import { playedAddress } from "#app/kit/lib/from-html/places-in-html.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { originalPicture, pictureOf } from "./pictures.ts"

/** What is taken out of a post. */
type Found = {
  /** Of its own sound, empty where it has none. */
  sound: string
  /** How many forms and buttons of Substack stood in it. */
  dropped: number
}

/**
 * Writes what Substack has names for as what any article has: pictures where they are, links, players, quotations.
 *
 * @param isEpisode whether the first sound is the post's own, whose player goes
 * @param isForAll whether all of it was to be seen by everybody
 */
export function rewriteMarkup(
  root: HtmlElement,
  { isEpisode, isForAll }: Record<"isEpisode" | "isForAll", boolean>,
) {
  const found: Found = { sound: "", dropped: 0 }

  function visit({ children }: HtmlElement) {
    for (const child of children) if (typeof child !== "string" && !rewrite(child)) visit(child)
  }

  /** @returns whether nothing in it is of interest any more */
  function rewrite(element: HtmlElement) {
    if (element.name === "img") return picture(element)
    if (element.name === "audio" && isEpisode && found.sound === "") return own(element)
    for (const name of (element.attributes.class ?? "").split(/\s+/, MAX_CLASSES)) {
      if (DROPPED.has(name) || (name === "button-wrapper" && !leadsElsewhere(element))) {
        found.dropped += 1
        return replace(element)
      }
      if (name === "paywall-jump") return isForAll ? replace(element) : lost(element, PAYWALL)
      const write = REWRITES.get(name)
      if (write?.(element)) return true
    }
    return false
  }

  function own(player: HtmlElement) {
    const sources = [player, ...elementsIn(player)].map(({ attributes }) => httpUrl(attributes.src))
    found.sound = sources.find(Boolean) ?? ""
    return found.sound !== "" && replace(player)
  }

  visit(root)
  return found
}

/** What an element is that only tells what is lost. */
export const lostMarkup = ({ name, attributes }: HtmlElement) =>
  name === LOST ? attributes["data-what"] : undefined

type Rewrite = (element: HtmlElement) => boolean

function replace(element: HtmlElement, children: HtmlElement["children"] = []) {
  element.name = "div"
  element.attributes = {}
  element.children = children
  return true
}

function lost(element: HtmlElement, what: string) {
  element.name = LOST
  element.attributes = { "data-what": what }
  element.children = []
  return true
}

function picture(element: HtmlElement) {
  const { alt, ...said } = element.attributes
  const facts = attrsOf(element)
  const src = pictureOf([text(facts, "src"), said.src ?? "", ...addressesIn(said.srcset)])
  const { width = "", height = "", class: classes = "" } = said
  element.attributes = { src, alt: alt || text(facts, "alt"), width, height, class: classes }
  return true
}

const addressesIn = (set = "") =>
  set
    .slice(0, MAX_FACTS)
    .split(/,\s+|\s+/)
    .filter((part) => part.startsWith("http"))

/** Where it only leads to itself in large, a picture is no link. */
const pictureLink: Rewrite = (element) => {
  const href = element.attributes.href ?? ""
  if (originalPicture(href) !== href || STORE.test(href)) element.name = "span"
  return false
}

const gallery: Rewrite = (element) => {
  const facts = inside(attrsOf(element), "gallery")
  const { images } = facts
  const pictures = (Array.isArray(images) ? images : []).slice(0, MAX_PICTURES).flatMap((one: unknown) => {
    const src = pictureOf([text(recordOf(one), "src")])
    return src ? [createElement("img", null, { src, alt: text(facts, "alt") })] : []
  })
  if (pictures.length === 0) return lost(element, "galerie")
  const caption = createElement("p", null)
  caption.children = [text(facts, "caption")]
  return replace(element, [...pictures, caption])
}

const oldPicture: Rewrite = (element) => {
  const facts = attrsOf(element)
  const src = pictureOf([text(facts, "src")])
  return src !== "" && replace(element, [createElement("img", null, { src, alt: text(facts, "title") })])
}

/** What another site shows: its address alone on a line where it plays here, else a link by its title. */
const embed: Rewrite = (element) => {
  const facts = attrsOf(element)
  const within = elementsIn(element).flatMap(({ name, attributes: { src, href } }) =>
    name === "iframe" ? [src] : name === "a" ? [href] : [],
  )
  const { src } = element.attributes
  const named = ["url", "canonical_url", "targetUrl"].map((name) => text(facts, name))
  const address = [filmOf(element, facts), ...named, src, ...within].map((one) => httpUrl(one)).find(Boolean)
  if (!address) return false
  const played = playedAddress(address)
  if (played) return replace(element, [createElement("iframe", null, { src: played })])
  return replace(element, [linkTo(address, text(facts, "title"))])
}

function filmOf(element: HtmlElement, facts: Facts) {
  const id = text(facts, "videoId")
  if (!/^[\w-]{5,20}$/.test(id)) return undefined
  if (hasClass(element, VIMEO)) return `https://vimeo.com/${id}`
  const start = /^\d{1,6}/.exec(text(facts, "startTime"))?.[0]
  return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ""}`
}

function linkTo(href: string, title: string) {
  const line = createElement("p", null)
  createElement("a", line, { href }).children = [title.replace(/\s+/g, " ").trim() || href]
  return line
}

const attachment: Rewrite = (element) => {
  const inner = elementsIn(element)
  const href = httpUrl(inner.find(({ name }) => name === "a")?.attributes.href)
  const title = inner.find((one) => hasClass(one, ATTACHED))
  return href !== null && replace(element, [linkTo(href, title ? textIn(title, 200) : "")])
}

/** Of what Substack keeps itself, an export only says that it was there; a player in it is read as one. */
const kept =
  (what: string): Rewrite =>
  (element) =>
    elementsIn(element).some(({ name }) => ["audio", "video"].includes(name)) ? false : lost(element, what)

const formula: Rewrite = (element) => {
  const code = createElement("code", null)
  code.children = [text(attrsOf(element), "persistentExpression") || textIn(element, 1_000)]
  return replace(element, [code])
}

const pullquote: Rewrite = (element) => {
  element.name = "blockquote"
  return false
}

function leadsElsewhere(element: HtmlElement) {
  const link = elementsIn(element).find(({ name }) => name === "a")
  const href = httpUrl(link?.attributes.href)
  return href !== null && !OWN_BUTTON.test(href)
}

type Facts = Record<string, unknown>

/** What Substack's editor keeps of an element; nothing where it is no JSON. */
function attrsOf({ attributes }: HtmlElement): Facts {
  const written = attributes["data-attrs"] ?? ""
  if (written === "" || written.length > MAX_FACTS) return {}
  try {
    // Some are escaped twice.
    return recordOf(JSON.parse(written.startsWith("{&") ? decodeEntities(written) : written))
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const recordOf = (value: unknown): Facts =>
  typeof value === "object" && value !== null ? (value as Facts) : {}
const valueOf = (facts: Facts, name: string) => (Object.hasOwn(facts, name) ? facts[name] : undefined)
const inside = (facts: Facts, name: string) => recordOf(valueOf(facts, name))
const text = (facts: Facts, name: string) => {
  const value = valueOf(facts, name)
  return typeof value === "string" ? value : ""
}

const LOST = "substack-lost"
const PAYWALL = "limite de ce que tout le monde lisait"
const MAX_CLASSES = 50
const MAX_FACTS = 50_000
const MAX_PICTURES = 100
const VIMEO = new Set(["vimeo-wrap"])
const ATTACHED = new Set(["file-embed-details-h1"])
const STORE = /^https:\/\/[\w-]{1,80}\.s3\.amazonaws\.com\/public\/images\//
const OWN_BUTTON =
  /[?&](?:action=share|gift=true)|\/(?:subscribe|comments|leaderboard|chat)\/?(?:[?#]|$)|%%|\/(?:open\.)?substack\.com\/(?:refer|app|chat)/i
const DROPPED = new Set(
  "subscription-widget-wrap subscription-widget-wrap-editor subscription-widget subscribe-widget captioned-button-wrap community-chat install-substack-app-embed directMessage".split(
    " ",
  ),
)
const SILENT = "image-link-expand header-anchor-parent hide-text"
const EMBEDS =
  "youtube-wrap vimeo-wrap spotify-wrap soundcloud-wrap apple-podcast-container tweet twitter-embed instagram tiktok-wrap bluesky-wrap embedded-post-wrap embedded-publication-wrap digest-post-embed"
const REWRITES = new Map<string, Rewrite>([
  ["image-link", pictureLink],
  ["image-gallery-embed", gallery],
  ["image3", oldPicture],
  ["file-embed-wrapper", attachment],
  ["native-video-embed", kept("film déposé chez Substack")],
  ["native-audio-embed", kept("son déposé chez Substack")],
  ["poll-embed", (element) => lost(element, "sondage")],
  ["comment", (element) => lost(element, "commentaire cité")],
  ["latex-rendered", formula],
  ["pullquote", pullquote],
  ...SILENT.split(" ").map((name) => [name, (element: HtmlElement) => replace(element)] as const),
  ...EMBEDS.split(" ").map((name) => [name, embed] as const),
])
