import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { collectItems } from "./collect-items.server.ts"
import { withScheme } from "./feed-addresses.ts"
import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import type { OpenedFeed } from "./feed-source.server.ts"
import { type ImportMessage, type ImportReport, MAX_SHOWN, type SkippedItem } from "./feeds.schema.ts"
import { offerIdentity, takeIdentity } from "./identity/take-identity.server.ts"
import { type Choices, EVERYTHING, readChoices, toChoices } from "./import-choices.ts"
import { digestItems, previewImport } from "./import-preview.server.ts"
import { importItems, type ImportOptions } from "./import.server.ts"
import { createNdjson } from "./ndjson.ts"
import { nameFeed } from "./remembered/feed-address.ts"
import { rememberFeed } from "./remembered/remembered-feeds.server.ts"
import { openRemoteFeed } from "./remote-feed.server.ts"

type Options = {
  /** The feed is at an address, or sent as a body. */
  source: Partial<Upload> & { url?: string }
  /** How much of the body, at its beginning, is the host's choices; undefined where all is taken. */
  choicesBytes?: number
  /** `run` writes, if the feed still has the `expectedDigest` of its preview. */
  mode: "preview" | "run"
  expectedDigest?: string
  /** Bring back episodes that the hosts deleted. */
  withDeleted?: boolean
  /** The `key` of what the preview offered to take over of the podcast, if the host wants that, too. */
  identityKey?: string
  /** Whose medium the cover becomes, if anybody’s. */
  userId: string | null
  /** Called once nothing more of the feed is read, for whatever reason. */
  onRead?: () => void
  /** Of the request: whoever goes away ends the reading, but not the writing. */
  signal: AbortSignal
  /** What an address may lead to: the public internet, unless told otherwise. */
  guard?: AddressGuard
}

type Send = (message: ImportMessage) => void

/**
 * Answers with one JSON value a line (`ImportMessage`): how far it is, then a preview, a report or an error. Never
 * fails: what is wrong with the feed is told in French, anything else is logged and told in neutral words.
 */
export function streamImport(options: Options): Response {
  const gone = new AbortController()
  const signal = AbortSignal.any([options.signal, gone.signal])
  const { stream, send, close } = createNdjson<ImportMessage>(() => gone.abort())
  void work({ ...options, signal }, send)
    .catch((error: unknown) => send({ error: describe(error) }))
    .finally(() => {
      close()
      options.onRead?.()
    })
  return new Response(stream, { headers: HEADERS })
}

async function work(options: Options, send: Send) {
  const { mode, expectedDigest, withDeleted, identityKey, userId, signal, guard } = options
  const { choices, upload } = await takeChoices(options.source, options.choicesBytes)
  const opened = await open(options, upload)
  const collected = await read(opened, send)
  options.onRead?.()
  const { items, skipped, lack, channel } = collected
  if (signal.aborted) return
  const offer = offerIdentity(channel)
  if (mode === "preview") {
    const preview = await previewImport(items, { withDeleted, onRows: (rows) => send({ rows }) })
    return send({ preview: { ...shorten(preview, skipped), lack, identity: offer } })
  }
  if (digestItems(items) !== expectedDigest) return send({ error: CHANGED, changed: true })
  if (identityKey !== undefined && identityKey !== offer?.key)
    return send({ error: IDENTITY_CHANGED, changed: true })
  const taken = identityKey === undefined ? undefined : await takeIdentity(channel, { userId, guard })
  const onProgress = (done: number) => send({ phase: "write", done, total: items.length })
  onProgress(0)
  const remember = opened.origin && rememberFeed({ ...collected, origin: opened.origin })
  const onDone: ImportOptions["onDone"] = async (tx, ...done) => {
    await remember?.(tx, ...done)
    await taken?.write(tx)
  }
  const source = { title: nameFeed({ ...channel, url: opened.origin?.address }) }
  const report = await importItems(items, { withDeleted, choices, source, onProgress, onDone })
  if (taken) await refreshSiteSettings()
  const identity = taken && offer && { name: offer.name, coverFailure: taken.coverFailure }
  send({ report: { ...shorten(report, skipped), identity } })
}

/** Enough for 20,000 choices and as many corrected guests. */
const MAX_CHOICES_BYTES = 2_000_000

/**
 * Reads the choices that come before a feed in the body of a request; what follows them stays unread.
 *
 * @param bytes how long they are; undefined where nothing was chosen
 * @throws FeedError when they are too long, cut short, or no choices
 */
async function takeChoices(
  { body = null, totalBytes }: Partial<Upload>,
  bytes: number | undefined,
): Promise<{ choices: Choices; upload: Upload }> {
  if (bytes === undefined) return { choices: toChoices(EVERYTHING), upload: { body, totalBytes } }
  if (!Number.isSafeInteger(bytes) || bytes < 1) throw new FeedError(UNREADABLE)
  if (bytes > MAX_CHOICES_BYTES) throw new FeedError(TOO_LONG)
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

async function open({ source: { url }, signal, guard }: Options, upload: Upload): Promise<OpenedFeed> {
  if (url === undefined) return openUploadedFeed(upload, signal)
  return openRemoteFeed(withScheme(url), { guard, totalMs: MAX_DOWNLOAD_MS, signal })
}

async function read({ source, charset, totalBytes }: OpenedFeed, send: Send) {
  let bytes = 0
  let items = 0
  let told = 0
  const tell = () => {
    told = performance.now()
    send({ phase: "read", bytes, totalBytes, items })
  }
  async function* counted() {
    for await (const chunk of source) {
      bytes += chunk.length
      if (performance.now() - told >= READ_INTERVAL_MS) tell()
      yield chunk
    }
  }
  const collected = await collectItems({ source: counted(), charset }, (count) => {
    items = count
  })
  tell()
  return collected
}

/** What the reading skipped comes first: it has positions in the feed. */
function shorten<Result extends ImportReport>(result: Result, skipped: SkippedItem[]) {
  const all = [...skipped, ...result.skipped]
  return {
    ...result,
    skipped: all.slice(0, MAX_SHOWN),
    skippedCount: all.length,
    remarks: result.remarks.slice(0, MAX_SHOWN),
    remarkCount: result.remarks.length,
  }
}

function describe(error: unknown) {
  if (error instanceof FeedError) return error.message
  log.error(error, "import failed")
  return FAILED
}

const HEADERS = {
  "Content-Type": "application/x-ndjson; charset=utf-8",
  "Cache-Control": "private, no-store",
  // Otherwise nginx keeps the lines until there are enough of them.
  "X-Accel-Buffering": "no",
}
const MAX_DOWNLOAD_MS = 600_000
const READ_INTERVAL_MS = 200
const CHANGED = "Le flux a changé depuis l’aperçu : rien n’a été importé. Regardez d’abord le nouvel aperçu."
const IDENTITY_CHANGED =
  "Ce qui est dit du podcast a changé depuis l’aperçu\u00a0: rien n’a été importé. Regardez d’abord le nouvel aperçu."
const FAILED = "L’import a échoué et rien n’a été changé. Le journal du site dit pourquoi."

type Upload = { body: ReadableStream<Uint8Array> | null; totalBytes?: number }

/**
 * A feed sent as the raw body of a request, read as it arrives. Throws a FeedError when more than 100 MB are announced;
 * reading it throws one when the sender stops on the way or `signal` says that nobody waits any more.
 */
function openUploadedFeed({ body, totalBytes }: Upload, signal: AbortSignal): OpenedFeed {
  if (totalBytes !== undefined && totalBytes > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
  return { source: readBody(body, signal), totalBytes }
}

async function* readBody(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener("abort", stop)
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new FeedError(INTERRUPTED)
      })
      if (signal.aborted) throw new FeedError(INTERRUPTED)
      if (done) return
      yield value
    }
  } finally {
    // A browser reads no answer before it has sent everything: the rest is taken, and thrown away.
    if (!signal.aborted) await discardRest(reader)
    signal.removeEventListener("abort", stop)
    stop()
  }
}

async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let bytes = 0
  while (bytes <= MAX_FEED_BYTES) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done) return
    bytes += value?.length ?? 0
  }
}

const INTERRUPTED = "L’envoi du fichier a été interrompu."
