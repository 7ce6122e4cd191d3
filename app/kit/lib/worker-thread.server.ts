import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { noteLoss, noteRecovery } from "./losses.server.ts"
import { type WorkerName, workerFile } from "./worker-files.server.ts"

const IDLE_MS = 60_000

/**
 * A thread that answers one question after the other, so that nobody else waits for it. It starts when it is needed and stops
 * when it has not been for a minute.
 *
 * @returns what asks it: undefined when the answer takes longer (10 seconds, unless told otherwise), or more memory than a text can need
 */
export function createWorkerThread<Asked, Answer>(name: WorkerName, timeoutMs = 10_000) {
  let worker: Worker | undefined
  let stopping: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  function start() {
    const thread = new Worker(workerFile(name), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    thread.unref()
    return thread
  }

  function stop() {
    void worker?.terminate()
    worker = undefined
  }

  async function answer(asked: Asked): Promise<Answer | undefined> {
    clearTimeout(stopping)
    try {
      const thread = (worker ??= start())
      thread.postMessage(asked)
      const [found] = await once(thread, "message", { signal: AbortSignal.timeout(timeoutMs) })
      stopping = setTimeout(stop, IDLE_MS).unref()
      noteRecovery(name)
      return found as Answer
    } catch (error) {
      noteLoss(name, error)
      // Out of time, or dead: the next question gets a new thread.
      stop()
      return undefined
    }
  }

  return (asked: Asked): Promise<Answer | undefined> => {
    const answered = queue.then(() => answer(asked))
    queue = answered
    return answered
  }
}
