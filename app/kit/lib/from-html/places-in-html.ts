import { findEmbed } from "../embeds.ts"
import type { Attributes, HtmlElement } from "./html-tree.ts"
import { httpUrl } from "./safe-urls.ts"

/** How addresses of a text are read. */
export type Addresses = {
  /** Where the text stood: what its relative addresses begin with. */
  base?: string
  /** Whether an address that is none of the web is let through for a picture or a player. */
  isOurs?: (address: string) => boolean
}

/** The address of the web that is meant, or one that is let through. */
export function addressOf(text: string | undefined, { base, isOurs }: Addresses) {
  const raw = (text ?? "").trim()
  if (raw === "" || raw.length > MAX_ADDRESS) return undefined
  if (isOurs?.(raw)) return raw
  const isRelative = base !== undefined && !/^(?:[a-z][a-z\d+.-]{0,20}:|\/\/)/i.test(raw)
  return httpUrl(isRelative && URL.canParse(raw, base) ? new URL(raw, base).href : raw) ?? undefined
}

/** Where a picture is: one that waits until it is seen has something in its place, and says elsewhere where it is. */
export function pictureAddress(attributes: Attributes, addresses: Addresses) {
  const { src = "", srcset } = attributes
  const sets = [attributes["data-srcset"], attributes["data-lazy-srcset"], srcset]
  const own = addressOf(src, addresses)
  if (own && !PLACEHOLDER.test(src)) return own
  const others = [...LATE.map((name) => attributes[name]), ...sets.map(widestOf)]
  return others.map((text) => addressOf(text, addresses)).find(Boolean) ?? own
}

function widestOf(set = "") {
  let best: string | undefined
  let most = 0
  for (const candidate of set.slice(0, MAX_SET).split(/,\s/)) {
    const [address, size = "1x"] = candidate.trim().split(/\s+/)
    if (!(Number.parseFloat(size) > most)) continue
    best = address
    most = Number.parseFloat(size)
  }
  return best
}

/** The frame's address. */
export function frameAddress({ attributes }: HtmlElement, addresses: Addresses) {
  return [...LATE.map((name) => attributes[name]), attributes.src, attributes.data]
    .map((text) => addressOf(text, addresses))
    .find(Boolean)
}

/** The address by which people know what another host's player plays, and by which it plays here; undefined if it does not. */
export function playedAddress(address: string) {
  const embed = findEmbed(address)
  if (embed?.kind !== "frame") return embed && address
  const { pathname, searchParams, hash } = new URL(embed.player)
  const id = pathname.split("/").at(-1) ?? ""
  if (embed.provider === "Spotify") {
    const start = searchParams.get("t")
    return `https://open.spotify.com${pathname.replace(/^\/embed/, "")}${start ? `?t=${start}` : ""}`
  }
  if (embed.provider === "Vimeo") {
    const key = searchParams.get("h")
    return `https://vimeo.com/${id}${key ? `/${key}` : ""}${hash}`
  }
  const [list, start] = [searchParams.get("list"), searchParams.get("start")]
  if (id === "videoseries") return `https://www.youtube.com/playlist?list=${list}`
  return `https://www.youtube.com/watch?v=${id}${list ? `&list=${list}` : ""}${start ? `&t=${start}` : ""}`
}

/** Where a link's target is only its picture in large, WordPress' page of it included. */
export const leadsToPicture = (href: string) =>
  /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)(?:[?#]|$)|[?&]attachment_id=/i.test(href)

export function hostOf(address: string) {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : ""
}

export function fileNameOf(address: string) {
  return /([^/?#]{1,100})(?:[?#]|$)/.exec(address.replace(/^https?:\/\/[^/]{0,300}/i, ""))?.[1] ?? ""
}

const LATE = [
  "data-lazy-src",
  "data-src",
  "data-original",
  "data-litespeed-src",
  "data-orig-file",
  "data-large-file",
]
const PLACEHOLDER = /^data:|blank|placeholder|spacer|lazy|loading|transparent|pixel|1x1/i
const MAX_ADDRESS = 2_000
const MAX_SET = 20_000

/** Whether people see a picture. */
export function isShown({ src, width, height, style = "" }: Attributes) {
  const isDot = [width, height].some((size) => /^\s*[01](px)?\s*$/i.test(size ?? ""))
  const isHidden = /(?<![\w-])(?:width|height)\s*:\s*[01]px|display\s*:\s*none/i.test(style.slice(0, 500))
  return !isDot && !isHidden && !TRACKER.test(src ?? "")
}

/** A picture of a sign, whose words it has. */
export const isEmoji = ({ src = "", alt = "" }: Attributes) => /images\/core\/emoji/.test(src) && alt !== ""

/** Whether another host's player plays at an address. */
export const playsElsewhere = (address: string) => findEmbed(address)?.kind === "frame"

// Counting pixels and emoji pictures, by their usual addresses.
const TRACKER = /feedburner\.com\/~|pixel\.wp\.com|\/b\.gif|images\/core\/emoji|doubleclick\.net|\/pixel\b/i
