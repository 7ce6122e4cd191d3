import type { MediaTags } from "#app/kit/lib/media.ts"
import type { MediaType } from "./recognised.ts"

/** What the media worker found out about a file, and made of it. */
export type Processed = {
  columns: {
    width?: number
    height?: number
    thumbhash?: string
    durationMs?: number
    bitRate?: number
    loudness?: number
    waveform?: string
    tags?: MediaTags
  }
  /** Already in the store. */
  files: {
    role: "main" | "variant"
    name: string
    type: MediaType
    width: number
    height: number
    bytes: number
    sha256: string
    path: string
  }[]
}
