import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import type { ReadTranscript } from "./formats/read-transcript.ts"

const read = readerInThread<string, ReadTranscript>("transcript")

/** As `readTranscript` reads it, while others are answered. */
export const readTranscriptInThread = async (text: string): Promise<ReadTranscript> =>
  (await read(text)) ?? { problem: "Ce texte est trop long à lire." }
