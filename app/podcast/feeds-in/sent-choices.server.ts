import { FeedError } from "./feed-error.ts"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { type Choices, EVERYTHING, readChoices, toChoices } from "./import-choices.ts"
import type { Upload } from "./uploaded-feed.server.ts"

/** Enough for 20,000 choices and as many corrected guests. */
const MAX_BYTES = 2_000_000

/**
 * Reads the choices that come before a feed in the body of a request; what follows them stays unread.
 *
 * @param bytes how long they are; undefined where nothing was chosen
 * @throws FeedError when they are too long, cut short, or no choices
 */
export async function takeChoices(
  { body = null, totalBytes }: Partial<Upload>,
  bytes: number | undefined,
): Promise<{ choices: Choices; upload: Upload }> {
  if (bytes === undefined) return { choices: toChoices(EVERYTHING), upload: { body, totalBytes } }
  if (!Number.isSafeInteger(bytes) || bytes < 1) throw new FeedError(UNREADABLE)
  if (bytes > MAX_BYTES) throw new FeedError(TOO_LONG)
  const reader = body?.getReader()
  const { head, rest } = await readHead(reader, bytes)
  return {
    choices: await parseChoices(head),
    upload: { body: remainder(rest, reader), totalBytes: totalBytes && totalBytes - bytes },
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array> | undefined

async function readHead(reader: Reader, bytes: number) {
  const pieces: Uint8Array[] = []
  for (let missing = bytes; missing > 0;) {
    const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true }
    if (done || !value) throw new FeedError(UNREADABLE)
    pieces.push(value)
    missing -= value.length
  }
  const all = Buffer.concat(pieces)
  return { head: all.subarray(0, bytes), rest: all.subarray(bytes) }
}

async function parseChoices(head: Buffer) {
  // NUL and the like come from no keyboard, and are refused by the database.
  const chosen = await readChoices(cleanCharacters(head.toString())).catch(() => {
    throw new FeedError(UNREADABLE)
  })
  return toChoices(chosen)
}

function remainder(first: Uint8Array, reader: Reader) {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (first.length > 0) controller.enqueue(first)
    },
    async pull(controller) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}

const UNREADABLE = "Vos choix n’ont pas été reçus en entier : rien n’a été importé. Réessayez."
const TOO_LONG = "Il y a trop de corrections pour un seul import : importez en plusieurs fois."
