import { createInterface } from "node:readline/promises"
import { actAs } from "#app/db/audit.server.ts"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { hasDatabase } from "#app/db/embedded/folder.server.ts"
import { ExportError } from "#app/office/export/export-error.ts"
import { ImportError } from "#app/office/import/import-error.ts"
import { FeedError } from "#app/podcast/feeds-in/feed-error.ts"
import { keepPrivate } from "#app/kit/lib/data-folder.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { asCalled, type Environment, readEnvironment } from "#server/env.ts"
import { explain as explainStart } from "#server/explain.ts"

class NoSiteError extends Error {}

const EXPECTED = [BackupError, ExportError, FeedError, ImportError, NoSiteError]
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
  if (isHelpAsked()) return console.log(asCalled(usage))
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

/**
 * Opens the site's database, also while the site runs.
 *
 * @param beforeNew is called where there is no site, before anything of one is made: most commands have nothing to do there
 */
export async function openSiteDatabase(env: Environment, beforeNew: (env: Environment) => unknown = refuse) {
  const isNew = !env.databaseUrl && !(await hasDatabase(env.dataDir))
  if (isNew) await beforeNew(env)
  await keepPrivate(env.dataDir)
  const beforeFirst = isNew ? undefined : async () => void (await beforeNew(env))
  return openDatabase({ ...env, connections: CONNECTIONS, beforeFirst })
}

/** Whether a command is to say how it is called, and nothing else. */
export function isHelpAsked() {
  return process.argv.slice(2).some((arg) => arg === "--help" || arg === "-h")
}

/** Asks who sits there whether a command shall begin a site; what nobody sits at goes on. */
export async function askForNew(env: Environment) {
  if (process.stdin.isTTY && process.stdout.isTTY) {
    const asking = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await asking.question(`Pas encore de site dans ${placeOf(env)}. L’y créer ? (o/N) `)
    asking.close()
    if (!/^o(?:ui)?$/i.test(answer.trim())) throw new NoSiteError("Rien n’a été fait.")
  }
  sayNew(env)
}

/** What a command says that may begin with no site. */
export function sayNew(env: Environment) {
  console.log(`Pas encore de site dans ${placeOf(env)} : il y est créé.`)
}

function refuse(env: Environment) {
  const another = env.databaseUrl
    ? "Donnez l’adresse de la base du site dans DATABASE_URL"
    : "Donnez le dossier de données du site avec DATA_DIR (DATA_DIR=/dossier/du/site ./cko …)"
  throw new NoSiteError(`Pas de site dans ${placeOf(env)} : rien n’a été fait. ${another}.`)
}

function placeOf({ databaseUrl, dataDir }: Environment) {
  return databaseUrl ? "la base PostgreSQL de DATABASE_URL" : dataDir
}

function explain(error: unknown, usage: string) {
  if (!(error instanceof Error)) return error
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message
  if (error.name === "AbortError") return "Interrompu : rien n’a été changé."
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS")) return asCalled(usage)
  return explainStart(error)
}
