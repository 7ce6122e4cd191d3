import { AFTER, OLDER, THREAD } from "#app/audience/comments/comment-addresses.ts"

/** What a copy cannot do, as nobody answers there: to search, to write, to sign in, to be counted. */
const LEFT_OUT = [
  /^\/(?:admin|auth|contact|healthz|mesure|metrics|newsletter|oembed|preview|recherche)(?:\/|$)/,
  /^\/(?:episodes\.xml|manifest\.webmanifest)$/,
  /^\/(?:embed\/)?episodes\/[^/]+\/(?:comments|integrer|like|plays|view)$/,
]
/** What a page shows other contents by, in the order of their folders. */
const KEPT = ["tab", "category", "page", OLDER, THREAD, AFTER]
const MAX_NAME_BYTES = 255

/** What is known of the site and of its copy: both addresses without a slash at their ends. */
export type Sites = { publicUrl: string; address: string }

/**
 * Which of the site's addresses one leads to, as far as it tells contents apart.
 *
 * @param base the path of the page that names it
 * @returns undefined for what is elsewhere
 */
export function ownAddress(told: string, base: string, { publicUrl }: Sites) {
  const here = `${publicUrl}${base}`
  if (!URL.canParse(told, here)) return undefined
  const url = new URL(told, here)
  if (url.origin !== publicUrl) return undefined
  const kept = KEPT.flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  return { address: url.pathname + (kept.length > 0 ? `?${kept.join("&")}` : ""), hash: url.hash }
}

/**
 * Where a copy has what is at one of the site's addresses: a file, or the folder of a page, with a slash at its end, which for the first
 * page is empty.
 *
 * @returns undefined for what it leaves out, and for what no file can be named
 */
export function placeOf(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address, "http://site")
  if (LEFT_OUT.some((pattern) => pattern.test(pathname))) return undefined
  const names = pathname.split("/").filter(Boolean).map(decode)
  if (names.some((name) => name === undefined || /[/\0]/.test(name))) return undefined
  const path = names.map((name) => shorten(name ?? "")).join("/")
  if (isFile(path)) return path
  const asked = [...searchParams].map(([name, value]) => `${name}-${value.replaceAll(/[^\w-]/g, "_")}/`)
  return (path === "" ? "" : `${path}/`) + asked.join("")
}

/** By its name: no page of the site has a dot in its own. */
export const isFile = (place: string) => /\.[^/]+$/.test(place)

/** The file of a place. */
export const fileOf = (place: string) => (isFile(place) ? place : `${place}index.html`)

/** How one place of a copy leads to another, wherever the copy stands. */
export const relativeTo = (from: string, to: string) =>
  "../".repeat(from.split("/").length - 1) + escapePath(to) || "./"

export const escapePath = (place: string) => place.split("/").map(encodeURIComponent).join("/")

function decode(name: string) {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** Disks take less than addresses do. */
function shorten(name: string) {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? ""
  const start = Buffer.from(name)
    .subarray(0, MAX_NAME_BYTES - ending.length)
    .toString()
  return start.replace(/\uFFFD*$/, "") + ending
}
