import type { Chapter } from "#app/kit/lib/chapters.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import { formatTime } from "../player/times.ts"

/** What is known of a sound, as the studio shows it. */
export type Heard = {
  name: string
  bytes: number | null
  durationSeconds: number | null
  /** In LUFS. */
  loudness: number | null
  /** Its outline, a digit of base 36 for each bar (player/waves.server.ts). */
  bars: string | null
  /** Those that its file has. */
  chapters: Chapter[]
  /** Nothing is heard in it. */
  isSilent: boolean
  /** It is being read: there will be more to say. */
  isWaiting: boolean
}

/** The last part of an address, as a file is called. */
export function nameIn(address: string | null) {
  const path = (address ?? "").replace(/[?#].*$/, "")
  const name = path.slice(path.lastIndexOf("/") + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Where a sound of another host is, whose loudness and outline nobody measured. */
export function describeHost(address: string) {
  if (address.startsWith("/") || !URL.canParse(address)) return ""
  return `chez ${new URL(address).host}, volume non mesuré`
}

/** Podcasts are asked to be near −16 LUFS in stereo, −19 in mono, −14 by some platforms: around these nobody turns a knob. */
const LOUDNESS = { least: -20.5, most: -13 }

type Said = Pick<Heard, "durationSeconds" | "bytes" | "loudness" | "isSilent">

/** A sound in a line: « 48:07 · 44,1 Mo · −16 LUFS, comme il faut ». */
export function describeSound({ durationSeconds, bytes, loudness, isSilent }: Said) {
  return [
    durationSeconds !== null && formatTime(durationSeconds),
    bytes !== null && formatBytes(bytes),
    loudness !== null && describeLoudness(loudness),
    isSilent && "rien ne s’y entend",
  ]
    .filter(Boolean)
    .join(" · ")
}

function describeLoudness(loudness: number) {
  const said = `${Math.round(loudness).toString().replace("-", "−")}\u00a0LUFS`
  if (loudness < LOUDNESS.least) return `trop faible\u00a0: ${said}`
  if (loudness > LOUDNESS.most) return `trop fort\u00a0: ${said}`
  return `${said}, comme il faut`
}
