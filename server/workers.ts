import { msToNextLetter } from "#app/audience/letters/sending/letters-waiting.server.ts"
import type { WorkerName } from "#app/kit/lib/worker-files.server.ts"
import { readAskedExport } from "#app/office/export/asked-export.server.ts"
import { isImportWaiting } from "#app/office/import/imports-waiting.server.ts"
import { findUnverified } from "#app/media/backup/copy-checks.server.ts"
import { isMediaWaiting } from "#app/media/processing/media-waiting.server.ts"
import { areFeedWordsWaiting } from "#app/podcast/feeds-in/words/feed-words-queue.server.ts"
import { isTranscriptionWaiting } from "#app/podcast/transcripts/command/transcriptions-waiting.server.ts"
import { launchWorker, type Worker } from "./worker-launcher.ts"

/** What is heavy has a process of its own with a low priority, which is there while something waits for it. */
const WORKERS = {
  "media-worker": { msToNext: nowIf(isMediaWaiting) },
  "transcripts-worker": {
    msToNext: nowIf(async () => (await areFeedWordsWaiting()) || (await isTranscriptionWaiting())),
  },
  // To the second.
  "letters-worker": { msToNext: msToNextLetter, pauseMs: 1_000 },
  "imports-worker": { msToNext: nowIf(isImportWaiting) },
  "backups-worker": {
    msToNext: nowIf(
      async () => (await readAskedExport()) !== undefined || (await findUnverified(new Date())) !== undefined,
    ),
  },
} satisfies Partial<Record<WorkerName, Omit<Worker, "name">>>

type Launched = keyof typeof WORKERS
const NAMES = Object.keys(WORKERS) as Launched[]

/** @returns the functions that stop them */
export const startWorkers = (databaseUrl: string) => NAMES.map((name) => startWorker(name, databaseUrl))

/** @returns the function that stops it */
export const startWorker = (name: Launched, databaseUrl: string) =>
  launchWorker({ name, ...WORKERS[name] }, databaseUrl)

function nowIf(isWaiting: () => Promise<boolean>) {
  return async () => ((await isWaiting()) ? 0 : undefined)
}
