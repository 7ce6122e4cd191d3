import { once } from "node:events"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"

let worker: Worker | undefined
let stopping: NodeJS.Timeout | undefined
let queue = Promise.resolve()

/**
 * Renders a text in a thread of its own, one after the other, so that nobody else waits for it. The thread starts when it is
 * needed and stops when it has not been for a minute.
 *
 * @returns undefined when the text takes longer than 10 seconds, or more memory than a text can need
 */
export function renderInWorker(text: string): Promise<string | undefined> {
  const rendered = queue.then(() => render(text))
  queue = rendered.then(() => undefined)
  return rendered
}

async function render(text: string): Promise<string | undefined> {
  clearTimeout(stopping)
  const thread = (worker ??= start())
  thread.postMessage(text)
  try {
    const [html] = await once(thread, "message", { signal: AbortSignal.timeout(TIMEOUT_MS) })
    stopping = setTimeout(stop, IDLE_MS).unref()
    return html
  } catch {
    // Out of time, or dead: the next text gets a new thread.
    stop()
    return undefined
  }
}

function start() {
  // Beside this module, in the sources as in the build.
  const file = new URL(`./markdown-worker${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
  thread.unref()
  return thread
}

function stop() {
  void worker?.terminate()
  worker = undefined
}

const TIMEOUT_MS = 10_000
const IDLE_MS = 60_000
