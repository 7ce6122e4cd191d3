import { isQuick } from "../markdown.server.ts"
import { createWorkerThread } from "../worker-thread.server.ts"
import type { RichNode } from "./nodes.ts"
import { readRichText } from "./read-rich-text.ts"

const readInThread = createWorkerThread<string, RichNode>("rich-text-worker")

/**
 * A text as the editor takes it; a long one is read in another thread.
 *
 * @returns undefined when it takes too long, or too much memory
 */
export const openRichText = async (markdown: string) =>
  isQuick(markdown) ? readRichText(markdown) : readInThread(markdown)
