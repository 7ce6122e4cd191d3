/** Renders, in a thread of its own, the texts that would hold everybody up (markdown.server.ts). */
import { parentPort } from "node:worker_threads"
import { toHtml } from "./markdown/render.ts"

parentPort?.on("message", (text: string) => parentPort?.postMessage(toHtml(text)))
