import "#app/office/types/types.server.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { openReplica } from "#app/db/replica.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { markStarterContent } from "#app/db/starter/marked.server.ts"
import { beginEmpty, loadStarterContent } from "#app/db/starter/starter.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { recallMissing } from "#app/base/redirects/missing/missing.server.ts"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { ensureLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { startJob } from "#app/jobs/job.server.ts"
import { JOBS } from "#app/jobs/jobs.server.ts"
import { createLeader } from "#app/jobs/leader.server.ts"
import { writeVisits } from "#app/jobs/write-visits.server.ts"
import { keepPrivate } from "#app/kit/lib/data-folder.server.ts"
import { log, setLogFormat } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { requireWorkerFiles } from "#app/kit/lib/worker-files.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { noteVersion } from "#app/base/versions/versions-run.server.ts"
import type { Environment } from "./env.ts"
import { startWorkers } from "./workers.ts"
import { openPages } from "./pages.ts"

/**
 * Opens everything a running site needs, in order: database, starter content on the very first start, legal pages, rules
 * that redirect, what works in the background, and pages.
 *
 * @param clientDir the browser's build, in production
 * @returns what answers requests, and the function that closes all of it again
 */
export async function openSite(env: Environment, clientDir?: string) {
  log.level = env.logLevel
  setLogFormat(env.logFormat)
  requireWorkerFiles()
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  await keepPrivate(env.dataDir)
  const databaseUrl = await openDatabase({ ...env, connections: connectionsOf(env) })
  const closeReplica =
    env.databaseReadUrl === undefined ? undefined : await openReplica(env.databaseReadUrl, MAX_CONNECTIONS)
  await (env.starterContent ? loadStarterContent() : beginEmpty())
  await refreshSiteSettings()
  await markStarterContent()
  await ensureLegalPages()
  await Promise.all([refreshRedirects(), refreshFooterPages(), noteVersion()])
  // Nobody waits for it.
  void recallMissing().catch((error: unknown) => log.error(error, "missing addresses not recalled"))
  // What one process does for all of a database.
  const leader = createLeader(() => [...JOBS.map(startJob), ...startWorkers(databaseUrl)])
  const stopWritingVisits = startJob(writeVisits)
  const pages = openPages({ ...env, databaseUrl, clientDir, onLeading: leader.onLeading })

  return {
    listener: pages.listener,
    report: (error: unknown) => log.fatal(error, "nobody caught this; the process is replaced"),
    async close() {
      // Before another process hears that it may do them.
      await leader.end()
      await pages.close()
      await stopWritingVisits()
      await closeReplica?.()
      await closeDatabase()
    },
  }
}

/** What the embedded database has for all of a site's processes, and what each of them may use. */
const SHARED_CONNECTIONS = 200
const MAX_CONNECTIONS = 10

/** One of each process's share is the one by which it hears of changes. */
function connectionsOf({ databaseUrl, workers = 1 }: Environment) {
  if (databaseUrl) return MAX_CONNECTIONS
  return Math.min(MAX_CONNECTIONS, Math.floor(SHARED_CONNECTIONS / workers) - 1)
}
