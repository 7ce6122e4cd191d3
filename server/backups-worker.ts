/**
 * The backups worker: a process of its own with a low priority, which restores the site's copies into an empty database and
 * compares them, one after the other. The site starts it when one is not verified yet (workers.ts).
 */
import { verifyCopies } from "#app/media/backup/verify-copies.server.ts"
import { runInBackground } from "./background-worker.ts"

/** It goes on batch by batch, of which there are many. */
const BEAT_MS = 10_000
let beatAt = 0
let working: Promise<unknown> = Promise.resolve()

runInBackground({
  work({ signal, onBeat }) {
    const beat = () => {
      if (performance.now() - beatAt < BEAT_MS) return
      beatAt = performance.now()
      onBeat()
    }
    return (working = verifyCopies({ signal, onBeat: beat }))
  },
  // It hears the signal itself, drops its database, and leaves the copy to the next one.
  giveBack: () => working,
  leaveMs: 4_000,
})
