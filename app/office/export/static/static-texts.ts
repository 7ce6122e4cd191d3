import { DomUtils, parseDocument } from "htmlparser2"
import { REPLY_TO } from "#app/audience/comments/comment-addresses.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { escapePath, ownAddress, placeOf, relativeTo, type Sites } from "./static-places.ts"

/** A text of the site as its copy has it, and the site's addresses that it leads to. */
export type StaticText = { text: string; addresses: string[] }

/** Where a text stands. */
export type Standing = {
  sites: Sites
  /** The site's address of it. */
  address: string
  place: string
  /** What leads from it to the copy's first page; by default what does so from its place. */
  root?: string
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Parent = ReturnType<typeof parseDocument> | Element

/**
 * A page of the site as a file that runs nothing and asks nobody: what stands there for browsers without scripts stands there for all.
 *
 * @param note said at the page's end
 */
export function toStaticPage(html: string, standing: Standing, note: string): StaticText {
  const document = parseDocument(html)
  const links = createLinks(standing)
  // A player within pages of others is whole in itself, its scripts included, and asks for nothing.
  if (!standing.place.startsWith("embed/")) {
    for (const element of elementsOf(document).filter(isLive)) DomUtils.removeElement(element)
    for (const element of DomUtils.getElementsByTagName("noscript", document)) unwrap(element)
    for (const element of DomUtils.getElementsByTagName("time", document)) dateMoment(element)
    sign(document, note)
  }
  for (const element of elementsOf(document)) {
    if (element.name === "a" && links.isLeftOut(element.attribs.href ?? "")) takeOut(element)
    else rewrite(element, links)
  }
  return links.toText(DomUtils.getOuterHTML(document, { encodeEntities: "utf8" }))
}

/** A stylesheet, which can tell no longer whether there are scripts: there are none. */
export function toStaticStyles(css: string, standing: Standing): StaticText {
  const links = createLinks(standing)
  return links.toText(stylesOf(css, links))
}

/** A feed, or another text for programs, which has whole addresses. */
export function toStaticFeed(text: string, standing: Standing): StaticText {
  const { toText, isLeftOut } = createLinks(standing)
  // Of the list of pages, those that the copy has.
  return toText(text.replaceAll(LISTED, (listed, told: string) => (isLeftOut(told) ? "" : listed)))
}

const LISTED = /<url><loc>([^<]*)<\/loc>.*?<\/url>\n?/g

/** A file that leads on, where a server would have. @param to a place's address, as a link of this page has it */
export function forwardingPage(to: string) {
  const href = escapeHtml(to)
  return `<!DOCTYPE html>
<html lang="fr">
<meta charset="utf-8">
<title>Cette page est ailleurs</title>
<link rel="canonical" href="${href}">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${href}">
<p><a href="${href}">Cette page est ailleurs</a></p>
`
}

const elementsOf = (parent: Parent) => DomUtils.getElementsByTagName("*", parent)

/** What does something by scripts, or asks the site for something. */
function isLive(element: Element) {
  const { name, attribs } = element
  if (name === "script") return attribs.type !== "application/ld+json"
  if (name === "link")
    return (
      /^(?:manifest|modulepreload|search)$/.test(attribs.rel ?? "") ||
      attribs.as === "script" ||
      attribs.type === "application/json+oembed"
    )
  if (name === "button") return "data-scripted" in attribs
  // The bar that goes along with visitors has no sound yet.
  if (name === "audio") return !("src" in attribs)
  return (
    name === "form" ||
    attribs["aria-labelledby"] === "cloche" ||
    (attribs.id === DISCUSSION && isSilent(element))
  )
}

const DISCUSSION = "commentaires"

/** Nobody will say anything there. */
const isSilent = (discussion: Element) => DomUtils.getElementsByTagName("li", discussion).length === 0

/** How long ago something was is true for a day. */
function dateMoment({ attribs, children: [text] }: Element) {
  const date = new Date(attribs.datetime ?? "")
  if (text && "data" in text && /^il y a/i.test(text.data) && !Number.isNaN(date.getTime()))
    text.data = formatLongDate(date)
}

function unwrap(element: Element) {
  for (const child of element.children) DomUtils.prepend(element, child)
  DomUtils.removeElement(element)
}

/** A link to what the copy has not: what is said in a text stays, and what only leads there goes. */
function takeOut(link: Element) {
  const { parent } = link
  const isEntry = parent && "name" in parent && parent.name === "li"
  const isButton = /\bbutton\b/.test(link.attribs.class ?? "") || DomUtils.textContent(link).trim() === ""
  if (isEntry) DomUtils.removeElement(parent)
  else if (isButton || link.attribs.href?.includes(`${REPLY_TO}=`)) DomUtils.removeElement(link)
  else unwrap(link)
}

type Links = ReturnType<typeof createLinks>

function rewrite({ name, attribs, children }: Element, links: Links) {
  for (const attribute of ["href", "src", "poster"]) {
    const told = attribs[attribute]
    if (told !== undefined && attribs.rel !== "canonical") attribs[attribute] = links.lead(told)
  }
  for (const attribute of ["srcset", "imagesrcset"]) {
    const told = attribs[attribute]?.replaceAll(
      /(^|,)(\s*)(\S+)/g,
      (_all, comma: string, space: string, one: string) => comma + space + links.lead(one),
    )
    if (told !== undefined) attribs[attribute] = told
  }
  if (attribs.style !== undefined) attribs.style = stylesOf(attribs.style, links)
  const [text] = children
  if (name === "style" && text && "data" in text) text.data = stylesOf(text.data, links)
}

/** All that styles of ours name begins at the site's root; a drawing within them may name parts of its own. */
function stylesOf(css: string, { lead }: Links) {
  return css
    .replaceAll(
      /url\(\s*(["']?)(\/[^"')]+)\1\s*\)/g,
      (_all, quote: string, told: string) => `url(${quote}${lead(told)}${quote})`,
    )
    .replaceAll(/\(\s*scripting\s*:\s*none\s*\)/g, "(min-width:0px)")
    .replaceAll(/\(\s*scripting\s*:\s*enabled\s*\)/g, "(max-width:0px)")
}

/** What a page says of the copy that it is in, below all else. */
function sign(document: Parent, note: string) {
  const [footer] = DomUtils.getElementsByTagName("footer", document).slice(-1)
  const last = footer && DomUtils.getElementsByTagName("p", footer).at(-1)
  const said = `<p class="${escapeHtml(last?.attribs.class ?? "")}">${escapeHtml(note)}</p>`
  for (const element of parseDocument(said).children) if (last) DomUtils.append(last, element)
}

/** Turns the site's addresses into the copy's, and keeps in mind which they were. */
function createLinks({ sites, address, place, root }: Standing) {
  const found = new Set<string>()
  const find = (told: string) => {
    const own = ownAddress(told.replaceAll("&amp;", "&"), address, sites)
    const to = own && placeOf(own.address)
    if (!own || to === undefined) return undefined
    found.add(own.address)
    return { to, hash: own.hash }
  }
  // Not another site's address that begins alike, nor the end of a sentence.
  const whole = new RegExp(
    String.raw`${RegExp.escape(sites.publicUrl)}(?![\w.:@-])(/(?:(?:[^\s"'<>&\\]|&amp;)*[^\s"'<>&\\.,;:!?)])?)?`,
    "g",
  )
  return {
    lead(told: string) {
      if (told === "" || told.startsWith("#")) return told
      const own = find(told)
      if (!own) return told
      return (root === undefined ? relativeTo(place, own.to) : root + escapePath(own.to)) + own.hash
    },
    isLeftOut(told: string) {
      const own = ownAddress(told, address, sites)
      return own !== undefined && (placeOf(own.address) === undefined || told.includes(`${REPLY_TO}=`))
    },
    /** With all whole addresses of the site, as programs elsewhere need them, at the copy's. */
    toText(text: string): StaticText {
      const moved = text.replaceAll(whole, (_all, path = "") => {
        const own = find(sites.publicUrl + path)
        return sites.address + (own && path.includes("?") ? `/${escapePath(own.to)}${own.hash}` : path)
      })
      return { text: moved, addresses: [...found] }
    },
  }
}
