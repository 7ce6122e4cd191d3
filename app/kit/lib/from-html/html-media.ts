import { isAddress } from "#app/kit/lib/addresses.ts"
import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { textOfBlocks } from "./block-sink.ts"
import { paragraphOf, type Place, type Reader } from "./html-reader.ts"
import { elementsIn, hasClass, type HtmlElement, textIn } from "./html-tree.ts"
import * as places from "./places-in-html.ts"

/** A picture has its caption as a title, a sound or a film as its own; behind anything else it is a paragraph. */
export function figure(reader: Reader, element: HtmlElement, place: Place) {
  const captions: HtmlElement[] = []
  const inside = reader.blocksIn(element.children, { ...place, captions })
  const caption = reader.blocksIn(captions, { ...place, captions: undefined })
  const [first, ...others] = inside
  const title = textOfBlocks(caption)
  place.sink.block(...inside)
  const [shown] = first?.type === "paragraph" ? (first.content ?? []) : [first]
  const taker =
    !reader.options.hasMarks && others.length === 0 && (first?.content?.length ?? 1) === 1 ? shown : undefined
  if (title !== "" && /picture$/i.test(taker?.type ?? "")) {
    Object.assign(taker?.attrs ?? {}, { title })
    if (captions.some((one) => elementsIn(one).some(({ name }) => name === "a")))
      reader.lose("lien d’une légende")
  } else if (title !== "" && taker?.type === "embed" && !places.playsElsewhere(String(taker.attrs?.address)))
    Object.assign(taker.attrs ?? {}, { label: title })
  else place.sink.block(...caption)
  const address = hasClass(element, EMBEDS) ? textIn(element, 2_000).trim().split(/\s/, 1)[0] : undefined
  const host = address && !places.playedAddress(address) ? places.hostOf(address) : ""
  if (host) reader.lose(`cadre de ${host}`)
}

export function image(reader: Reader, { attributes }: HtmlElement, place: Place) {
  const { alt = "" } = attributes
  const words = alt.replace(/\s+/g, " ").trim().slice(0, MAX_ALT)
  if (EMOJI.test(attributes.class ?? "") || places.isEmoji(attributes))
    return place.sink.text(alt, place.marks)
  if (!places.isShown(attributes)) return
  const address = places.pictureAddress(attributes, reader.options)
  const src = reader.options.picture ? reader.options.picture(attributes, address) : address
  reader.found = src === undefined && !reader.options.picture ? reader.lose("image") : undefined
  if (src === undefined) return
  if (reader.options.hasMarks) return place.sink.picture({ type: "picture", attrs: { src } })
  const node: RichNode = { type: "inlinePicture", attrs: { src, alt: words, title: "" } }
  const links = place.marks.filter((mark) => mark.type === "link" && !places.leadsToPicture(mark.attrs.href))
  if (place.isCell) place.sink.sign(links.length > 0 ? { ...node, marks: links } : node)
  else if (links.length > 0) place.sink.picture(paragraphOf([{ ...node, marks: links }]))
  else place.sink.picture({ ...node, type: "picture" })
}

export function frame(reader: Reader, element: HtmlElement, place: Place) {
  // What WordPress shows of another site stands before it, as a link.
  if (hasClass(element, FRAMED_LINKS) || !places.isShown(element.attributes)) return
  const address = places.frameAddress(element, reader.options)
  const played = address && places.playedAddress(address)
  if (played) return place.sink.block(embedOf(played))
  const host = places.hostOf(address ?? "")
  reader.lose(host ? `cadre de ${host}` : "cadre")
  if (address) place.sink.block(paragraphOf([linked(address)]))
}

export function player(reader: Reader, element: HtmlElement, place: Place) {
  const sources = [element, ...elementsIn(element).filter(({ name }) => name === "source")]
  const address = sources.map((one) => places.frameAddress(one, reader.options)).find(Boolean)
  if (address) place.sink.block(embedOf(address))
  else reader.lose("lecteur")
}

/** Of the time before browsers had players. */
export function plugin(reader: Reader, element: HtmlElement, place: Place) {
  const inside = elementsIn(element)
  const addresses = [element, ...inside].flatMap(({ attributes: { src, data, value } }) => [src, data, value])
  const played = addresses
    .map((address) => places.addressOf(address?.replace(/^([^?&]*)&/, "$1?"), reader.options))
    .map((address) => address && places.playedAddress(address))
    .find(Boolean)
  if (played) return place.sink.block(embedOf(played))
  reader.lose("contenu intégré")
  reader.walkAll(element.children, place)
}

/** What is there without scripts says where a picture is that does not say so itself. */
export function unscripted(reader: Reader, { children }: HtmlElement, place: Place) {
  if (!reader.found) return
  reader.found()
  reader.found = undefined
  reader.walkAll(children, place)
}

/** A line that plays: an address that would end too early in a text has words for its link. */
function embedOf(address: string): RichNode {
  const isBare = !/^https?:/i.test(address) || isAddress(address, address)
  return { type: "embed", attrs: { address, label: isBare ? "" : places.fileNameOf(address) || address } }
}

const linked = (href: string): RichNode => ({
  type: "text",
  text: href,
  marks: [{ type: "link", attrs: { href } }],
})

const EMBEDS = new Set(["wp-block-embed", "kg-embed-card"])
const FRAMED_LINKS = new Set(["wp-embedded-content"])
const EMOJI = /\b(?:emoji|wp-smiley)\b/
const MAX_ALT = 1_000
