import type { Progress, Transfer } from "#app/kit/form/media-source.ts"
import { copy } from "../copy/copy-into-library.ts"
import { wordsOf } from "../upload/transfer-words.ts"
import { add, cancel, listSent, retry, type Sent, subscribe } from "../upload/upload-queue.ts"

/** A file in the queue, for who shows it somewhere else than in its list (`MediaSource.send`). */
export function sendFile(file: File): Transfer {
  const { progress, set, subscribe: hear } = watch({ phase: "moving", says: "" })
  let id = add(file)
  const look = () => {
    const sent = listSent().find((one) => one.id === id)
    if (sent) set(progressOf(sent))
    // What failed says so here for as long as somebody wants it, also where the list was closed.
    else if (progress().phase === "moving") set({ phase: "gone" })
  }
  look()
  const leave = subscribe(() => {
    look()
    if (progress().phase === "done") leave()
  })
  return {
    name: file.name,
    progress,
    subscribe: hear,
    retry() {
      if (listSent().some((one) => one.id === id)) retry(id)
      else id = add(file)
      look()
    },
    cancel() {
      leave()
      cancel(id)
      set({ phase: "gone" })
    },
  }
}

function progressOf(sent: Sent): Progress {
  const { phase, bytes, file, canRetry = false, medium } = sent
  const says = wordsOf(sent) ?? ""
  if (phase === "failed") return { phase, says, canRetry }
  if (phase === "done" && medium) return { phase, medium }
  return { phase: "moving", says, share: phase === "processing" ? undefined : bytes / (file.size || 1) }
}

/** Another host's picture, which this site's server fetches (`MediaSource.send`). */
export function sendPicture({ address, name }: { address: string; name: string }): Transfer {
  const { set, ...told } = watch(COPYING)
  let stop = new AbortController()
  const start = async () => {
    const { signal } = (stop = new AbortController())
    set(COPYING)
    await takeTurn()
    const copied = signal.aborted ? undefined : await copy({ address, isPicture: "on" }, signal)
    endTurn()
    if (signal.aborted || !copied) return
    if ("medium" in copied) set({ phase: "done", medium: copied.medium })
    else set({ phase: "failed", says: copied.failure, canRetry: true })
  }
  void start()
  return {
    ...told,
    name,
    retry: () => void start(),
    cancel() {
      stop.abort()
      set({ phase: "gone" })
    },
  }
}

const COPYING: Progress = { phase: "moving", says: "Copie dans la médiathèque…" }

function watch(first: Progress) {
  const listeners = new Set<() => void>()
  let latest = first
  return {
    progress: () => latest,
    set(next: Progress) {
      latest = next
      for (const tell of listeners) tell()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The server copies four at a time, of all its people. */
const MAX_AT_ONCE = 2
let turns = 0
const waiting: (() => void)[] = []

async function takeTurn() {
  if (turns < MAX_AT_ONCE) turns += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn() {
  const next = waiting.shift()
  if (next) next()
  else turns -= 1
}
