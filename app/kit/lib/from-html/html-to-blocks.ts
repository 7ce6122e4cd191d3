import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { createSink, inlineOf } from "./block-sink.ts"
import { isWordItem, list, strayItem, wordItem } from "./html-lists.ts"
import { figure, frame, image, player, plugin, unscripted } from "./html-media.ts"
import { added, type BlockOptions, type Place, type Reader, styled, type Writer } from "./html-reader.ts"
import { table } from "./html-tables.ts"
import { hasClass, type HtmlElement, type HtmlNode, textIn } from "./html-tree.ts"
import { link, quoted, raised } from "./html-words.ts"
import type { HtmlNotes } from "./notes-in-html.ts"

/**
 * Reads elements as blocks of the site's own Markdown.
 *
 * @param told what hears of losses and of words, as `Reader` says
 */
export function createReader(
  options: BlockOptions,
  notes: HtmlNotes,
  told: Pick<Reader, "lose" | "pass">,
): (nodes: HtmlNode[], isNote?: boolean) => RichNode[] {
  const reader: Reader = {
    ...told,
    options,
    notes,
    cells: 0,
    blocksIn(nodes, place) {
      const sink = createSink(place.isCell ? undefined : told.pass)
      reader.walkAll(nodes, { ...place, sink })
      sink.flush()
      return sink.blocks
    },
    walkAll(nodes, place) {
      for (const node of nodes) walk(reader, node, place)
    },
    block(element, place) {
      place.sink.flush()
      reader.walkAll(element.children, styled(element, place))
      place.sink.flush()
    },
    withoutNotes(element) {
      const kept = notes.kept.get(element)
      if (kept === undefined) return element
      return kept === 0 ? undefined : { ...element, children: element.children.slice(0, kept) }
    },
  }
  return (nodes, isNote = false) => {
    const blocks = reader.blocksIn(nodes, { marks: [], lists: 0, quotes: 0, isNote })
    return options.hasMarks ? blocks.flatMap(liftPictures) : blocks
  }
}

function walk(reader: Reader, node: HtmlNode, place: Place) {
  if (typeof node === "string") return place.sink.text(node, place.marks)
  const element = reader.withoutNotes(node)
  if (!element || isSilent(element)) return
  const lost = LOST.get(element.name) ?? reader.options.lost?.(element)
  if (lost) {
    if (!isDecoration(element)) reader.lose(lost)
  } else if (place.captions && (element.name === "figcaption" || hasClass(element, CAPTIONS)))
    place.captions.push(element)
  else writerOf(element)(reader, element, place)
}

function writerOf(element: HtmlElement): Writer {
  if (hasClass(element, FIGURES)) return figure
  const own = WRITERS.get(element.name)
  if (own) return own
  if (isWordItem(element)) return wordItem
  if (element.attributes.class === "MsoTitle") return heading
  return BLOCKS.has(element.name) ? block : words
}

const block: Writer = (reader, element, place) => reader.block(element, place)
const words: Writer = (reader, element, place) => reader.walkAll(element.children, styled(element, place))
const strong: Writer = (reader, element, place) =>
  reader.block(element, { ...place, marks: added(["strong"], place) })

const heading: Writer = (reader, element, place) => {
  if (place.isHeading) return reader.block(element, place)
  const inside = reader.blocksIn(element.children, { ...place, isHeading: true })
  const lines = inside.filter(({ type }) => type === "paragraph")
  const level = /^h[3-6]$/.test(element.name) ? 3 : 2
  place.sink.flush()
  if (lines.length > 0) {
    const made: RichNode = { type: "heading", attrs: { level }, content: inlineOf(lines) }
    place.sink.block(made)
    reader.pass(made)
  }
  place.sink.block(...inside.filter(({ type }) => type !== "paragraph"))
}

const quotation: Writer = (reader, { children }, place) => {
  const content = reader.blocksIn(children, { ...place, quotes: place.quotes + 1 })
  if (place.quotes >= MAX_QUOTES) place.sink.block(...content)
  else if (content.length > 0) place.sink.block({ type: "blockquote", content })
}

/** Code, or a poem. */
const preformatted: Writer = (_, element, place) => {
  const text = textIn(element)
    .replace(/^\n/, "")
    .replace(/(?<!\n)\n+$/, "")
  if (text.trim() === "") return
  const code = element.children.find((child) => typeof child !== "string" && child.name === "code")
  const classes = `${typeof code === "object" ? code.attributes.class : ""} ${element.attributes.class}`
  const [, info = ""] = /(?:\blang(?:uage)?-|\bbrush:\s?)([\w+#-]{1,20})/.exec(classes) ?? []
  if (!hasClass(element, VERSES))
    return place.sink.block({ type: "codeBlock", attrs: { info }, content: [{ type: "text", text }] })
  place.sink.flush()
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) place.sink.lineBreak()
    place.sink.text(line, place.marks)
  }
  place.sink.flush()
}

const form: Writer = (reader, element, place) => {
  reader.lose("formulaire")
  reader.block(element, { ...place, isForm: true })
}

const control: Writer = (reader, { name, attributes, children }, place) => {
  if (name === "label" && !place.isForm) return reader.walkAll(children, place)
  const isTask = place.lists > 0 && attributes.type === "checkbox"
  if (place.isForm || isTask || attributes.type === "hidden") return
  reader.lose(name === "button" ? "bouton" : "formulaire")
}

const folded: Writer = (reader, element, place) => {
  reader.lose("bloc dépliant")
  reader.block(element, place)
}

const WRITERS = new Map<string, Writer>([
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, heading] as const),
  ...["input", "select", "textarea", "button", "label", "datalist"].map((name) => [name, control] as const),
  ["blockquote", quotation],
  ["ul", list],
  ["ol", list],
  ["li", strayItem],
  ["table", table],
  ["figure", figure],
  ["img", image],
  ["iframe", frame],
  ["audio", player],
  ["video", player],
  ["object", plugin],
  ["embed", plugin],
  ["a", link],
  ["sup", raised],
  ["sub", raised],
  ["q", quoted],
  ["pre", preformatted],
  ["form", form],
  ["noscript", unscripted],
  ["details", folded],
  ["summary", strong],
  ["dt", strong],
  ["br", (_reader, _element, { sink }) => sink.lineBreak()],
  ["hr", (_reader, _element, { sink }) => sink.block({ type: "rule" })],
])

/** A block without the pictures in it, and these behind it. */
function liftPictures(block: RichNode): RichNode[] {
  if (block.type === "picture" || !block.content) return [block]
  const inside = block.content.flatMap(liftPictures)
  const pictures = inside.filter(({ type }) => type === "picture")
  const content = inside.filter(({ type }) => type !== "picture")
  return content.length > 0 ? [{ ...block, content }, ...pictures] : pictures
}

function isSilent(element: HtmlElement) {
  const { style = "", class: classes } = element.attributes
  return (
    SILENT.has(element.name) ||
    /^[vw]:/.test(element.name) ||
    classes === "MsoCommentReference" ||
    WORD_NOTES.test(style.slice(0, 1_000)) ||
    hasClass(element, SILENT_CLASSES)
  )
}

/** Data, and drawings that say nothing. */
function isDecoration({ attributes }: HtmlElement) {
  return /json/.test(attributes.type ?? "") || attributes["aria-hidden"] === "true"
}

const BLOCKS = new Set(
  "p div section article header footer aside main nav figcaption dl dd address center fieldset legend html body hgroup search dialog caption tr td th".split(
    " ",
  ),
)
const LOST = new Map([
  ["script", "script"],
  ["svg", "dessin"],
  ["canvas", "dessin"],
])
const SILENT = new Set(
  "head style link meta base template title xml o:p col colgroup track source param area".split(" "),
)
/** Word's bullets, and what its readers wrote beside a text. */
const WORD_NOTES = /mso-list:\s{0,9}ignore|mso-element:\s{0,9}comment/i
/** The buttons and times of players, and what sites put beside their texts. */
const SILENT_CLASSES = new Set(
  "kg-audio-player kg-audio-thumbnail kg-video-player-container kg-video-overlay sharedaddy jp-relatedposts screen-reader-text".split(
    " ",
  ),
)
const FIGURES = new Set(["wp-caption", "gallery-item", "tr-caption-container"])
const CAPTIONS = new Set(["wp-caption-text", "tr-caption"])
const VERSES = new Set(["wp-block-verse"])
const MAX_QUOTES = 3
