import { createElement, type HtmlElement, type HtmlNode } from "./html-tree.ts"

/** Of a text whose line breaks count, as in WordPress' older editor: an empty line ends a paragraph, any other one a line. */
export function keepLines(element: HtmlElement) {
  const { children } = element
  element.children = []
  if (HOLDERS.has(element.name)) return keepParagraphs(element, children)
  for (const child of children) {
    if (typeof child === "string" && !APART.has(element.name)) addLines(element, child)
    else adopt(element, child)
  }
}

function keepParagraphs(element: HtmlElement, children: HtmlNode[]) {
  let paragraph: HtmlElement | undefined
  for (const child of children) {
    if (typeof child !== "string" && BLOCKS.has(child.name)) {
      paragraph = undefined
      adopt(element, child)
    } else if (typeof child !== "string") adopt((paragraph ??= createElement("p", element)), child)
    else
      for (const [index, text] of child.split(/\n[ \t]*(?=\n)/).entries()) {
        if (index > 0) paragraph = undefined
        if (paragraph || text.trim() !== "") addLines((paragraph ??= createElement("p", element)), text)
      }
  }
}

function addLines(element: HtmlElement, text: string) {
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) createElement("br", element)
    element.children.push(line)
  }
}

function adopt(element: HtmlElement, child: HtmlNode) {
  element.children.push(child)
  if (typeof child === "string") return
  child.parent = element
  if (!VERBATIM.has(child.name)) keepLines(child)
}

const HOLDERS = new Set("body div blockquote section article center main details fieldset".split(" "))
const BLOCKS = new Set(
  "p div blockquote section article center main details fieldset ul ol li dl h1 h2 h3 h4 h5 h6 pre hr table figure header footer aside nav address form script style iframe video audio object".split(
    " ",
  ),
)
/** Line breaks between what stands in these are nobody's. */
const APART = new Set(
  "ul ol dl table thead tbody tfoot tr figure picture video audio object select".split(" "),
)
const VERBATIM = new Set("pre script style textarea svg".split(" "))
