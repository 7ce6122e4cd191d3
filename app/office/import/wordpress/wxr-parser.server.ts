import { Parser } from "htmlparser2"
import { comparable, createNamespaceScopes, declaredPrefix } from "#app/podcast/feeds-in/xml-namespaces.ts"
import { ImportError } from "../import-error.ts"
import { createCdataSplitter } from "./cdata.ts"
import { type Category, isKeptMeta, MAX_CONTENT_CHARACTERS, type RawItem } from "./raw-item.ts"

/** Texts by the name that their element has in the export: `author_login`. */
export type Fields = Map<string, string>

/** What was read whole; a comment comes before the item that it stands in. */
export type WxrPart =
  | { kind: "author" | "category" | "tag" | "term"; fields: Fields }
  | { kind: "comment"; fields: Fields; item: RawItem }
  | { kind: "item"; item: RawItem }

type Module = "rss" | "wp" | "excerpt" | "content" | "dc" | "other"
type Attributes = Map<string, string>
type Capture = { pieces: string[]; left: number; onEnd: (text: string, isCut: boolean) => void }
/** What an open element is: closing it ends a text, writes a tag of a text, or ends what its fields stood in. */
type Frame = { capture?: Capture; raw?: string; end?: () => void; isItem?: true }

/**
 * Reads WordPress' export (WXR 1.0 to 1.2) piece by piece: `write` and `end` give what was completed since the last call, `channel`
 * what it says of its site so far. Lenient XML, no DTD; memory is that of one item's own texts. Throws an ImportError.
 */
export function createWxrParser() {
  const namespaces = createNamespaceScopes(moduleOf)
  const channel: Fields = new Map()
  const frames: Frame[] = []
  let done: WxrPart[] = []
  let item: RawItem | undefined
  /** An author, a category, a comment, a meta: what has fields of its own. */
  let record: Fields | undefined
  let capture: Capture | undefined
  let pending: { name: string; attributes: Attributes } | undefined
  /** Of markup that nothing came of yet: the parser holds it. */
  let silent = 0
  let isWhole = false
  let isEnding = false

  function openPending() {
    silent = 0
    if (!pending) return
    const { name, attributes } = pending
    pending = undefined
    if (frames.length >= MAX_DEPTH) throw new ImportError(TOO_DEEP)
    namespaces.enter(frames.length, declarations(attributes, frames.length === 0))
    const { module, local } = namespaces.resolve(name)
    frames.push(open(module, local, attributes))
  }

  function open(module: Module, local: string, attributes: Attributes): Frame {
    if (capture) return openInText(module, local, attributes)
    if (module === "rss" && local === "item") return beginItem()
    if (record) return module === "wp" ? openField(record, local) : {}
    if (module === "wp" && PARTS.has(local)) return openPart(local)
    return item ? openItemField(item, module, local, attributes) : openChannelField(module, local)
  }

  /** HTML that was neither escaped nor put in CDATA. */
  function openInText(module: Module, local: string, attributes: Attributes): Frame {
    if (module !== "rss") return {}
    keep(openingTag(local, attributes))
    return { raw: local }
  }

  function beginItem(): Frame {
    // An item inside an item: the first one was never closed.
    endItem()
    item = { texts: new Map(), metas: new Map(), categories: [], isTooLong: false }
    return { isItem: true }
  }

  function endItem() {
    if (item && !isEnding) done.push({ kind: "item", item })
    item = undefined
    record = undefined
  }

  function openPart(local: string): Frame {
    const fields: Fields = new Map()
    record = fields
    const of = item
    return {
      end() {
        record = undefined
        if (isEnding) return
        if (local === "postmeta") keepMeta(of, fields)
        else if (local === "comment")
          done.push(...(of ? [{ kind: "comment" as const, fields, item: of }] : []))
        else if (local === "author" || local === "category" || local === "tag" || local === "term")
          done.push({ kind: local, fields })
      },
    }
  }

  function openField(fields: Fields, local: string): Frame {
    const isForeign = local === "meta_value" && !isKeptMeta(fields.get("meta_key") ?? "")
    if (isForeign || !FIELDS.has(local)) return {}
    return begin(MAX_FIELD_CHARACTERS, (text) => fields.set(local, fields.get(local) ?? text))
  }

  function openItemField(of: RawItem, module: Module, local: string, attributes: Attributes): Frame {
    const key = `${module}:${local}`
    if (key === "content:encoded")
      return begin(MAX_CONTENT_CHARACTERS, (text, isCut) => {
        of.isTooLong ||= isCut
        of.texts.set(key, of.texts.get(key) ?? (isCut ? "" : text))
      })
    if (key === "rss:category")
      return begin(MAX_FIELD_CHARACTERS, (name) => keepCategory(of, { ...termOf(attributes), name }))
    if (!ITEM_TEXTS.has(key)) return {}
    return begin(MAX_FIELD_CHARACTERS, (text) => of.texts.set(key, of.texts.get(key) ?? text))
  }

  function openChannelField(module: Module, local: string): Frame {
    const isKept = module === "wp" ? CHANNEL.has(local) : module === "rss" && /^(title|link)$/.test(local)
    if (!isKept) return {}
    return begin(MAX_FIELD_CHARACTERS, (text) => channel.set(local, channel.get(local) ?? text))
  }

  function begin(longest: number, onEnd: Capture["onEnd"]): Frame {
    capture = { pieces: [], left: longest, onEnd }
    return { capture }
  }

  function keep(text: string) {
    if (!capture) return
    if (capture.left > 0) capture.pieces.push(text.slice(0, capture.left))
    capture.left -= text.length
  }

  function onText(text: string) {
    openPending()
    keep(text)
  }

  const parser = new Parser(
    {
      onopentagname(name) {
        openPending()
        pending = { name, attributes: new Map() }
      },
      onattribute(name, value) {
        silent = 0
        if (pending && pending.attributes.size < MAX_ATTRIBUTES && ATTRIBUTE.test(name))
          pending.attributes.set(name, value.slice(0, MAX_ATTRIBUTE_CHARACTERS))
      },
      ontext: onText,
      onclosetag(name, isImplied) {
        openPending()
        const frame = frames.pop()
        namespaces.leave(frames.length)
        if (frame?.raw) keep(VOID.has(frame.raw) ? "" : `</${frame.raw}>`)
        if (frame?.capture && frame.capture === capture) endCapture(capture)
        frame?.end?.()
        if (frame?.isItem && !frames.some(({ isItem }) => isItem)) endItem()
        if (!isImplied && /^(channel|rss)$/i.test(name)) isWhole = true
      },
      oncomment() {
        silent = 0
      },
    },
    { xmlMode: true },
  )

  function endCapture({ pieces, left, onEnd }: Capture) {
    capture = undefined
    onEnd(pieces.join(""), left < 0)
  }

  const splitter = createCdataSplitter((markup) => {
    silent += markup.length
    if (silent > MAX_SILENT_CHARACTERS) throw new ImportError(MALFORMED)
    parser.write(markup)
  }, onText)

  function take() {
    const parts = done
    done = []
    return parts
  }

  return {
    channel,
    write(text: string) {
      splitter.write(text)
      return take()
    },
    end() {
      isEnding = true
      splitter.end()
      parser.end()
      return take()
    },
    isWhole: () => isWhole,
  }
}

function keepMeta(item: RawItem | undefined, fields: Fields) {
  const key = fields.get("meta_key") ?? ""
  const value = fields.get("meta_value")
  if (!item || value === undefined || !isKeptMeta(key)) return
  const values = item.metas.get(key)
  if (values === undefined && item.metas.size < MAX_METAS) item.metas.set(key, [value])
  else if (values && values.length < MAX_METAS) values.push(value)
}

function keepCategory(item: RawItem, category: Category) {
  if (item.categories.length < MAX_CATEGORIES) item.categories.push(category)
}

const termOf = (attributes: Attributes) => ({
  domain: attributes.get("domain") ?? "",
  nicename: attributes.get("nicename") ?? "",
})

function moduleOf(prefix: string, uri: string | undefined): Module {
  // A usual prefix that nobody declared means what it usually means.
  if (uri === undefined) return prefix === "" ? "rss" : (USUAL_PREFIXES.get(prefix) ?? "other")
  const address = comparable(uri)
  const [isExport, isExcerpt] =
    /^(?:www\.)?wordpress\.org\/export\/1\.\d{1,2}(\/excerpt)?$/.exec(address) ?? []
  if (isExport) return isExcerpt ? "excerpt" : "wp"
  return ADDRESSES.get(address) ?? "other"
}

// A default namespace on the root itself is a slip: in RSS 2.0 the document's own elements have none.
function declarations(attributes: Attributes, isRoot: boolean) {
  const uris = new Map<string, string>()
  for (const [name, value] of attributes) {
    const prefix = declaredPrefix(name)
    if (prefix !== undefined && (prefix !== "" || !isRoot)) uris.set(prefix, value)
  }
  return uris
}

function openingTag(name: string, attributes: Attributes) {
  const pairs = ["href", "src", "alt"].flatMap((key) => {
    const value = attributes.get(key)
    return value === undefined
      ? []
      : [` ${key}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`]
  })
  return `<${name}${pairs.join("")}>`
}

const TOO_DEEP =
  "Ce fichier est mal formé\u00a0: ses éléments s’imbriquent trop profondément. Refaites l’export dans WordPress, sans modifier le fichier."
const MALFORMED =
  "Ce fichier est mal formé\u00a0: un élément ne s’y referme pas. Refaites l’export dans WordPress, sans modifier le fichier."

/** A closing tag that nothing opened costs a look at every open element. */
const MAX_DEPTH = 100
const MAX_SILENT_CHARACTERS = 1_000_000
const MAX_FIELD_CHARACTERS = 100_000
const MAX_ATTRIBUTES = 50
const MAX_ATTRIBUTE_CHARACTERS = 2_000
const MAX_METAS = 50
const MAX_CATEGORIES = 500

const USUAL_PREFIXES = new Map<string, Module>([
  ["wp", "wp"],
  ["excerpt", "excerpt"],
  ["content", "content"],
  ["dc", "dc"],
])
const ADDRESSES = new Map<string, Module>([
  ["", "rss"],
  ["purl.org/rss/1.0/modules/content", "content"],
  ["purl.org/dc/elements/1.1", "dc"],
])
const ATTRIBUTE = /^(?:xmlns(?::.{1,100})?|domain|nicename|href|src|alt)$/
const VOID = new Set(["br", "img", "hr", "input", "wbr"])
const PARTS = new Set(["author", "category", "tag", "term", "comment", "postmeta", "termmeta"])
const CHANNEL = new Set(["base_site_url", "base_blog_url"])
const FIELDS = new Set(
  "author_login author_email author_display_name author_first_name author_last_name category_nicename cat_name term_taxonomy term_slug term_name meta_key meta_value comment_id comment_author comment_author_email comment_date comment_date_gmt comment_content comment_approved comment_type comment_parent".split(
    " ",
  ),
)
const ITEM_TEXTS = new Set(
  "rss:title rss:link rss:pubdate rss:guid dc:creator excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url".split(
    " ",
  ),
)
