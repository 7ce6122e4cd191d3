// Addresses of what is in the media library: `/media/{key}/{name}`. The key cannot be guessed; the name is for people and apps,
// and any name leads to the medium's main file, unless it is that of one of its smaller pictures (`640.avif`).

export const MEDIA_KINDS = ["image", "audio", "video", "text", "document"] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

export const MEDIA_STATES = ["waiting", "working", "ready", "failed"] as const
export type MediaState = (typeof MEDIA_STATES)[number]

/** `main`: what addresses of people lead to. `variant`: a smaller picture. `original`: kept as it was sent, never served. */
export const FILE_ROLES = ["main", "variant", "original"] as const

/** What was read from a sound or a film. Times in seconds. */
export type MediaTags = {
  title?: string
  artist?: string
  album?: string
  chapters?: { start: number; title: string; url?: string }[]
  /** A picture in the sound's own file, which can be taken into the library. */
  hasCover?: boolean
}

const ADDRESS = /^\/media\/([\w-]{22})\//

/** The key in an address of the library, or undefined for any other address. */
export function mediaKey(address: string | null | undefined) {
  return ADDRESS.exec(address ?? "")?.[1]
}

/**
 * The address of a smaller picture of the library, where an address is one of its; any other as it is.
 *
 * @param width one that pictures come in, such as 160, 320 or 640: of a smaller picture it leads to that itself
 */
export function smallerPicture<Address extends string | null>(address: Address, width: number) {
  const key = mediaKey(address)
  return key === undefined ? address : mediaAddress(key, `${width}.webp`)
}

/** The address of a file of the library. @param name `mon-episode.mp3`, or that of a variant: `640.avif` */
export function mediaAddress(key: string, name: string) {
  return `/media/${key}/${encodeURIComponent(name)}`
}
