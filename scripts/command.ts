import { actAs } from "#app/db/audit.server.ts"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { FeedError } from "#app/podcast/feeds-in/feed-error.ts"
import { keepPrivate } from "#app/kit/lib/data-folder.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { type Environment, readEnvironment } from "#server/env.ts"
import { explain as explainStart } from "#server/explain.ts"

const EXPECTED = [BackupError, FeedError]
/** A command works over one connection, and looks things up over another. */
const CONNECTIONS = 2

/** What is wrong with how a command was called: it answers with its usage. */
export class UsageError extends Error {
  override name = "UsageError"
}

/**
 * Runs a command, which the log knows by its name. What goes wrong is said in one line where that is enough, and the status
 * is 1.
 *
 * @param usage « Usage : npm run … »
 */
export async function runCommand(usage: string, main: (env: Environment) => Promise<void>) {
  log.level = "error"
  // Ends at once, as it would without this, but not without leaving the embedded database.
  for (const [name, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(name, () => process.listenerCount(name) === 1 && process.exit(status))
  }
  try {
    const name = /npm run [\w-]+/.exec(usage)?.[0] ?? "commande"
    await actAs({ id: null, name, role: null }, () => main(readEnvironment()))
  } catch (error) {
    console.error(explain(error, usage))
    process.exitCode = 1
  } finally {
    await closeDatabase()
  }
}

/** Opens the site's database, also while the site runs. */
export async function openSiteDatabase(env: Environment) {
  await keepPrivate(env.dataDir)
  return openDatabase({ ...env, connections: CONNECTIONS })
}

function explain(error: unknown, usage: string) {
  if (!(error instanceof Error)) return error
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message
  if (error.name === "AbortError") return "Interrompu : rien n’a été changé."
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS")) return usage
  return explainStart(error)
}
