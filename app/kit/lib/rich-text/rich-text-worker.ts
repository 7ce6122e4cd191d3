/** Reads, in a thread of its own, the texts that would hold everybody up (rich-text.server.ts). */
import { parentPort } from "node:worker_threads"
import { readRichText } from "./read-rich-text.ts"

parentPort?.on("message", (text: string) => parentPort?.postMessage(readRichText(text)))
