/**
 * Reads, in a thread of its own, texts that come from elsewhere, or would hold up all others (app/kit/lib/text-thread.server.ts). What
 * a reader needs is loaded with its first text.
 */
import { parentPort } from "node:worker_threads"
import type { Asked, TextReader } from "#app/kit/lib/text-thread.server.ts"

const READERS: Record<TextReader, () => Promise<(text: never) => unknown>> = {
  bounce: async () => (await import("#app/audience/letters/bounces/read-bounce.ts")).readBounce,
  transcript: async () =>
    (await import("#app/podcast/transcripts/formats/read-transcript.ts")).readTranscript,
  chapters: async () => (await import("#app/kit/lib/chapters-json.ts")).readChaptersJson,
  "feed-item": async () => (await import("#app/podcast/feeds-in/feed-item-mapping.server.ts")).mapItem,
  "wordpress-text": async () => (await import("#app/office/import/wordpress/to-text.ts")).toText,
  "ghost-text": async () => (await import("#app/office/import/ghost/to-text.ts")).toText,
  "substack-text": async () => (await import("#app/office/import/substack/to-text.ts")).toText,
  "medium-text": async () => (await import("#app/office/import/medium/to-text.ts")).toText,
  "letter-names": async () => (await letterForms()).namesOf,
  "letter-mail": async () => (await letterForms()).mailOf,
  "letter-site": async () => (await letterForms()).siteHtmlOf,
  "former-password": async () => (await import("#app/accounts/auth/former-passwords.ts")).isFormerPassword,
  "version-notes": async () => (await import("#app/kit/lib/markdown/notes.ts")).toNotesHtml,
}

const letterForms = () => import("#app/audience/letters/template/letter-forms.ts")

parentPort?.on("message", ({ reader, text }: Asked) => {
  void READERS[reader]().then((read) => parentPort?.postMessage(read(text as never)))
})
