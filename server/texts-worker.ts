/**
 * Reads, in a thread of its own, texts that come from elsewhere, or would hold up all others (app/lib/text-thread.server.ts). What
 * a reader needs is loaded with its first text.
 */
import { parentPort } from "node:worker_threads"
import type { Asked, TextReader } from "#app/lib/text-thread.server.ts"

const READERS: Record<TextReader, () => Promise<(text: never) => unknown>> = {
  return: async () => (await import("#app/features/letters/bounces/read-return.ts")).readReturn,
  transcript: async () =>
    (await import("#app/features/transcripts/formats/read-transcript.ts")).readTranscript,
  chapters: async () => (await import("#app/lib/chapters-json.ts")).readChaptersJson,
  "feed-item": async () => (await import("#app/features/feeds/feed-item-mapping.server.ts")).mapItem,
  "letter-names": async () => (await letterForms()).namesOf,
  "letter-mail": async () => (await letterForms()).mailOf,
  "letter-site": async () => (await letterForms()).siteHtmlOf,
}

const letterForms = () => import("#app/features/letters/template/letter-forms.ts")

parentPort?.on("message", ({ reader, text }: Asked) => {
  void READERS[reader]().then((read) => parentPort?.postMessage(read(text as never)))
})
