import type { MediaKind } from "#app/kit/lib/media.ts"
import type { Bytes } from "./bytes.ts"

/** What a file is, by its content alone. */
export type Recognised = {
  kind: MediaKind
  type: MediaType
  /** Of films: how large a picture is, its decoder says. */
  width?: number
  height?: number
  durationMs?: number
}

export type MediaType = keyof typeof EXTENSIONS

/** What a file's name ends with. */
export const EXTENSIONS = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "image/heic": "heic",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/webm": "weba",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "text/vtt": "vtt",
  "application/x-subrip": "srt",
  "application/pdf": "pdf",
} as const

/** Undefined for what is another kind; a RefusedFileError for what is this kind and cannot be taken. */
export type Recogniser = (bytes: Bytes, head: Buffer) => Promise<Recognised | undefined>

/** The bounds of what is taken. A picture of so many pixels takes 400 MB to decode. */
export const MAX_PIXELS = 100_000_000
/** Decoded by WebAssembly, each takes four times as much. */
export const MAX_HEIC_PIXELS = 50_000_000
export const MAX_IMAGE_BYTES = 100_000_000
export const MAX_TEXT_BYTES = 10_000_000
export const MAX_DURATION_MS = 12 * 3_600_000
