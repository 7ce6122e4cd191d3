import { createReadStream } from "node:fs"
import { access, mkdir, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import pg from "pg"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { DifferenceError, refuseDifference } from "#app/db/backup/compare.server.ts"
import { copiesFolder } from "#app/db/backup/copies.server.ts"
import { DISK_FULL, NoEmptyDatabaseError, withEmptyDatabase } from "#app/db/backup/empty-database.server.ts"
import { restoreBackup } from "#app/db/backup/restore.server.ts"
import { db } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { digestOf } from "../store/stored-files.server.ts"
import { type CopyCheck, type Made, noteCheck, readAsked } from "./asked-copy.server.ts"
import { findUnverified, MAX_STARTS } from "./copy-checks.server.ts"
import { listNeeded, noteVerifiedElsewhere } from "./elsewhere.server.ts"
import { blobOf, mediaFolderOf } from "./media-folder.server.ts"

type Options = {
  signal?: AbortSignal
  onBeat?: () => void
  /** Whether somebody waits for something else that is done in its place before the next copy. */
  isOutranked?: () => Promise<boolean>
}

/**
 * Verifies the copies of the data folder that are not verified yet, the newest first: each is restored into an empty database, compared, and
 * the database dropped. What comes of it is noted of the copy. Nothing else is done while a copy is made, and none is made meanwhile.
 */
export async function verifyCopies(options: Options = {}) {
  while (!options.signal?.aborted && !(await options.isOutranked?.()) && (await verifyNext(options)));
}

/** @returns false where there is none, or where it is not the time */
async function verifyNext(options: Options) {
  const folder = copiesFolder(getSettings().dataDir)
  if (!(await findUnverified(new Date()))) return false
  const endTurn = takeTurnNow(folder)
  if (!endTurn) return false
  try {
    // Somebody waits for that.
    if (await readAsked()) return false
    const found = await findUnverified(new Date())
    if (found) await verify(folder, found, options)
    return found !== undefined
  } finally {
    endTurn()
    if (await readAsked()) await wakeJob(db, "backups")
  }
}

async function verify(folder: string, { name, known }: { name: string; known: Made }, options: Options) {
  const file = join(folder, name)
  const begun = known.check?.starts ?? 0
  const note = (found: Pick<CopyCheck, "outcome" | "text" | "missing">, starts: number, sha256?: string) =>
    noteCheck(name, {
      check: { at: new Date().toISOString(), ...found, starts },
      ...(sha256 !== undefined && { sha256 }),
    })
  if (begun >= MAX_STARTS) return note({ outcome: "postponed", text: ENDED }, begun)
  await note({ outcome: "working" }, begun + 1)
  try {
    const { sha256, missing } = await examine(file, known, options)
    await note({ outcome: "verified", missing }, 0, sha256)
    await noteVerifiedElsewhere()
    log.info({ file, missing }, "backup verified")
  } catch (error) {
    if (options.signal?.aborted) return noteCheck(name, { check: known.check })
    if (!(await isThere(file))) return noteCheck(name, { check: undefined })
    const reason = explain(error, file)
    await note(reason, 0)
    if (reason.outcome === "failed") log.error({ file, reason: reason.text }, "backup does not restore")
    else if (reason.text === UNKNOWN) log.error(error, "backup not verified")
    else log.info({ file, reason: reason.text }, "backup not verified")
  }
}

/** @throws what `explain` knows */
async function examine(file: string, known: Made, { signal, onBeat }: Options) {
  await refuseUnlessRoom(file)
  const sha256 = await digestOf(createReadStream(file), { signal, onBytes: onBeat })
  if (known.sha256 !== undefined && known.sha256 !== sha256)
    throw new DifferenceError("le fichier n’est plus tel que le site l’a écrit")
  // Its mails go to an outbox of its own, from which nobody sends.
  const dataDir = join(copiesFolder(getSettings().dataDir), "verification")
  try {
    await rm(dataDir, { recursive: true, force: true })
    await mkdir(dataDir, { mode: 0o700 })
    await withEmptyDatabase((on) =>
      restoreBackup({
        file,
        dataDir,
        on,
        signal,
        onProgress: onBeat,
        overwrite: false,
        onLoaded: (tx) => refuseDifference(tx, { file, dataDir, signal, onBatch: onBeat }),
      }),
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return { sha256, missing: getSettings().bucket ? undefined : await countMissing(file, signal) }
}

/** How many of the library's files that a copy needs are not beside it in their length. Their digests were compared when they came there. */
async function countMissing(file: string, signal?: AbortSignal) {
  const media = mediaFolderOf(file)
  let missing = 0
  for (const [sha256, { bytes }] of await listNeeded(file, signal)) {
    signal?.throwIfAborted()
    const found = await stat(blobOf(media, sha256)).catch(() => undefined)
    if (found?.size !== bytes) missing += 1
  }
  return missing
}

/** Beside a second database, what is written of it before it is there, and what visitors do meanwhile. */
const MARGIN_BYTES = 500e6

/** The embedded server would stop on a full disk. Of another one's disk nothing is known before it says so. */
async function refuseUnlessRoom(file: string) {
  const { dataDir, databaseUrl } = getSettings()
  if (databaseUrl) return
  const { bavail, bsize } = await statfs(dataDir)
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  const needed = 2 * (rows[0]?.bytes ?? 0) + (await stat(file)).size + MARGIN_BYTES
  if (bavail * bsize < needed) throw new NoEmptyDatabaseError(FULL)
}

const FULL =
  "le disque n’a pas assez de place pour la restaurer à côté du site. Faites-en\u00a0: le site réessaie dans les six heures"
const ENDED =
  "trois fois, le site s’est arrêté pendant la vérification. Regardez la place sur le disque et la mémoire de la machine"
const UNKNOWN =
  "la vérification s’est interrompue, pour une raison que le site ne connaît pas. Son journal technique la donne"

/** PostgreSQL's classes of codes for what is wrong with the rows; others are about the server. */
const FAULTS_OF_COPY = ["22", "23", "42", "54", "P0"]

/** @returns whether the copy is what failed, and why, in French */
function explain(error: unknown, file: string): { outcome: "failed" | "postponed"; text: string } {
  if (error instanceof NoEmptyDatabaseError) return { outcome: "postponed", text: error.message }
  if (error instanceof DifferenceError) return { outcome: "failed", text: error.message }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  if ([DISK_FULL, "ENOSPC", "EDQUOT"].includes(code)) return { outcome: "postponed", text: FULL }
  if (cause instanceof pg.DatabaseError)
    return FAULTS_OF_COPY.some((kind) => code.startsWith(kind))
      ? { outcome: "failed", text: `PostgreSQL la refuse (${code}, ${cause.message})` }
      : { outcome: "postponed", text: UNKNOWN }
  // Of the file itself.
  if (error instanceof BackupError && error.cause === undefined)
    return {
      outcome: "failed",
      text: toClause(error.message.replaceAll(file, "ce fichier").replace(" Prenez-en une autre.", "")),
    }
  return { outcome: "postponed", text: UNKNOWN }
}

/** What stands behind a colon. */
const toClause = (sentence: string) =>
  frenchSpaces(sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/\.$/, "")

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
