import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { marksIn, type Place, type Reader } from "./html-reader.ts"
import { elementsIn, type HtmlElement, type HtmlNode, textIn } from "./html-tree.ts"

export function list(reader: Reader, element: HtmlElement, place: Place) {
  const type = element.name === "ol" ? "orderedList" : "bulletList"
  const docs = docsLevel(element)
  place.sink.flush()
  const holder: RichNode[] = docs ? place.sink.blocks : []
  const { start = "" } = element.attributes
  const own = { type, key: docs?.key ?? "", start: /^\d{1,8}$/.test(start) ? Number(start) : 1 } as const
  let base: number | undefined
  for (const child of element.children) {
    if (typeof child === "string" && child.trim() === "") continue
    const content = itemIn(reader, child, place)
    if (content.length === 0) continue
    const last = holder.at(-1)?.content?.at(-1)
    if (typeof child !== "string" && LISTS.has(child.name) && last?.content) {
      last.content.push(...content)
      continue
    }
    const level = typeof child === "string" ? undefined : itemLevel(child)
    base ??= level
    const depth = level === undefined || base === undefined ? 1 : level - base + 1
    placeItem(holder, docs?.level ?? depth, own, itemOf(child, content))
  }
  if (docs) return
  place.sink.block(...flattened(holder, place))
}

/** Deeper than lists are drawn, and of a gallery, only what is in the items counts. */
function flattened(holder: RichNode[], place: Place) {
  const items = holder.flatMap(({ content = [] }) => content)
  const inside = items.flatMap(({ content = [] }) => content)
  const isGallery = inside.length > 0 && inside.every(({ type }) => type === "picture")
  return isGallery || place.lists >= MAX_LEVEL ? inside : holder
}

function itemIn(reader: Reader, child: HtmlNode, place: Place) {
  const isItem = typeof child !== "string" && child.name === "li"
  const nodes = isItem ? (reader.withoutNotes(child)?.children ?? []) : [child]
  return reader.blocksIn(nodes, { ...place, marks: marksIn(child, place), lists: place.lists + 1 })
}

export function strayItem(reader: Reader, element: HtmlElement, place: Place) {
  place.sink.flush()
  const content = itemIn(reader, element, place)
  if (content.length === 0) return
  if (place.lists >= MAX_LEVEL) place.sink.block(...content)
  else placeItem(place.sink.blocks, 1, { type: "bulletList", key: "stray" }, itemOf(element, content))
}

/** A paragraph that Word made of an item: with its bullet as a text, and its level in a style. */
export function wordItem(reader: Reader, element: HtmlElement, place: Place) {
  const { style = "" } = element.attributes
  const level = Number(/mso-list:[^;]{0,40}level(\d)/i.exec(style)?.[1] ?? 1)
  const key = /mso-list:\s{0,9}(l\d{1,4})\b/i.exec(style)?.[1] ?? ""
  place.sink.flush()
  const content = itemIn(reader, { ...element, name: "li" }, place)
  if (content.length === 0) return
  placeItem(place.sink.blocks, level, { type: wordListType(element), key }, itemOf(element, content))
}

/** An item that begins with a box is a task. */
function itemOf(node: HtmlNode, content: RichNode[]): RichNode {
  const inside = typeof node === "string" ? [] : node.children.flatMap(withChildren).slice(0, 3)
  const box = inside.find((one) => one.name === "input" && one.attributes.type === "checkbox")
  return { type: "listItem", attrs: { checked: box ? "checked" in box.attributes : null }, content }
}

function withChildren(node: HtmlNode): HtmlElement[] {
  if (typeof node === "string") return []
  return [node, ...node.children.slice(0, 3).filter((child) => typeof child !== "string")]
}

/** What an item belongs to: lists that follow each other are one where they have the same key. */
type ItemList = { type: "bulletList" | "orderedList"; key: string; start?: number }

/** Puts an item where its level is: into the last item above it, as deep as there are any. */
function placeItem(blocks: RichNode[], level: number, list: ItemList, item: RichNode) {
  let into = blocks
  for (let depth = 1; depth < Math.min(level, MAX_LEVEL); depth += 1) {
    const last = into.at(-1)
    const inside = last && KEYS.has(last) ? last.content?.at(-1)?.content : undefined
    if (!inside) break
    into = inside
  }
  const last = into.at(-1)
  if (last?.type === list.type && KEYS.get(last) === list.key) return void last.content?.push(item)
  const made: RichNode = { type: list.type, attrs: { start: list.start ?? 1 }, content: [item] }
  KEYS.set(made, list.key)
  into.push(made)
}

const KEYS = new WeakMap<RichNode, string>()

export function isWordItem({ name, attributes: { class: classes = "", style = "" } }: HtmlElement) {
  return name !== "li" && (/^MsoListParagraph/i.test(classes) || /mso-list:\s{0,9}l\d/i.test(style))
}

/** By the mark that Word wrote for it: a number or a letter, or a bullet. */
function wordListType(item: HtmlElement): ItemList["type"] {
  const mark = elementsIn(item).find(({ attributes }) =>
    /mso-list:\s{0,9}ignore/i.test(attributes.style ?? ""),
  )
  return mark && /^\s*(?:\d{1,3}|[a-z]|[ivx]{2,5})[.)]/i.test(textIn(mark, 20)) ? "orderedList" : "bulletList"
}

/** Google Docs publishes each level of a list as one of its own, and says in a class which it is. */
function docsLevel({ attributes }: HtmlElement) {
  const [, key, level] = /\blst-(kix_\w{1,40})-(\d)\b/.exec(attributes.class ?? "") ?? []
  return key === undefined ? undefined : { key, level: Number(level) + 1 }
}

/** What an item says itself of how deep it is. */
function itemLevel({ attributes }: HtmlElement) {
  return /^[1-9]$/.test(attributes["aria-level"] ?? "") ? Number(attributes["aria-level"]) : undefined
}

const LISTS = new Set(["ul", "ol"])
/** Deeper ones are drawn at this depth. */
const MAX_LEVEL = 6
