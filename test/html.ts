import { DomUtils, ElementType, parseDocument } from "htmlparser2"
import { send } from "./app.ts"

type Nodes = ReturnType<typeof parseDocument>["children"]
type Attributes = Record<string, string>

/** Between these, words do not need a space. */
const INLINE = new Set(["a", "b", "code", "del", "em", "span", "strong"])
const UNSEEN = new Set(["head", "noscript", "script", "style", "template"])

/** A piece of a page: what it says, its attributes, and the pieces in it. */
export type Part = ReturnType<typeof readHtml>

/** Reads HTML for tests that care about what people see and follow, not about how it is written. */
export function readHtml(html: string) {
  return toPart({}, parseDocument(html).children)
}

/** Sends a GET request to the whole application and reads the page that comes back. */
export async function visit(path: string) {
  const response = await send(path)
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, ...readHtml(html) }
}

function toPart(attributes: Attributes, children: Nodes) {
  const all = (name: string, wanted: Attributes = {}) =>
    DomUtils.findAll(
      (element) =>
        element.name === name &&
        Object.entries(wanted).every(([key, value]) => element.attribs[key] === value),
      children,
    ).map((element) => toPart(element.attribs, element.children))
  return {
    attributes,
    /** What is to be read, white space reduced (no-break spaces stay). */
    text: textOf(children)
      .replace(/[ \t\r\n]+/g, " ")
      .trim(),
    /** The source of what is inside, for scripts. */
    raw: DomUtils.textContent(children),
    all,
    /** The one element of this name (and these attributes). */
    get(name: string, wanted: Attributes = {}) {
      const [found, ...more] = all(name, wanted)
      if (!found || more.length > 0) {
        throw new Error(`${more.length + (found ? 1 : 0)} × <${name}> ${JSON.stringify(wanted)}`)
      }
      return found
    },
  }
}

function textOf(nodes: Nodes): string {
  return nodes
    .map((node) => {
      if (node.type === ElementType.Text) return node.data
      if (!("attribs" in node) || UNSEEN.has(node.name)) return ""
      const text = textOf(node.children)
      return INLINE.has(node.name) ? text : ` ${text} `
    })
    .join("")
}
