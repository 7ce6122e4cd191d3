import { Parser } from "htmlparser2"
import { cleanCharacters, protectAmpersands } from "./html-texts.ts"

export type Attributes = Record<string, string>
export type HtmlElement = {
  name: string
  attributes: Attributes
  children: HtmlNode[]
  parent: HtmlElement | null
}
export type HtmlNode = HtmlElement | string

/** HTML as a tree, whatever is wrong with it; undefined where it is nested deeper than anybody writes. Takes linear time. */
export function parseHtml(html: string) {
  const root = createElement("body", null)
  let open = root
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      open = createElement(name, open, attributes)
      depth += 1
      if (depth > MAX_DEPTH) parser.pause()
    },
    ontext(text) {
      const last = open.children.length - 1
      const before = open.children[last]
      if (typeof before === "string") open.children[last] = before + cleanCharacters(text)
      else open.children.push(cleanCharacters(text))
    },
    onclosetag() {
      depth -= 1
      open = open.parent ?? root
    },
  })
  parser.end(protectAmpersands(html))
  return depth > MAX_DEPTH ? undefined : root
}

/** Also puts it at the end of its parent. */
export function createElement(name: string, parent: HtmlElement | null, attributes: Attributes = {}) {
  const element: HtmlElement = { name, attributes, children: [], parent }
  parent?.children.push(element)
  return element
}

/** The text in an element, no longer than asked for; a line break is one. */
export function textIn(node: HtmlNode, limit = Infinity): string {
  if (typeof node === "string") return node.slice(0, limit)
  if (node.name === "br") return "\n"
  let text = ""
  for (const child of node.children) {
    if (text.length >= limit) break
    text += textIn(child, limit - text.length)
  }
  return text
}

/** All elements in one, in the order that they are opened in. */
export function elementsIn(element: HtmlElement, found: HtmlElement[] = []) {
  for (const child of element.children) {
    if (typeof child === "string") continue
    found.push(child)
    elementsIn(child, found)
  }
  return found
}

export function hasClass({ attributes }: HtmlElement, classes: ReadonlySet<string>) {
  return (attributes.class ?? "").split(/\s+/, MAX_CLASSES).some((name) => classes.has(name))
}

const MAX_DEPTH = 200
const MAX_CLASSES = 50
