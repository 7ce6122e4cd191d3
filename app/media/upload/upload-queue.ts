import type { PickedMedium } from "#app/kit/form/media-source.ts"
import { fingerprint, forget } from "./remembered-uploads.ts"
import { sendFile } from "./send-file.ts"
import { newSpeed } from "./speed.ts"
import { askState, endUpload, SendError } from "./upload-requests.ts"

// Uploads of this page, outside React: they go on while one moves through the site.

export type Sent = {
  id: number
  file: File
  phase: "queued" | "sending" | "waiting" | "processing" | "done" | "failed"
  bytes: number
  /** Bytes a second, once it is known. */
  speed?: number
  isOffline?: boolean
  isDuplicate?: boolean
  failure?: string
  /** Not what was refused for what it is. */
  canRetry?: boolean
  medium?: PickedMedium
}

type Job = {
  url?: string
  stop: AbortController
  settle: (medium?: PickedMedium) => void
  settled: Promise<PickedMedium | undefined>
}

const MAX_AT_ONCE = 3
const POLL_MS = 1_000
/** Asked after at once: many pictures wait for the worker in their order. */
const MAX_ASKED = 4

let items: readonly Sent[] = []
const jobs = new Map<number, Job>()
const listeners = new Set<() => void>()
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const listSent = () => items
const NONE: readonly Sent[] = []
export const listNone = () => NONE

/** @returns the media that were made of them, in their order; those that were refused or cancelled are left out */
export async function upload(files: readonly File[]) {
  const media = await Promise.all(files.flatMap((file) => jobs.get(add(file))?.settled ?? []))
  return media.filter((medium) => medium !== undefined)
}

export function retry(id: number) {
  change(id, { phase: "queued", failure: undefined })
  next()
}

/** Stops it, and lets the server forget what it has. */
export function cancel(id: number) {
  const item = items.find((one) => one.id === id)
  const job = jobs.get(id)
  if (!item || !job) return
  job.stop.abort()
  job.settle()
  drop([id])
  forget(fingerprint(item.file))
  // What cannot be told now vanishes by itself.
  if (job.url && item.phase !== "done") endUpload(job.url).catch(() => {})
  next()
}

/** Takes what is over off the list. */
export function clear() {
  drop(items.filter(isOver).map(({ id }) => id))
}

/** Takes what arrived off the list; what failed stays. */
export function clearDone() {
  drop(items.filter(({ phase }) => phase === "done").map(({ id }) => id))
}

export const isOver = ({ phase }: Sent) => phase === "done" || phase === "failed"
/** Leaving the page would cut it. */
export const isUnderWay = ({ phase }: Sent) =>
  phase === "queued" || phase === "sending" || phase === "waiting"

/** @returns the number that it has in the list; the same file is on its way once */
export function add(file: File) {
  const same = items.find((one) => !isOver(one) && fingerprint(one.file) === fingerprint(file))
  if (same) return same.id
  const { promise: settled, resolve: settle } = Promise.withResolvers<PickedMedium | undefined>()
  const id = (lastId += 1)
  jobs.set(id, { stop: new AbortController(), settle, settled })
  items = [...items, { id, file, phase: "queued", bytes: 0 }]
  next()
  tell()
  return id
}

/** Lets the next ones begin. */
function next() {
  const active = items.filter(({ phase }) => phase === "sending" || phase === "waiting").length
  for (const { id, file } of items
    .filter(({ phase }) => phase === "queued")
    .slice(0, Math.max(0, MAX_AT_ONCE - active)))
    void send(id, file)
}

async function send(id: number, file: File) {
  const job = jobs.get(id)
  if (!job) return
  const { signal } = job.stop
  const speed = newSpeed()
  change(id, { phase: "sending" })
  try {
    await sendFile(file, {
      signal,
      onUrl: (url) => void (job.url = url),
      onProgress: (bytes) => change(id, { phase: "sending", bytes, speed: speed(bytes) }),
      onWaiting: (isOffline) => change(id, { phase: "waiting", isOffline, speed: undefined }),
    })
    change(id, { phase: "processing" })
    timer ??= setTimeout(poll, POLL_MS / 4)
  } catch (error) {
    if (!signal.aborted) fail(id, error)
  }
  next()
}

/** Asks what became of those that the server has whole. */
async function poll() {
  const waiting = items.filter(({ phase }) => phase === "processing")
  await Promise.all(waiting.slice(0, MAX_ASKED).map(({ id, file }) => look(id, file)))
  timer = items.some(({ phase }) => phase === "processing") ? setTimeout(poll, POLL_MS) : undefined
}

async function look(id: number, file: File) {
  const job = jobs.get(id)
  if (!job?.url) return
  try {
    const { phase, medium, failure, isDuplicate } = await askState(job.url, job.stop.signal)
    if (phase === "ready" && medium) {
      forget(fingerprint(file))
      change(id, { phase: "done", medium, isDuplicate })
      job.settle(medium)
    } else if (phase === "failed") {
      forget(fingerprint(file))
      change(id, { phase: "failed", failure, canRetry: false })
      job.settle()
    }
  } catch (error) {
    const isOverSoon = error instanceof SendError && error.isTemporary
    if (!job.stop.signal.aborted && !isOverSoon) fail(id, error)
  }
}

function fail(id: number, error: unknown) {
  const failure = error instanceof SendError ? error.message : UNREADABLE
  change(id, { phase: "failed", failure, canRetry: error instanceof SendError })
  jobs.get(id)?.settle()
}

function change(id: number, values: Partial<Sent>) {
  items = items.map((item) => (item.id === id ? { ...item, ...values } : item))
  tell()
}

function drop(ids: number[]) {
  items = items.filter(({ id }) => !ids.includes(id))
  for (const id of ids) jobs.delete(id)
  tell()
}

function tell() {
  for (const listener of listeners) listener()
}

/** What the browser throws when a file was moved or changed. */
const UNREADABLE = "Ce fichier ne peut plus être lu : a-t-il été déplacé ou modifié ?"
