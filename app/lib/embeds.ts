import { mediaKey } from "./media.ts"
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
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, "")
  if (host === "vimeo.com" || host === "player.vimeo.com") return vimeo(pathname)
  if (host === "open.spotify.com") return spotify(pathname)
  return undefined
}

function ownMedia(address: string): Embed | undefined {
  const [, extension = ""] = /\.(\w{3,5})$/.exec(address) ?? []
  if (/^(?:mp3|m4a|ogg|opus|wav|flac)$/i.test(extension)) return { kind: "audio" }
  if (/^(?:mp4|webm)$/i.test(extension)) return { kind: "video" }
  return undefined
}

function vimeo(path: string): Embed | undefined {
  const [, id] = /^\/(?:video\/)?(\d{5,12})\/?$/.exec(path) ?? []
  const player = `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`
  return id ? { kind: "frame", provider: "Vimeo", player, shape: "wide" } : undefined
}

function spotify(path: string): Embed | undefined {
  const [, kind, id] =
    /^\/(?:intl-[a-z]{2}\/)?(episode|show|track|album|playlist)\/(\w{10,40})\/?$/.exec(path) ?? []
  const player = `https://open.spotify.com/embed/${kind}/${id}`
  return id ? { kind: "frame", provider: "Spotify", player, shape: "strip" } : undefined
}

/** The origins that players of other hosts come from. */
export const PLAYER_ORIGINS = [
  "https://www.youtube-nocookie.com",
  "https://player.vimeo.com",
  "https://open.spotify.com",
] as const

const MAX_LENGTH = 2_000
