import type { Mark, RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import type { BlockSink } from "./block-sink.ts"
import { shownElement, styledMarks } from "./emphasis.ts"
import type { Attributes, HtmlElement, HtmlNode } from "./html-tree.ts"
import type { HtmlNotes } from "./notes-in-html.ts"
import type { Addresses } from "./places-in-html.ts"

export type BlockOptions = Addresses & {
  /**
   * The address that a picture is shown by, undefined for none; without it, that is where it is.
   *
   * @param address where it is, if its attributes say so
   */
  picture?: (attributes: Attributes, address: string | undefined) => string | undefined
  /** Whether pictures are only marks of where some will be: blocks of the text itself, with nothing of their own. */
  hasMarks?: boolean
  /** What an element is that Markdown cannot say, in French, where only its system knows it by a name of its own. */
  lost?: (element: HtmlElement) => string | undefined
}

/** Where one is in a text. */
export type Place = {
  sink: BlockSink
  marks: Mark[]
  lists: number
  quotes: number
  isQuoted?: boolean
  isHeading?: boolean
  isCell?: boolean
  isForm?: boolean
  isNote?: boolean
  /** Those of a picture or a player, which it takes by itself. */
  captions?: HtmlElement[]
}

/** What reads elements as blocks. */
export type Reader = {
  options: BlockOptions
  notes: HtmlNotes
  /** Hears of what Markdown cannot say, in French; what it answers takes that back. */
  lose: (what: string) => () => void
  /** Hears of each paragraph and heading, in their order. */
  pass: (block: RichNode) => void
  /** Of all tables so far. */
  cells: number
  /** Takes back that the last picture is lost, which does not say where it is. */
  found?: () => void
  blocksIn: (nodes: HtmlNode[], place: Omit<Place, "sink">) => RichNode[]
  walkAll: (nodes: HtmlNode[], place: Place) => void
  /** What stands apart from the words around it. */
  block: (element: HtmlElement, place: Place) => void
  /** An element without what is a footnote; undefined for one that is nothing else. */
  withoutNotes: (element: HtmlElement) => HtmlElement | undefined
}

/** Puts what an element is here into the place where one is. */
export type Writer = (reader: Reader, element: HtmlElement, place: Place) => void

export function styled(element: HtmlElement, place: Place): Place {
  const marks = marksIn(element, place)
  return marks === place.marks ? place : { ...place, marks }
}

export function marksIn(node: HtmlNode, place: Place) {
  if (typeof node === "string") return place.marks
  const { name, attributes } = node
  const own = MARKS.get(shownElement(name, attributes.style))
  // Where it only colours words it is no emphasis.
  const isColour = name === "mark" && /has-inline-color/.test(attributes.class ?? "")
  return added([...(own && !isColour ? [own] : []), ...styledMarks(attributes.style)], place)
}

export function added(types: MarkName[], { marks, isHeading }: Place) {
  const others = [...new Set(types)].filter(
    (type) => !(isHeading && type === "strong") && !marks.some((mark) => mark.type === type),
  )
  return others.length === 0 ? marks : [...marks, ...others.map((type) => ({ type }))]
}

export const paragraphOf = (content: RichNode[]): RichNode => ({ type: "paragraph", content })

type MarkName = Exclude<Mark["type"], "link">
const MARKS = new Map<string, MarkName>([
  ...["b", "strong", "mark"].map((name) => [name, "strong"] as const),
  ...["i", "em", "cite", "var", "dfn"].map((name) => [name, "em"] as const),
  ...["s", "strike", "del"].map((name) => [name, "strike"] as const),
  ...["code", "kbd", "samp", "tt"].map((name) => [name, "code"] as const),
])
