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

/** How far something is on its way into the library, in words of its own. */
export type Progress =
  /** `share` of 1, as far as it is known. */
  | { phase: "moving"; says: string; share?: number }
  | { phase: "failed"; says: string; canRetry: boolean }
  | { phase: "done"; medium: PickedMedium }
  /** Nobody wants it any more. */
  | { phase: "gone" }

/** Something on its way into the library, for a form that shows it where it will be. */
export type Transfer = {
  name: string
  progress: () => Progress
  /** @returns the function that stops listening */
  subscribe: (listener: () => void) => () => void
  retry: () => void
  cancel: () => void
}

/** What the back office gives its forms: they know no library. */
export type MediaSource = {
  /** Opens the library to choose from. @returns what was chosen, nothing when it was closed */
  pick: (wanted: {
    kinds: readonly MediaKind[]
    isMany?: boolean
    /** Takes files that are chosen there and not in the library yet, which closes it. */
    onFiles?: (files: readonly File[]) => void
  }) => Promise<PickedMedium[]>
  /** Sends files into the library. @returns those that were taken, in their order; the others said why by themselves */
  upload: (files: readonly File[]) => Promise<PickedMedium[]>
  /** Sends a file, or another host's picture, into the library: the same, for who shows it on its way. */
  send: (what: File | { address: string; name: string }) => Transfer
  /** Takes what lies at another host's address into the library. @returns nothing when that failed, which was said then */
  copy: (address: string) => Promise<PickedMedium | undefined>
}

export const MediaSourceContext = createContext<MediaSource | null>(null)

/** Null where there is none: without scripts, and outside the back office. */
export function useMediaSource() {
  return useContext(MediaSourceContext)
}
