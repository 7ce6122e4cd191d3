import {
  createElement,
  elementsIn,
  hasClass,
  type HtmlElement,
  type HtmlNode,
  textIn,
} from "#app/kit/lib/from-html/html-tree.ts"

/** Writes the cards that Ghost made HTML of as what any article has: links, quotations, players. */
export function rewriteCards(root: HtmlElement) {
  for (const element of elementsIn(root))
    for (const name of (element.attributes.class ?? "").split(/\s+/, MAX_CLASSES)) CARDS.get(name)?.(element)
}

/** What an element is that only tells what is lost. */
export const lostCard = ({ name, attributes }: HtmlElement) =>
  name === LOST ? attributes["data-what"]?.slice(0, MAX_WHAT) : undefined

/** In HTML, that something is lost here. @param what without signs of HTML */
export const lostMark = (what: string) => `<${LOST} data-what="${what}"></${LOST}>`

type Rewrite = (card: HtmlElement) => void

/** A link by its title, with what is said of it; icons and previews go. */
const link =
  (titles: string[], about: string): Rewrite =>
  (card) => {
    const inside = elementsIn(card)
    const href = inside.find(({ name }) => name === "a")?.attributes.href ?? ""
    const captions = inside.filter(({ name }) => name === "figcaption")
    const title = titles.map((name) => wordsOf(card, name)).find((words) => words.length > 0)
    const said = wordsOf(card, about)
    card.children = []
    const line = createElement("p", card)
    createElement("a", line, { href }).children = title ?? [href]
    if (said.length > 0) {
      createElement("br", line)
      line.children.push(...said)
    }
    card.children.push(...captions)
  }

/** The player by its title: its buttons are drawings. */
const audio: Rewrite = (card) => {
  const player = elementsIn(card).find(({ name }) => name === "audio")
  const title = wordsOf(card, "kg-audio-title")
  card.name = "figure"
  card.children = player ? [player] : []
  if (title.length > 0) createElement("figcaption", card).children = title
}

/** Words that are set apart, with their sign before them. */
const callout: Rewrite = (card) => {
  const sign = textIn(partOf(card, "kg-callout-emoji") ?? "").trim()
  const words = wordsOf(card, "kg-callout-text")
  card.name = "blockquote"
  card.children = []
  createElement("p", card).children = [...(sign ? [`${sign} `] : []), ...words]
}

const toggle: Rewrite = (card) => {
  const heading = wordsOf(card, "kg-toggle-heading-text")
  const content = partOf(card, "kg-toggle-content")
  card.name = "details"
  card.children = []
  createElement("summary", card).children = heading
  if (content) card.children.push(content)
}

const silent: Rewrite = (element) => {
  element.children = []
}

const lost =
  (what: string): Rewrite =>
  (card) => {
    card.name = LOST
    card.attributes = { "data-what": what }
    card.children = []
  }

function partOf(card: HtmlElement, name: string) {
  const names = new Set([name])
  return elementsIn(card).find((element) => hasClass(element, names))
}

function wordsOf(card: HtmlElement, name: string): HtmlNode[] {
  const part = partOf(card, name)
  return part && textIn(part).trim() !== "" ? part.children : []
}

const LOST = "kg-lost"
const MAX_CLASSES = 50
const MAX_WHAT = 200
const CARDS = new Map<string, Rewrite>([
  ["kg-bookmark-card", link(["kg-bookmark-title"], "kg-bookmark-description")],
  ["kg-file-card", link(["kg-file-card-title", "kg-file-card-filename"], "kg-file-card-caption")],
  ["kg-audio-card", audio],
  ["kg-callout-card", callout],
  ["kg-toggle-card", toggle],
  ["kg-product-card-rating", silent],
  ["kg-signup-card", lost("inscription à la lettre")],
  ["kg-collection-card", lost("liste d’articles")],
])
