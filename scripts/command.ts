import { BackupError } from "#app/db/backup-errors.server.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { DataFolderInUseError } from "#app/db/data-lock.server.ts"
import { FeedError } from "#app/features/feeds/feed-error.ts"
import { log } from "#app/lib/log.server.ts"
import { type Environment, readEnvironment } from "#server/env.ts"
import { explain as explainStart } from "#server/explain.ts"
import { HandOverError } from "./hand-over.ts"

const EXPECTED = [BackupError, FeedError, HandOverError]

/** What is wrong with how a command was called: it answers with its usage. */
export class UsageError extends Error {
  override name = "UsageError"
}

/** Runs a command. What goes wrong is said in one line where that is enough, and the status is 1. */
export async function runCommand(usage: string, main: (env: Environment) => Promise<void>) {
  log.level = "error"
  try {
    await main(readEnvironment())
  } catch (error) {
    console.error(explain(error, usage))
    process.exitCode = 1
  } finally {
    await closeDatabase()
  }
}

/** @returns false when a running site has the embedded database: it does the work then */
export async function openDatabaseUnlessInUse(env: Environment) {
  try {
    await openDatabase(env)
    return true
  } catch (error) {
    if (error instanceof DataFolderInUseError) return false
    throw error
  }
}

function explain(error: unknown, usage: string) {
  if (!(error instanceof Error)) return error
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message
  if (error.name === "AbortError") return "Interrompu : rien n’a été changé."
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS")) return usage
  return explainStart(error)
}
