import { elementsIn, type HtmlElement, type HtmlNode, textIn } from "./html-tree.ts"

/** The footnotes of a text. */
export type HtmlNotes = {
  /** By the links that lead to them, and by the raised text that these stand in. */
  labels: Map<HtmlElement, string[]>
  texts: { label: string; mark: string; nodes: HtmlNode[] }[]
  /** Of elements that notes are written in: how many of their nodes belong to the text. */
  kept: Map<HtmlElement, number>
}

/**
 * Finds footnotes by what all programs have in common: a number that is a link to further down. Word, Google Docs, WordPress,
 * and what others make of Markdown name them differently.
 */
export function findNotes(root: HtmlElement): HtmlNotes {
  const order = elementsIn(root)
  const places = new Map(order.map((element, index) => [element, index]))
  const named = new Map<string, HtmlElement>()
  for (const element of order) {
    const { id, name } = element.attributes
    for (const key of [id, element.name === "a" ? name : undefined])
      if (key && !named.has(key)) named.set(key, element)
  }
  const notes: HtmlNotes = { labels: new Map(), texts: [], kept: new Map() }
  /** By what they lead to. */
  const found = new Map<HtmlElement, { label: string; mark: string; place: Place }>()
  for (const link of order) {
    const id = link.name === "a" ? hashOf(link.attributes.href) : ""
    const target = id === "" ? undefined : named.get(id)
    const mark = target && markOf(link)
    if (!target || !mark || (places.get(target) ?? 0) < (places.get(link) ?? 0)) continue
    const raised = raisedAround(link)
    if (!raised && !NOTE_ID.test(id) && !textIn(link, MAX_MARK).trim().startsWith("[")) continue
    const place = found.get(target)?.place ?? placeOf(target)
    if (!place || isWithin(link, place.block)) continue
    const note = found.get(target) ?? { label: String(found.size + 1), mark, place }
    found.set(target, note)
    notes.labels.set(link, [note.label])
    if (raised && raised !== link) notes.labels.set(raised, [...(notes.labels.get(raised) ?? []), note.label])
  }
  takeTexts(notes, [...found.values()])
  return notes
}

type Place = { block: HtmlElement; index: number }

/** Several may stand in one paragraph: each ends where the next one begins. */
function takeTexts({ texts, kept }: HtmlNotes, found: { label: string; mark: string; place: Place }[]) {
  const byBlock = Map.groupBy(found, ({ place }) => place.block)
  for (const [block, notes] of byBlock) {
    const sorted = notes.toSorted((one, other) => one.place.index - other.place.index)
    for (const [at, { label, mark, place }] of sorted.entries())
      texts.push({ label, mark, nodes: block.children.slice(place.index, sorted[at + 1]?.place.index) })
    const first = sorted[0]?.place.index ?? 0
    const isFirst = block.children.slice(0, first).every((node) => typeof node === "string" && !node.trim())
    kept.set(block, isFirst ? 0 : first)
  }
  texts.sort((one, other) => Number(one.label) - Number(other.label))
}

/** The paragraph or the item that a note is written in. */
function placeOf(target: HtmlElement): Place | undefined {
  if (NOTE_BLOCKS.has(target.name)) return { block: target, index: 0 }
  let [block, child]: [HtmlElement | null, HtmlElement] = [target.parent, target]
  while (block && !NOTE_BLOCKS.has(block.name)) [block, child] = [block.parent, block]
  if (!block) return undefined
  const whole =
    block.name === "td"
      ? block.parent
      : block.parent && NOTE_ID.test(block.parent.attributes.id ?? "")
        ? block.parent
        : null
  return whole ? { block: whole, index: 0 } : { block, index: block.children.indexOf(child) }
}

function isWithin(element: HtmlElement, block: HtmlElement) {
  for (let at: HtmlElement | null = element; at; at = at.parent) if (at === block) return true
  return false
}

function raisedAround(link: HtmlElement) {
  let at = link.parent
  for (let step = 0; at && step < 3; step += 1) {
    if (at.name === "sup") return at
    at = at.parent
  }
  return link.children.find((child) => typeof child !== "string" && child.name === "sup") && link
}

/** What a link shows that is a note's number, or stands for one. */
export function markOf(link: HtmlElement) {
  return MARK.exec(textIn(link, MAX_MARK).trim())?.[1]
}

/** What leads from a note back to its text, and its own number. */
export function isWayBack(element: HtmlElement) {
  const text = textIn(element, MAX_BACK).trim()
  if (element.name !== "a" || !(element.attributes.href ?? "#").includes("#")) return false
  return text === "" ? !element.attributes.href : BACK.test(text)
}

export function hashOf(href = "") {
  const hash = href.split("#", 2)[1] ?? ""
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

const MAX_MARK = 12
const MAX_BACK = 40
const MARK = /^[[(]?\s{0,3}(\d{1,3}|[*†‡]{1,3}|[a-z]|[ivx]{1,5})\s{0,3}[\])]?$/i
const BACK =
  /^(?:[\s[\]().^↩↑⤴←⏎]|\ufe0e|\ufe0f|\d{1,3}|[*†‡a-z](?![a-z])|[ivx]{1,5}(?![a-z])){1,12}$|^(?:retour|back|return)\b/i
const NOTE_ID =
  /^_?(?:ftn|edn|fn|note|footnote|endnote|sdfootnote|sdendnote|easy-footnote|cite[_-]note)[\w:.-]{0,60}$/i
const NOTE_BLOCKS = new Set("p li div dd tr td section aside".split(" "))
