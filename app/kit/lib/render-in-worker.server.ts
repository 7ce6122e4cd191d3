import { createWorkerThread } from "./worker-thread.server.ts"

/**
 * Renders a text in a thread of its own, one after the other, so that nobody else waits for it.
 *
 * @returns undefined when the text takes too long, or too much memory
 */
export const renderInWorker = createWorkerThread<string, string>("markdown-worker")
