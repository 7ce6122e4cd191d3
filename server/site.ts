import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { loadStarterContent } from "#app/db/starter.server.ts"
import { startMailer } from "#app/features/mail/mail-queue.server.ts"
import { log } from "#app/lib/log.server.ts"
import { applySettings } from "#app/lib/settings.server.ts"
import { listenForCommands } from "./control.ts"
import { startDailyBackups } from "./daily-backup.ts"
import type { Environment } from "./env.ts"
import { openPages } from "./pages.ts"

/**
 * Opens everything a running site needs, in order: database, starter content on the very first start, the mails
 * that wait, and the door through which commands hand over their work.
 *
 * @param clientDir the browser's build, in production
 * @returns what answers requests, and the function that closes all of it again
 */
export async function openSite(env: Environment, clientDir?: string) {
  log.level = env.logLevel
  applySettings(env)
  await openDatabase(env)
  if (env.starterContent) await loadStarterContent()
  const stopMailer = startMailer()
  const stopListening = env.databaseUrl ? undefined : await listenForCommands(env.dataDir)
  const stopBackups = env.databaseUrl ? undefined : startDailyBackups(env.dataDir)
  const pages = openPages({ ...env, clientDir })

  return {
    listener: pages.listener,
    async close() {
      pages.close()
      await stopBackups?.()
      await stopListening?.()
      await stopMailer()
      await closeDatabase()
    },
  }
}
