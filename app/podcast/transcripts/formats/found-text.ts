import type { FoundCue } from "#app/kit/lib/cues.ts"
import { READABLE } from "./names.ts"

/** What a reader finds in a file, and what it had to change for it; or why it reads none of it. Sentences in French. */
export type FoundText = { cues: FoundCue[]; notes?: string[] } | { problem: string }

/** @param what cannot be read, as a sentence */
export const refuse = (what: string): FoundText => ({ problem: `${what} Sont lus\u00a0: ${READABLE}.` })
