import type { Progress } from "#app/db/backup/backup-format.server.ts"
import type { Environment } from "#server/env.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { sumFileRows } from "#app/media/store/stored-files.server.ts"
import { openSiteDatabase } from "./command.ts"
import { showSteps } from "./progress.ts"

const LABELS: Record<Progress["step"], string> = {
  backup: "Copie",
  check: "Vérification",
  restore: "Restauration",
  media: "Médias",
}

type Work<Report> = (options: {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}) => Promise<Report>

/**
 * Makes or restores a backup and shows how far it is. Ctrl+C gives up in good order.
 *
 * @param beforeNew of `openSiteDatabase`
 */
export async function backUpWithProgress<Report>(
  env: Environment,
  work: Work<Report>,
  beforeNew?: Parameters<typeof openSiteDatabase>[1],
) {
  const stop = new AbortController()
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort())
  const steps = showSteps(LABELS)
  try {
    applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
    await openSiteDatabase(env, beforeNew)
    return await work({ onProgress: steps.show, signal: stop.signal })
  } finally {
    steps.end()
  }
}

/** What copies or restores the library's files is told how to show how far it is. */
export async function withMediaProgress<Report>(
  { onProgress, signal }: Parameters<Work<unknown>>[0],
  work: (options: { onBytes: (bytes: number) => void; signal: AbortSignal }) => Promise<Report>,
) {
  const total = await sumFileRows()
  let done = 0
  const onBytes = (bytes: number) => onProgress({ step: "media", done: (done += bytes), total })
  return work({ onBytes, signal })
}
