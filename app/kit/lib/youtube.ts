import { parsePublicUrl } from "./public-url.ts"
import { readStart } from "./start-times.ts"

/** The privacy-friendly player for the address of a YouTube video or playlist, or undefined for any other address. */
export function youtubeEmbed(address: string) {
  const url = parsePublicUrl(address)
  if (!url) return undefined
  const { hostname, pathname, searchParams, hash } = url
  const host = hostname.replace(/^(?:www|m|music)\./, "")
  const id =
    host === "youtu.be"
      ? /^\/([^/]+)\/?$/.exec(pathname)?.[1]
      : SITES.has(host)
        ? (searchParams.get("v") ?? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1])
        : undefined
  const list = SITES.has(host) || host === "youtu.be" ? searchParams.get("list") : null
  // Of lists, those that belong to nobody in particular.
  const known = list !== null && /^(?:PL|UU|FL|OLAK5uy_)[\w-]{10,60}$/.test(list) ? list : undefined
  const isVideo = id !== undefined && id !== "videoseries" && /^[\w-]{6,20}$/.test(id)
  const isList = known !== undefined && (id === "videoseries" || pathname === "/playlist")
  if (!isVideo && !isList) return undefined
  const player = new URL(`https://www.youtube-nocookie.com/embed/${isVideo ? id : "videoseries"}?autoplay=1`)
  if (known !== undefined) player.searchParams.set("list", known)
  const start = readStart(searchParams.get("t") ?? searchParams.get("start") ?? hash.replace(/^#t=/, ""))
  if (start > 0) player.searchParams.set("start", String(start))
  return player.href
}

const SITES = new Set(["youtube.com", "youtube-nocookie.com"])
