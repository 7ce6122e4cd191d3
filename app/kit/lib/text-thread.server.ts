import { createWorkerThread } from "./worker-thread.server.ts"

/** What reads which kind of text: server/texts-worker.ts. */
export type TextReader =
  | "bounce"
  | "transcript"
  | "chapters"
  | "feed-item"
  | "wordpress-text"
  | "ghost-text"
  | "substack-text"
  | "medium-text"
  | "letter-names"
  | "letter-mail"
  | "letter-site"
  | "former-password"
  | "version-notes"
export type Asked = { reader: TextReader; text: unknown }

const ask = createWorkerThread<Asked, unknown>("texts-worker")

/**
 * A reader of texts that come from elsewhere, in a thread that all such readers share: it has one text after the other, and nobody
 * who visits the site waits for it.
 *
 * @returns what reads one: undefined when it takes too long, or more memory than a text can need
 */
export function readerInThread<Text, Found>(reader: TextReader) {
  return async (text: Text) => (await ask({ reader, text })) as Found | undefined
}
