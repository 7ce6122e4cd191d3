/**
 * The backups worker: a process of its own with a low priority, which writes the archive that somebody asked for, then restores the site's
 * copies into an empty database and compares them, one after the other. The site starts it when one of these waits (workers.ts).
 */
// Of what there is pages and files, an archive asks all types.
import "#app/office/types/types.server.ts"
import { verifyCopies } from "#app/media/backup/verify-copies.server.ts"
import { readAskedExport } from "#app/office/export/asked-export.server.ts"
import { makeAskedExport } from "#app/office/export/make-asked-export.server.ts"
import { runInBackground } from "./background-worker.ts"

// A zip keeps each file's name until its end, and with it the pool that Node took its few bytes from.
Buffer.poolSize = 0
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
    return (working = work(signal, beat))
  },
  // It hears the signal itself, drops its database or its part of a file, and leaves the rest to the next one.
  giveBack: () => working,
  leaveMs: 4_000,
})

async function work(signal: AbortSignal, onBeat: () => void) {
  const isOutranked = async () => (await readAskedExport()) !== undefined
  await makeAskedExport({ signal, onBeat })
  await verifyCopies({ signal, onBeat, isOutranked })
}
