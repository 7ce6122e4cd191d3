import { chmod, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { log } from "#app/kit/lib/log.server.ts"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import type { Identity } from "./identity.server.ts"
import { findPrograms, type Programs } from "./programs.server.ts"

/** The role that owns everything in the database. */
export const OWNER = "cko"

/** All that the site's earlier kind of embedded database (PGlite) was configured by. */
const EARLIER_CONFIGURATION = /^shared_buffers=\d+MB\s+random_page_cost=[\d.]+\s*$/

/** The database's own folder in a data folder. */
export const databaseFolder = (dataDir: string) => join(dataDir, "database")

/**
 * The major version of PostgreSQL that made a folder's database, undefined where there is none yet.
 *
 * @throws EmbeddedDatabaseError when the folder is of the earlier kind
 */
export async function readMajor(dataDir: string) {
  const folder = databaseFolder(dataDir)
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch(unlessMissing)
  if (version === undefined) return undefined
  const configuration = await readFile(join(folder, "postgresql.conf"), "utf8").catch(unlessMissing)
  if (EARLIER_CONFIGURATION.test(configuration ?? ""))
    throw new EmbeddedDatabaseError(await earlierText(dataDir))
  return Number.parseInt(version, 10)
}

/** False where a data folder holds no database, or is not there. Whatever else is wrong with it is told by who opens it. */
export const hasDatabase = (dataDir: string) =>
  readMajor(dataDir).then(
    (major) => major !== undefined,
    () => true,
  )

/**
 * The programs for a folder's database.
 *
 * @throws EmbeddedDatabaseError when there are none here that can open it
 */
export async function findFittingPrograms(dataDir: string) {
  const major = await readMajor(dataDir)
  const programs = await findPrograms(major)
  if (major !== undefined && major !== programs.major) {
    throw new EmbeddedDatabaseError(otherMajorText(dataDir, major, programs.major))
  }
  return programs
}

/** Makes the database's folder where there is none, whole or not at all, and private in any case. */
export async function ensureFolder(
  dataDir: string,
  { initdb }: Programs,
  identity: Identity,
  initArgs: string[],
) {
  const folder = databaseFolder(dataDir)
  if (identity.needsWayIn) await chmod(dataDir, 0o711)
  if ((await readMajor(dataDir)) === undefined) {
    await removeUnfinished(dataDir)
    // Of a name of its own: what a killed process began may still be written, by a program that outlives it.
    const unfinished = await mkdtemp(`${folder}.new-`)
    await identity.own(unfinished)
    const { status, output } = await identity.run(initdb, [
      ...["--pgdata", unfinished, "--username", OWNER],
      // The machine's own language and encoding must not decide how texts are kept and ordered.
      ...["--encoding", "UTF8", "--locale", "C", "--no-instructions", ...initArgs],
    ])
    if (status !== 0) throw new EmbeddedDatabaseError(notMadeText(folder, output))
    // An empty folder may be there; one with something else in it is not ours to replace.
    await rename(unfinished, folder).catch(({ message }: Error) => {
      throw new EmbeddedDatabaseError(notMadeText(folder, message))
    })
    await syncFolder(dataDir)
  }
  await identity.own(folder)
  // PostgreSQL refuses a folder that others can read, as copying one may have left it.
  await chmod(folder, 0o700)
}

/** What killed processes began to make. One that is still being written is tried for some seconds, then left. */
async function removeUnfinished(dataDir: string) {
  for (const name of await readdir(dataDir))
    if (name.startsWith("database.new"))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 8, retryDelay: 100 }).catch(
        (error: unknown) => log.warn(error, "unfinished database not removed"),
      )
}

/** A new name is on the disk only when its folder is. */
export async function syncFolder(path: string) {
  if (process.platform === "win32") return
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

async function earlierText(dataDir: string) {
  const folder = databaseFolder(dataDir)
  const copy = await findNewestCopy(dataDir)
  return (
    `${folder} est une base de l’ancienne sorte (PGlite), que cette version n’ouvre plus. Mettez-la de côté : ` +
    `mv "${folder}" "${folder}-pglite" ; ` +
    (copy
      ? `puis rendez-lui sa dernière copie quotidienne : npm run restore -- "${copy}"`
      : `il n’y a pas de copie dans ${join(dataDir, "backups")} : faites-en une avec la version précédente du site ` +
        "(npm run backup -- copie.cko.gz), puis : npm run restore -- copie.cko.gz")
  )
}

const ENDING = ".cko.gz"

async function findNewestCopy(dataDir: string) {
  const folder = join(dataDir, "backups")
  const names = await readdir(folder).catch((): string[] => [])
  const newest = names
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    // Without it: « 2026-11-26-140532 » is newer than « 2026-11-26 ».
    .toSorted()
    .at(-1)
  return newest && join(folder, newest + ENDING)
}

function otherMajorText(dataDir: string, major: number, ownMajor: number) {
  const folder = databaseFolder(dataDir)
  return (
    `${folder} est une base de PostgreSQL ${major}, et celui d’ici est le ${ownMajor}. ` +
    "Avec la version précédente du site : npm run backup -- copie.cko.gz ; " +
    `puis, avec celle-ci : mv "${folder}" "${folder}-${major}" && npm run restore -- copie.cko.gz`
  )
}

/** @param output what initdb said: why it gave up, then that it cleans up */
function notMadeText(folder: string, output: string) {
  const lines = output.trim().split("\n")
  const reason = lines.findLast((line) => /FATAL|PANIC|error|could not/.test(line)) ?? lines.at(-1)
  return (
    `La base de données ne peut pas être créée dans ${folder} : ${reason} ` +
    "Choisissez un autre dossier avec DATA_DIR, démarrez le site avec un autre compte que root, " +
    "ou donnez l’adresse d’un serveur PostgreSQL dans DATABASE_URL."
  )
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined
  throw error
}
