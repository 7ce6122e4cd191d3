import { MAX_ITEM_CHARACTERS } from "./feed-limits.ts"
import { MAX_CHAPTERS } from "#app/kit/lib/chapters.ts"
import { MAX_SOUNDBITES } from "#app/kit/lib/soundbites.ts"
import type { XmlModule } from "./xml-namespaces.ts"

export type Attributes = Map<string, string>

/** An `item` element as read: texts by `module:element`, and the elements that speak through attributes. */
export type RawItem = {
  position: number
  texts: Map<string, string>
  elements: { key: string; attributes: Attributes }[]
  persons: { role: string; name: string }[]
  /** Podlove Simple Chapters. */
  chapters: Attributes[]
  /** Moments to be heard, which need no title. */
  soundbites: { attributes: Attributes; title: string }[]
  /** Of all that is in it, in characters. */
  size: number
  tooLarge: boolean
}

type Capture = { key: string; attributes: Attributes; pieces: string[] }

/** What an element inside an item turned out to be; given back when it closes. */
export type ItemFrame = { capture?: Capture; raw?: string; hidden?: boolean }

/** Collects one item from its parser events. Unclosed fields end where the next known field begins. */
export function createItemCollector(position: number) {
  const item: RawItem = {
    position,
    texts: new Map(),
    elements: [],
    persons: [],
    chapters: [],
    soundbites: [],
    size: 0,
    tooLarge: false,
  }
  let capture: Capture | undefined
  let hidden = 0

  function endCapture() {
    const { key, attributes, pieces } = capture ?? {}
    capture = undefined
    const text = pieces?.join("") ?? ""
    if (key === "podcast:soundbite" && attributes && item.soundbites.length < MAX_SOUNDBITES)
      item.soundbites.push({ attributes, title: text })
    if (!key || key === "podcast:soundbite" || text.trim() === "") return
    if (key === "podcast:person") item.persons.push({ role: attributes?.get("role") ?? "", name: text })
    else if (!item.texts.has(key)) item.texts.set(key, text)
  }

  function fits(length: number) {
    item.size += length
    item.tooLarge ||= item.size > MAX_ITEM_CHARACTERS
    return !item.tooLarge
  }

  function keep(text: string) {
    if (fits(text.length)) capture?.pieces.push(text)
  }

  return {
    item,

    open(module: XmlModule, local: string, attributes: Attributes): ItemFrame {
      const key = `${module}:${local}`
      if (hidden > 0 && module !== "media") return hide()
      if (isField(module, local)) {
        endCapture()
        if (!fits(lengthOf(attributes))) return {}
        if (ELEMENTS.has(key) && item.elements.length < MAX_ELEMENTS) item.elements.push({ key, attributes })
        if (key === "psc:chapter" && item.chapters.length < MAX_CHAPTERS) item.chapters.push(attributes)
        if (TEXTS.has(key)) capture = { key, attributes, pieces: [] }
        return { capture }
      }
      if (capture && module === "rss") {
        // HTML that was neither escaped nor put in CDATA.
        keep(openingTag(local, attributes))
        return { raw: local }
      }
      if (capture && RICH.has(capture.key)) return {}
      endCapture()
      return hide()
    },

    text(text: string) {
      if (capture && hidden === 0) keep(text)
    },

    close(frame: ItemFrame) {
      if (frame.hidden) hidden -= 1
      else if (frame.raw && !VOID.has(frame.raw)) keep(`</${frame.raw}>`)
      else if (frame.capture && frame.capture === capture) endCapture()
    },

    end() {
      endCapture()
      return item
    },
  }

  // The texts of an element nobody knows must not be taken for the item's own.
  function hide() {
    hidden += 1
    return { hidden: true }
  }
}

function lengthOf(attributes: Attributes) {
  let length = 0
  for (const [name, value] of attributes) length += name.length + value.length
  return length
}

function isField(module: XmlModule, local: string) {
  if (module === "rss") return RSS_FIELDS.has(local)
  return module !== "other" && module !== "rdf" && module !== "sy"
}

function openingTag(name: string, attributes: Attributes) {
  const pairs = ["href", "src", "width", "height"].flatMap((key) => {
    const value = attributes.get(key)
    return value === undefined
      ? []
      : [` ${key}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`]
  })
  return `<${name}${pairs.join("")}>`
}

const MAX_ELEMENTS = 100
const VOID = new Set(["br", "img", "hr", "input", "wbr"])
const RICH = new Set(["rss:description", "content:encoded", "itunes:summary"])
const ELEMENTS = new Set(
  "rss:enclosure itunes:image media:content media:thumbnail podcast:transcript podcast:chapters".split(" "),
)
const RSS_FIELDS = new Set(
  "title link description author category comments enclosure guid pubdate source".split(" "),
)
const TEXTS = new Set(
  "rss:title rss:link rss:description rss:guid rss:pubdate dc:date atom:published content:encoded itunes:title itunes:summary itunes:subtitle itunes:duration itunes:season itunes:episode itunes:episodetype podcast:season podcast:episode podcast:person podcast:soundbite".split(
    " ",
  ),
)
