/**
 * The media worker: a process of its own with a low priority, so that visitors never wait for pictures and sounds that are
 * worked on, and nothing that a file does to its decoder reaches the site. The site starts it when something waits
 * (workers.ts) and says what it needs to know; it ends when nothing has come for a while, and with the site.
 */
import { giveBackMedia, workThroughMedia } from "#app/media/processing/media-queue.server.ts"
import { runInBackground } from "./background-worker.ts"

runInBackground({
  work: ({ signal, onBeat }) => workThroughMedia({ signal, onJob: onBeat }),
  giveBack: giveBackMedia,
})
