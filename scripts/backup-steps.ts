import type { Progress } from "#app/db/backup-format.server.ts"
import type { Environment } from "#server/env.ts"
import { openDatabaseUnlessInUse } from "./command.ts"
import { handOver } from "./hand-over.ts"
import { showProgress } from "./progress.ts"

const LABELS: Record<Progress["step"], string> = {
  backup: "Copie",
  check: "Vérification",
  restore: "Restauration",
}

type Work<Report> = (options: {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}) => Promise<Report>

/**
 * Makes or restores a backup, here or in the site that has the embedded database, and shows how far it is. Ctrl+C gives
 * up in good order.
 *
 * @param path what the site is asked for when it does the work
 */
export async function backUpWithProgress<Report>(env: Environment, path: string, work: Work<Report>) {
  const stop = new AbortController()
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort())
  const { signal } = stop
  const steps = showSteps()
  try {
    if (await openDatabaseUnlessInUse(env)) return await work({ onProgress: steps.show, signal })
    return await handOver<Progress, Report>(env.dataDir, path, steps.show, { signal })
  } finally {
    steps.end()
  }
}

/** A progress bar for each step. */
function showSteps() {
  let current: { step: string; bar: ReturnType<typeof showProgress> } | undefined
  return {
    show: ({ step, done, total }: Progress) => {
      if (current?.step !== step) {
        current?.bar.end()
        current = { step, bar: showProgress(LABELS[step], total) }
      }
      current.bar.show(done)
    },
    end: () => current?.bar.end(),
  }
}
