/** Renders, in a thread of its own, what so many episodes say that it would hold everybody up (feed-notes.server.ts). */
import { parentPort } from "node:worker_threads"
import { notesOf } from "./notes-html.ts"

type Asked = { texts: string[]; publicUrl: string }

parentPort?.on("message", ({ texts, publicUrl }: Asked) =>
  parentPort?.postMessage(texts.map((text) => notesOf(text, publicUrl))),
)
