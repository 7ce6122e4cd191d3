import { createHash } from "node:crypto"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import type { Loss, Sound, TextThing, Thing } from "./things.ts"

/**
 * A thing as the tables hold it, whatever its reader was told: ids that fit an index, numbers that fit their columns, dates that there
 * are, lists that end. What hosts would miss of a text is told among its losses.
 */
export function bounded(thing: Thing): Thing {
  switch (thing.kind) {
    case "site":
      return { ...thing, title: short(thing.title), address: isSite(thing.address) ? thing.address : "" }
    case "author":
    case "category":
      return { ...thing, id: boundedId(thing.id), name: short(thing.name) }
    case "file":
      return {
        ...thing,
        id: boundedId(thing.id),
        address: isAddress(thing.address) ? thing.address : "",
        alt: short(thing.alt),
        caption: short(thing.caption),
      }
    case "text":
      return boundedText(thing)
    case "sound":
      return { ...thing, id: boundedId(thing.id), sound: boundedSound(thing.sound, () => {}) }
    case "comment":
      return {
        ...thing,
        id: boundedId(thing.id),
        of: boundedId(thing.of),
        parent: thing.parent === null ? null : boundedId(thing.parent),
        author: short(thing.author),
        content: thing.content.slice(0, MAX_COMMENT),
        at: dateOrNull(thing.at),
      }
    case "redirect":
      return { ...thing, id: boundedId(thing.id), from: short(thing.from), to: short(thing.to) }
    case "like":
      return { ...thing, id: boundedId(thing.id), of: boundedId(thing.of), at: dateOrNull(thing.at) }
    case "part":
    case "line":
    case "account":
      return { ...thing, id: boundedId(thing.id) }
    case "profile":
      return { ...thing, id: boundedId(thing.id), of: boundedId(thing.of) }
    case "guest":
      return {
        ...thing,
        id: boundedId(thing.id),
        name: short(thing.name),
        slug: thing.slug.slice(0, MAX_SLUG).replace(/-$/, ""),
        role: short(thing.role),
        // One letter too many, so that what is cut is no address.
        link: thing.link.slice(0, MAX_ADDRESS + 1),
        picture: thing.picture.slice(0, MAX_ADDRESS + 1),
      }
    case "table":
      return { ...thing, id: boundedId(thing.id), header: thing.header.map(short) }
    case "row":
      return { ...thing, id: boundedId(thing.id), table: boundedId(thing.table) }
    case "loss":
      return { ...thing, id: boundedId(thing.id), what: short(thing.what), title: short(thing.title) }
  }
}

/** One that is empty still has a name, and one that is too long for an index is known by its digest. */
export function boundedId(id: string) {
  const clean = cleanCharacters(id)
  if (Buffer.byteLength(clean) <= MAX_ID_BYTES) return clean || UNNAMED
  return createHash("sha256").update(clean).digest("base64url")
}
export const UNNAMED = "-"

function boundedText(text: TextThing): TextThing {
  const losses: Loss[] = text.losses.slice(0, MAX_LOSSES)
  const tell = (what: string, where: string) => void losses.push({ what, where })
  const list = (values: string[], most: number, where: string) => {
    if (values.length > most) tell(`ce qui dépasse ${most.toLocaleString("fr-FR")}`, where)
    return values.slice(0, most)
  }
  const publishedAt = dateOrNull(text.publishedAt)
  if (publishedAt === null && text.publishedAt !== null) tell(IMPOSSIBLE, "sa date")
  return {
    ...text,
    id: boundedId(text.id),
    title: short(text.title),
    slug: short(text.slug),
    addresses: list(text.addresses.filter(isAddress), MAX_ADDRESSES, "ses adresses"),
    description: short(text.description),
    publishedAt,
    author: text.author === null ? null : boundedId(text.author),
    categories: list(text.categories, MAX_CATEGORIES, "ses catégories").map(boundedId),
    picture: boundedFile(text.picture),
    sound: text.sound && boundedSound(text.sound, tell),
    ...(text.news && { news: { ...text.news, category: text.news.category && short(text.news.category) } }),
    losses,
  }
}

function boundedSound<Known extends Partial<Sound>>(
  sound: Known,
  tell: (what: string, where: string) => void,
): Known {
  const number = (key: keyof typeof NUMBERS, least: number, most: number) => {
    const value = sound[key]
    if (value === undefined || value === null) return {}
    if (Number.isInteger(value) && value >= least && value <= most) return {}
    tell(IMPOSSIBLE, NUMBERS[key])
    return { [key]: null }
  }
  const { guid, address, picture, guests } = sound
  return {
    ...sound,
    ...(guid !== undefined && { guid: Buffer.byteLength(guid) <= MAX_GUID_BYTES ? guid : "" }),
    ...(address !== undefined && { address: boundedFile(address) ?? "" }),
    ...number("bytes", 0, Number.MAX_SAFE_INTEGER),
    ...number("seconds", 0, MAX_SECONDS),
    ...number("season", 1, MAX_NUMBER),
    ...number("number", 1, MAX_NUMBER),
    ...number("views", 0, MAX_NUMBER),
    ...number("keptId", 1, MAX_NUMBER),
    ...(picture !== undefined && { picture: boundedFile(picture) }),
    ...(guests && { guests: guests.slice(0, MAX_GUESTS).map(short) }),
  }
}

/** A file's id, or an address. */
function boundedFile(named: string | null) {
  if (named === null || named === "") return null
  if (isAddress(named)) return named
  return named.includes("/") ? null : boundedId(named)
}

const isAddress = (address: string) =>
  address.length <= MAX_ADDRESS && /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address)

const isSite = (address: string) => isAddress(address) && Buffer.byteLength(address) <= MAX_ID_BYTES

function dateOrNull(written: string | null) {
  if (written === null) return null
  const year = new Date(written).getUTCFullYear()
  return year >= 1900 && year <= 9999 ? written : null
}

const short = (text: string) => text.slice(0, MAX_LINE)

const IMPOSSIBLE = "nombre ou date impossible"
const NUMBERS = {
  bytes: "la taille de son fichier",
  seconds: "sa durée",
  season: "sa saison",
  number: "son numéro",
  views: "ses vues",
  keptId: "son identifiant",
}

/** `import_things_source_id_length`, and a site's address. */
const MAX_ID_BYTES = 500
/** `episodes_guid_length`. */
const MAX_GUID_BYTES = 2_000
/** A column holds more than twice as much: the next episodes count on from it. */
const MAX_NUMBER = 999_999_999
/** A year, more than any sound has. */
const MAX_SECONDS = 31_622_400
const MAX_LINE = 1_000
const MAX_SLUG = 200
const MAX_ADDRESS = 2_000
const MAX_ADDRESSES = 100
const MAX_CATEGORIES = 100
const MAX_GUESTS = 100
const MAX_LOSSES = 200
/** Five times what is kept of one: what is cut of it is told. */
const MAX_COMMENT = 10_000
