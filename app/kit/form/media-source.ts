import { createContext, useContext } from "react"
import type { MediaKind } from "#app/kit/lib/media.ts"

/** A medium of the library, as a form takes it. */
export type PickedMedium = {
  id: number
  kind: MediaKind
  /** As content says, such as `audio/mpeg`. */
  type: string
  title: string
  /** What goes into a field: `/media/{key}/{name}`. */
  address: string
  alt: string
  bytes: number
  durationMs: number | null
}

/** What the back office gives its forms: they know no library. */
export type MediaSource = {
  /** Opens the library to choose from. @returns what was chosen, nothing when it was closed */
  pick: (wanted: { kinds: readonly MediaKind[]; isMany?: boolean }) => Promise<PickedMedium[]>
  /** Sends files into the library. @returns those that were taken, in their order; the others said why by themselves */
  upload: (files: readonly File[]) => Promise<PickedMedium[]>
  /** Takes what lies at another host's address into the library. @returns nothing when that failed, which was said then */
  copy: (address: string) => Promise<PickedMedium | undefined>
}

export const MediaSourceContext = createContext<MediaSource | null>(null)

/** Null where there is none: without scripts, and outside the back office. */
export function useMediaSource() {
  return useContext(MediaSourceContext)
}
