import { completeAddress, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

// How the two addresses of a rule are spelled (docs/product.md 30.1).

/** What the index of the table holds, in characters. */
export const MAX_SOURCE_LENGTH = 500
/** Paths are resolved against it; nothing is there. */
export const SITE = "https://site.invalid"

/** What the site answers itself, whatever rules say: otherwise one could lock oneself out, or lock subscribers in. */
const RESERVED =
  /^\/(?:admin|auth|assets|captions|media|healthz|metrics|starter|preview|__manifest|\.well-known|favicon\.svg|share\.png|robots\.txt|(?:feed|blog|news|episodes|lettres)\.xml|feeds\.opml|sitemap\.xml|soutiens|newsletter\/(?:confirm|unsubscribe|preferences|links))(?:\/|$)/

/** @param key a path as `pathKey` spells it */
export const isReserved = (key: string) => RESERVED.test(key)

/** The parts of a path as visitors write it, between its slashes. */
export function segmentsOf(pathname: string) {
  return pathname.split("/").filter((segment) => segment !== "")
}

/**
 * One spelling for all those of a path that are one address here: case, percent-encoding, accents written as one sign or
 * two, slashes at its end or doubled. What would mean something else unencoded stays encoded.
 */
export function pathKey(pathname: string) {
  return `/${segmentsOf(pathname).map(segmentKey).join("/")}`
}

export function segmentKey(segment: string) {
  try {
    const lower = decodeURIComponent(segment).normalize("NFC").toLowerCase().normalize("NFC")
    return lower.replace(/[%/?#*\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  } catch (error) {
    // Old sites wrote other encodings than UTF-8: such a spelling is an address of its own.
    if (error instanceof URIError) return segment.toLowerCase()
    throw error
  }
}

/** A key as a link that leads there. */
export function addressOfKey(key: string) {
  return encodeURI(key).replaceAll(/%25(?=[\da-f]{2})/g, "%")
}

/** The own hosts of a site, as people write them: with `www.` or without. */
const bareHost = (host: string) => host.replace(/^www\./, "")
const isOwn = (url: URL, publicUrl: string) => bareHost(url.host) === bareHost(new URL(publicUrl).host)

type Read<Value> = ({ ok: true } & Value) | { ok: false; problem: string }
const refuse = (problem: string) => ({ ok: false, problem }) as const

/** Some sites tell their pages by a number alone: « /?p=12 ». Whatever else follows is no part of an address here. */
const NUMBER = /^[a-z_]{1,30}=\d{1,19}$/

/** The ways in which a query may be meant by rules: `p=12` of `?p=12&page=2`. */
export function numbersIn(search: string) {
  if (search.length > MAX_URL_LENGTH) return []
  return search
    .slice(1)
    .split("&", 20)
    .filter((pair) => NUMBER.test(pair))
}

/**
 * The old address of a rule, however it is spelled.
 *
 * @returns `/a/b`, `/a/*` for all that begins so, or `/?p=12` for what is told by a number
 */
export function readSource(typed: string, publicUrl: string): Read<{ source: string }> {
  const label = "L’ancienne adresse"
  const completed = completeAddress(typed.trim())
  if (completed === "") return refuse(`${label} est requise`)
  if (completed.length > MAX_URL_LENGTH) return refuse(`${label} est trop longue`)
  let path = completed
  if (/^https?:/i.test(completed)) {
    if (!isWebAddress(completed)) return refuse(`${label} doit être un chemin de ce site, comme /ancien`)
    const url = new URL(completed)
    if (!isOwn(url, publicUrl))
      return refuse(`${label} doit être sur ce site : indiquez un chemin, comme /ancien`)
    path = url.pathname + url.search
  }
  // What browsers keep to themselves.
  path = path.split("#", 1)[0] ?? ""
  const [plain = "", query] = path.split(/\?(.*)/s)
  if (query !== undefined && !NUMBER.test(query))
    return refuse(`${label} ne peut pas contenir de « ? » : ce qui le suit est repris tel quel`)
  const pathname = new URL(SITE + plain.replace(/^\/*/, "/")).pathname
  const isWildcard = query === undefined && pathname.endsWith("/*")
  const fixed = isWildcard ? pathname.slice(0, -2) : pathname
  if (fixed.includes("*"))
    return refuse(`${label} ne peut avoir d’étoile qu’à la fin, après une barre : /2023/*`)
  const key = pathKey(fixed)
  if (hasControls(key)) return refuse(`${label} contient un caractère interdit`)
  if (isReserved(key)) return refuse(`${key} appartient au site et ne peut pas être redirigée`)
  const source = isWildcard ? `${key === "/" ? "" : key}/*` : query === undefined ? key : `${key}?${query}`
  return source.length > MAX_SOURCE_LENGTH
    ? refuse(`${label} doit contenir moins de ${MAX_SOURCE_LENGTH} caractères`)
    : { ok: true, source }
}

/**
 * The new address of a rule: a path of this site, or a web address. Its star, at the end of its path, stands for what the
 * star of the old address found.
 */
export function readTarget(typed: string, publicUrl: string, source: string): Read<{ target: string }> {
  const label = "La nouvelle adresse"
  const completed = completeAddress(typed.trim())
  if (completed === "") return refuse(`${label} est requise`)
  if (completed.length > MAX_URL_LENGTH) return refuse(`${label} est trop longue`)
  const isPath = /^\/(?![/\\])/.test(completed)
  if (!isPath && !isWebAddress(completed)) return refuse(`${label} doit commencer par /, https:// ou http://`)
  const url = new URL(completed, SITE)
  if (url.username !== "" || url.password !== "")
    return refuse(`${label} ne peut pas contenir de mot de passe`)
  const stars = completed.split("*").length - 1
  if (stars > 0 && !source.endsWith("/*"))
    return refuse("L’étoile reprend la fin de l’ancienne adresse : celle-ci doit finir par /*")
  if (stars > 1 || (stars === 1 && !url.pathname.endsWith("/*")))
    return refuse(`${label} ne peut avoir d’étoile qu’à la fin, après une barre : /blog/*`)
  const path = url.pathname + url.search + url.hash
  const target = readable(isPath || isOwn(url, publicUrl) ? path : url.origin + path)
  if (hasControls(target)) return refuse(`${label} contient un caractère interdit`)
  return target.startsWith("//")
    ? refuse(`${label} ne peut pas commencer par deux barres`)
    : { ok: true, target }
}

/** What no address of a rule may have: `%00` in one that was decoded. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
export const hasControls = (text: string) => /[\u0000-\u001f\u007f]/.test(text)

/** Letters of other alphabets as letters; as an address it is the same one. */
function readable(address: string) {
  return address.replace(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch (error) {
      if (error instanceof URIError) return encoded
      throw error
    }
  })
}
