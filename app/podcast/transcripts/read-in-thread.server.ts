import type { Cue } from "#app/kit/lib/cues.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"

const read = readerInThread<string, Cue[]>("transcript")

/** As `readTranscript` reads it, while others are answered. @returns none where there is nothing to read */
export const readTranscriptInThread = async (text: string) => (await read(text)) ?? []
