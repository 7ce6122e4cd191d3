import { z } from "zod"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { type Card, cardHtml } from "./card-html.ts"

/** What Ghost's editor kept from Ghost 1 to 4 (Mobiledoc 0.3) as HTML; undefined for what is none. Takes linear time. */
export function mobiledocToHtml(json: string): string | undefined {
  try {
    return documentHtml(mobiledocSchema.parse(JSON.parse(json)))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

const list = z.array(z.unknown()).catch([])
const mobiledocSchema = z.object({ atoms: list, cards: list, markups: list, sections: z.array(z.unknown()) })
type Mobiledoc = z.infer<typeof mobiledocSchema>

function documentHtml(document: Mobiledoc) {
  return document.sections
    .map((section) => (Array.isArray(section) ? sectionHtml(document, section) : ""))
    .join("")
}

function sectionHtml(document: Mobiledoc, [type, first, second]: unknown[]) {
  if (type === MARKUP) return element(first, "p", markersHtml(document, second))
  if (type === IMAGE) return typeof first === "string" ? `<img src="${escapeHtml(first)}">` : ""
  if (type === LIST && Array.isArray(second))
    return element(first, "ul", second.map((item) => `<li>${markersHtml(document, item)}</li>`).join(""))
  if (type !== CARD || typeof first !== "number") return ""
  const card = document.cards[first]
  if (!Array.isArray(card) || typeof card[0] !== "string") return ""
  const [name, payload] = card as [string, unknown]
  return cardHtml(name, typeof payload === "object" && payload !== null ? (payload as Card) : {})
}

/** Each marker opens some marks, says something, and closes the last so many. */
function markersHtml({ markups, atoms }: Mobiledoc, markers: unknown) {
  if (!Array.isArray(markers)) return ""
  const open: string[] = []
  let html = ""
  for (const marker of markers) {
    if (!Array.isArray(marker)) continue
    const [type, opened, closed, value] = marker as unknown[]
    for (const index of Array.isArray(opened) ? opened : []) {
      const [name, attributes] = markupOf(markups[Number(index)])
      if (name === "") continue
      open.push(name)
      html += `<${name}${attributes}>`
    }
    if (type === 0 && typeof value === "string") html += escapeHtml(value)
    else if (type === 1) html += atomHtml(atoms[Number(value)])
    for (let left = Number(closed); left > 0 && open.length > 0; left -= 1) html += `</${open.pop()}>`
  }
  return (
    html +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join("")
  )
}

function markupOf(markup: unknown): [string, string] {
  if (!Array.isArray(markup)) return ["", ""]
  const [name, attributes] = markup as unknown[]
  if (typeof name !== "string" || !MARKS.has(name.toLowerCase())) return ["", ""]
  const at = Array.isArray(attributes) ? attributes.indexOf("href") : -1
  const href: unknown = at >= 0 && Array.isArray(attributes) ? attributes[at + 1] : undefined
  return [name.toLowerCase(), typeof href === "string" ? ` href="${escapeHtml(href)}"` : ""]
}

function atomHtml(atom: unknown) {
  if (!Array.isArray(atom)) return ""
  const [name, text] = atom as unknown[]
  return name === "soft-return" ? "<br>" : typeof text === "string" ? escapeHtml(text) : ""
}

function element(name: unknown, usual: string, content: string) {
  const tag = typeof name === "string" && TAGS.has(name.toLowerCase()) ? name.toLowerCase() : usual
  const shown = tag === "aside" || tag === "pull-quote" ? "blockquote" : tag
  return `<${shown}>${content}</${shown}>`
}

const [MARKUP, IMAGE, LIST, CARD] = [1, 2, 3, 10]
const TAGS = new Set("p h1 h2 h3 h4 h5 h6 blockquote pull-quote aside ul ol".split(" "))
const MARKS = new Set("a b strong i em s del u code sub sup mark".split(" "))
