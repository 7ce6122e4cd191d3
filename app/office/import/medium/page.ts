import {
  createElement,
  elementsIn,
  hasClass,
  type HtmlElement,
  textIn,
} from "#app/kit/lib/from-html/html-tree.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

/** What stands around a post in its page. */
export type Page = {
  title: string
  subtitle: string
  /** Its own address, as a time and its author's name only of a published one. */
  address: string | null
  publishedAt: string
  author: { name: string; address: string | null } | null
  tags: string[]
  /** The picture that stands for it. */
  picture: string | null
  /** Without a title of its own, short and plain: what somebody answered below another's post. */
  isResponse: boolean
}

/** Reads the page of a post, and leaves of it only the post's own text, written as any article is. */
export function takePage(root: HtmlElement): Page {
  const all = elementsIn(root)
  const first = (name: string) => all.find((element) => hasClass(element, new Set([name])))
  const title = wordsIn(first("p-name"))
  const subtitle = wordsIn(first("p-summary"))
  const body = first("e-content")
  const author = first("p-author")
  root.children = body ? [body] : []
  const inBody = elementsIn(root)
  const heading = inBody.find(({ name }) => /^h[1-4]$/.test(name))
  const hasTitle = heading !== undefined && isSame(wordsIn(heading), title)
  const picture = takePicture(inBody)
  const isResponse =
    !hasTitle && subtitle === "" && !inBody.some(({ name }) => NOT_SAID.has(name)) && repeats(root, title)
  if (hasTitle) empty(heading)
  for (const element of inBody) rewrite(element, subtitle)
  // The first section is parted from nothing.
  const divider = inBody.find((element) => hasClass(element, DIVIDERS))
  if (divider) empty(divider)
  return {
    title,
    subtitle,
    address: httpUrl(first("p-canonical")?.attributes.href),
    publishedAt: first("dt-published")?.attributes.datetime ?? "",
    author: author ? { name: wordsIn(author), address: httpUrl(author.attributes.href) } : null,
    tags: all.filter((element) => hasClass(element, TAGS)).map((tag) => wordsIn(tag)),
    picture,
    isResponse,
  }
}

/** What an element is that only tells what is lost. */
export const lostInPage = ({ name }: HtmlElement) => (name === LOST ? "contenu intégré" : undefined)

function rewrite(element: HtmlElement, subtitle: string) {
  const { name, attributes } = element
  if (hasClass(element, SUBTITLES) && isSame(wordsIn(element), subtitle)) empty(element)
  else if (hasClass(element, CARDS)) card(element)
  else if (name === "iframe") element.attributes = { src: framed(attributes.src ?? "") }
  else if (name === "script") gist(element)
  else if (name === "pre") code(element)
  else if (hasClass(element, FRAMES) && !elementsIn(element).some((one) => FRAMED.has(one.name)))
    element.children = [createElement(LOST, null)]
}

/** The picture that Medium shows for the post; where it only opens the text it goes from there. */
function takePicture(inBody: HtmlElement[]) {
  const shown = inBody.find(({ name, attributes }) => name === "img" && attributes["data-is-featured"])
  if (!shown) return null
  const opening = inBody.slice(
    0,
    inBody.findIndex(({ name }) => name === "p"),
  )
  const figure = opening.findLast(({ name, children }) => name === "figure" && children.length > 0)
  const inFigure = figure ? elementsIn(figure) : []
  if (figure && inFigure.includes(shown) && !inFigure.some(({ name }) => name === "figcaption")) empty(figure)
  return httpUrl(shown.attributes.src)
}

/** Another page by its title, with what is said of it. */
function card(element: HtmlElement) {
  const inside = elementsIn(element)
  const link = inside.find(({ name }) => name === "a")
  const part = (name: string) => wordsIn(inside.find((one) => one.name === name))
  const href = link?.attributes.href ?? ""
  const line = createElement("p", null)
  createElement("a", line, { href }).children = [part("strong") || href]
  if (part("em")) {
    createElement("br", line)
    line.children.push(part("em"))
  }
  element.children = [line]
}

/** What a frame of Embedly, which Medium shows others' players in, has inside. */
function framed(src: string) {
  if (!URL.canParse(src)) return src
  const { hostname, searchParams } = new URL(src)
  const inner = ["url", "src"].map((name) => httpUrl(searchParams.get(name) ?? undefined)).find(Boolean)
  return (hostname === "cdn.embedly.com" && inner) || src
}

function gist(element: HtmlElement) {
  const [, href] =
    /^(https:\/\/gist\.github\.com\/[\w./-]{1,200})\.js(?:\?|$)/.exec(element.attributes.src ?? "") ?? []
  if (!href) return
  element.name = "p"
  element.attributes = {}
  element.children = []
  createElement("a", element, { href }).children = [href]
}

function code(element: HtmlElement) {
  const inner = element.children.find((child) => typeof child !== "string" && child.name === "span")
  if (typeof inner !== "object") return
  inner.name = "code"
  inner.attributes = { class: `language-${element.attributes["data-code-block-lang"] ?? ""}` }
}

function empty(element: HtmlElement) {
  element.children = []
}

/** A response is called by the words that it begins with. */
function repeats(body: HtmlElement, title: string) {
  const said = wordsIn(body)
  return said.length <= MAX_RESPONSE && plain(said).startsWith(plain(title))
}

const wordsIn = (element: HtmlElement | undefined) =>
  element ? textIn(element, MAX_WORDS).replace(/\s+/g, " ").trim() : ""
const plain = (text: string) => text.replace(/[\s'"‘’“”.…]/g, "")
const isSame = (one: string, other: string) => plain(one) !== "" && plain(one) === plain(other)

const LOST = "medium-lost"
const TAGS = new Set(["p-tag"])
const SUBTITLES = new Set(["graf--subtitle"])
const CARDS = new Set(["graf--mixtapeEmbed"])
const FRAMES = new Set(["graf--iframe"])
const FRAMED = new Set(["iframe", "script", "a", "img"])
const DIVIDERS = new Set(["section-divider"])
/** What makes more than a response of a text. */
const NOT_SAID = new Set(["figure", "h1", "h2", "h3", "h4", "pre"])
const MAX_RESPONSE = 1_500
const MAX_WORDS = 2_000
