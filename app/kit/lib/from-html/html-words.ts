import type { Mark } from "#app/kit/lib/rich-text/nodes.ts"
import { marksIn, type Place, type Reader } from "./html-reader.ts"
import { elementsIn, hasClass, type HtmlElement, textIn } from "./html-tree.ts"
import { isWayBack } from "./notes-in-html.ts"
import { addressOf } from "./places-in-html.ts"
import { raisedText } from "./raised-signs.ts"
import { linkTarget } from "./safe-urls.ts"

export function link(reader: Reader, element: HtmlElement, place: Place) {
  const labels = reader.notes.labels.get(element)
  if (labels) return references(labels, place)
  if (place.isNote && isWayBack(element)) return
  const { href = "" } = element.attributes
  const target = linkTarget(href) ?? (href.startsWith("#") ? undefined : addressOf(href, reader.options))
  if (href.length > 1 && target === undefined)
    reader.lose(
      href.startsWith("#") ? "lien vers un endroit du texte" : `lien vers ${href.trim().slice(0, 60)}`,
    )
  const marks = marksIn(element, place).filter(({ type }) => type !== "link")
  const mark: Mark[] = target === undefined ? [] : [{ type: "link", attrs: { href: target } }]
  const inner = { ...place, marks: [...marks, ...mark] }
  if (hasClass(element, BOOKMARKS)) bookmark(reader, element, inner)
  else reader.walkAll(element.children, inner)
}

/** Ghost's card of another page: without its pictures, which say nothing of it. */
function bookmark(reader: Reader, element: HtmlElement, place: Place) {
  for (const part of elementsIn(element)) if (hasClass(part, BOOKMARK_WORDS)) reader.block(part, place)
}

function references(labels: string[], { sink }: Place) {
  for (const label of labels) sink.sign({ type: "noteReference", attrs: { label } })
}

export function raised(reader: Reader, element: HtmlElement, place: Place) {
  const labels = reader.notes.labels.get(element)
  if (labels) references(labels, place)
  else if (element.children.some((child) => typeof child !== "string"))
    reader.walkAll(element.children, place)
  else place.sink.text(raisedText(textIn(element), element.name === "sub"), place.marks)
}

export function quoted(reader: Reader, { children }: HtmlElement, place: Place) {
  place.sink.text(place.isQuoted ? "“" : "«\u00a0", place.marks)
  reader.walkAll(children, { ...place, isQuoted: true })
  place.sink.text(place.isQuoted ? "”" : "\u00a0»", place.marks)
}

const BOOKMARKS = new Set(["kg-bookmark-container"])
const BOOKMARK_WORDS = new Set(["kg-bookmark-title", "kg-bookmark-description"])
