import { mediaAddress, mediaKey } from "#app/kit/lib/media.ts"
import type { FeedEpisode, FeedFile } from "./feed-episodes.server.ts"

/** What directories take as the picture of a podcast or an episode: a square one of this size, in pixels of a side. */
const PICTURE = { least: 1_400, most: 3_000, types: ["image/jpeg", "image/png"] }
const ENDINGS: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png" }

type Sound = Pick<FeedEpisode, "audioUrl" | "audioType" | "audioBytes" | "sound">

const TYPES: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/x-m4a",
  mp4: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
}

/**
 * The sound of an episode as its enclosure: of a file of the library, what it really is; of another host's, what is known.
 * Undefined where the library has it no more, or not yet: nobody could fetch it.
 */
export function enclosureOf(episode: Sound, publicUrl: string) {
  const { audioUrl, sound } = episode
  if (audioUrl === "") return undefined
  if (mediaKey(audioUrl)) {
    if (sound?.kind !== "audio") return undefined
    return { url: publicUrl + audioUrl, length: sound.bytes, type: sound.type }
  }
  const [, ending = ""] = /\.(\w{3,4})(?:[?#]|$)/.exec(audioUrl) ?? []
  const type = episode.audioType || TYPES[ending.toLowerCase()] || "audio/mpeg"
  // Unknown is 0, as the standard's authors have it: https://www.rssboard.org/rss-profile#element-channel-item-enclosure
  return { url: toWhole(audioUrl, publicUrl), length: episode.audioBytes ?? 0, type }
}

/** True of what directories take. */
export function isDirectoryPicture({ type, width, height }: FeedFile) {
  const { least, most, types } = PICTURE
  return types.includes(type) && width === height && width !== null && width >= least && width <= most
}

/**
 * The address of a picture as directories take it: of the library, one of their size, under a name that says its format. What
 * other hosts have is not known; YouTube's are never square.
 */
export function pictureAddress(address: string | null, file: FeedFile | null, publicUrl: string) {
  if (!address) return undefined
  if (mediaKey(address)) {
    if (!file || !isDirectoryPicture(file)) return undefined
    return publicUrl + mediaAddress(file.key, `image.${ENDINGS[file.type]}`)
  }
  if (!/^https?:/i.test(address)) return undefined
  return /^https?:\/\/(?:i\d?|img)\.(?:ytimg|youtube)\.com\//i.test(address) ? undefined : address
}

export function toWhole(address: string, publicUrl: string) {
  return address.startsWith("/") ? publicUrl + address : address
}
