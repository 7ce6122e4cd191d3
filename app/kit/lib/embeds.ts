import { mediaKey } from "./media.ts"
import { parsePublicUrl } from "./public-url.ts"
import { readStart } from "./start-times.ts"
import { youtubeEmbed } from "./youtube.ts"

/** What plays inside a text. `frame`: the player of another host, loaded once somebody asks for it. */
export type Embed =
  | { kind: "frame"; provider: "YouTube" | "Vimeo" | "Spotify"; player: string; shape: "wide" | "strip" }
  | { kind: "audio" | "video" }

/** What the address of a film or a sound plays as, or undefined for an address that is just a link. */
export function findEmbed(address: string): Embed | undefined {
  if (address.length > MAX_LENGTH) return undefined
  if (mediaKey(address) !== undefined) return ownMedia(address)
  const youtube = youtubeEmbed(address)
  if (youtube) return { kind: "frame", provider: "YouTube", player: youtube, shape: "wide" }
  const url = parsePublicUrl(address)
  const host = url?.hostname.replace(/^www\./, "")
  if (url && (host === "vimeo.com" || host === "player.vimeo.com")) return vimeo(url)
  if (url && host === "open.spotify.com") return spotify(url)
  return undefined
}

/** What one does with another host's player. */
export function spellPlaying(shape: "wide" | "strip") {
  return shape === "wide" ? "Lire la vidéo" : "Écouter"
}

/** The film that another host plays at an address, if one does. */
export function findFilm(address: string) {
  const embed = findEmbed(address)
  return embed?.kind === "frame" && embed.shape === "wide" ? embed : undefined
}

function ownMedia(address: string): Embed | undefined {
  const [, extension = ""] = /\.(\w{3,5})$/.exec(address) ?? []
  if (/^(?:mp3|m4a|ogg|opus|wav|flac)$/i.test(extension)) return { kind: "audio" }
  if (/^(?:mp4|webm)$/i.test(extension)) return { kind: "video" }
  return undefined
}

/** A film that is not listed has a key behind its number. */
function vimeo({ pathname, searchParams, hash }: URL): Embed | undefined {
  const [, id, key = searchParams.get("h") ?? ""] = VIMEO.exec(pathname) ?? []
  if (id === undefined) return undefined
  const player = new URL(`https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`)
  if (/^[0-9a-f]{6,20}$/i.test(key)) player.searchParams.set("h", key)
  const start = readStart(hash.replace(/^#t=/, ""))
  if (start > 0) player.hash = `t=${start}s`
  return { kind: "frame", provider: "Vimeo", player: player.href, shape: "wide" }
}

const VIMEO =
  /^\/(?:video\/|channels\/[\w-]{1,80}\/|groups\/[\w-]{1,80}\/videos\/|(?:album|showcase)\/\d{1,12}\/video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/i

function spotify({ pathname, searchParams }: URL): Embed | undefined {
  const [, kind, id] =
    /^\/(?:intl-[a-z]{2}(?:-[a-z]{2})?\/)?(?:embed\/)?(episode|show|track|album|playlist|artist)\/(\w{10,40})\/?$/i.exec(
      pathname,
    ) ?? []
  if (kind === undefined) return undefined
  const start = kind === "episode" ? readStart(searchParams.get("t") ?? "") : 0
  const player = `https://open.spotify.com/embed/${kind}/${id}${start > 0 ? `?t=${start}` : ""}`
  return { kind: "frame", provider: "Spotify", player, shape: "strip" }
}

/** The origins that players of other hosts come from. */
export const PLAYER_ORIGINS = [
  "https://www.youtube-nocookie.com",
  "https://player.vimeo.com",
  "https://open.spotify.com",
] as const

const MAX_LENGTH = 2_000
