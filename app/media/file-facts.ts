import type { MediaKind } from "#app/kit/lib/media.ts"
import { KINDS } from "./media.copy.ts"

const UNITS = ["o", "ko", "Mo", "Go", "To"]
const oneDigit = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 })

/** « 840 ko », « 1,2 Go »: as shops and systems count, by thousands. */
export function formatBytes(bytes: number) {
  let [amount, unit] = [bytes, 0]
  // What would be rounded up to a thousand is one of the next unit.
  while (amount >= 999.95 && unit < UNITS.length - 1) [amount, unit] = [amount / 1_000, unit + 1]
  return `${oneDigit.format(amount)}\u00a0${UNITS[unit]}`
}

/** « 0:09 », « 1:04:09 ». @param ms thousandths of a second */
export function formatLength(ms: number) {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const twoDigits = (value: number) => String(value).padStart(2, "0")
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = twoDigits(seconds % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

type Facts = {
  kind: MediaKind
  type: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
}

/** What tells a medium from others, in few words: « PNG », « 1600 × 1200 », « 840 ko ». */
export function factsOf({ kind, type, bytes, width, height, durationMs }: Facts) {
  return [
    TYPE_NAMES[type] ?? KINDS[kind].one,
    width && height && `${width}\u00a0×\u00a0${height}`,
    durationMs !== null && formatLength(durationMs),
    formatBytes(bytes),
  ].filter((fact) => typeof fact === "string")
}

const TYPE_NAMES: Record<string, string> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/avif": "AVIF",
  "image/gif": "GIF",
  "image/heic": "HEIC",
  "audio/mpeg": "MP3",
  "audio/mp4": "M4A",
  "audio/ogg": "Ogg",
  "audio/wav": "WAV",
  "audio/flac": "FLAC",
  "video/mp4": "MP4",
  "video/webm": "WebM",
  "text/vtt": "VTT",
  "application/x-subrip": "SRT",
  "application/pdf": "PDF",
}
