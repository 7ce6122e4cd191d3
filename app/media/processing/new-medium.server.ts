import { eq, type SQL, sql } from "drizzle-orm"
import { type Actor, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { wakeJob, wakesJob } from "#app/db/wake-job.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { type Examined, sourcePath } from "./medium-files.server.ts"
import { cleanTitle } from "./titles.ts"

/** What a file became: a new medium, or the one that there was. */
export type Taken = { mediumId: number; isDuplicate: boolean }

type NewMedium = { key: string; title: string; userId: string | null; file: Examined }

/** The medium of a file that is there already; one that could not be processed is tried again. */
export async function findTwin(sha256: string): Promise<Taken | undefined> {
  const [twin] = await db
    .select({ id: media.id, state: media.state })
    .from(media)
    .where(eq(media.sha256, sha256))
  if (twin?.state === "failed") await retryMedium(twin.id)
  return twin && { mediumId: twin.id, isDuplicate: true }
}

/**
 * Enters a file into the library that the store has at its place already. Pictures, sounds and films wait for the media
 * worker then; what needs no work is ready.
 *
 * @param also written in the same transaction
 * @returns undefined when the same file was entered at the same moment
 */
export async function enterMedium(
  medium: NewMedium,
  also: (tx: Transaction, taken: Taken) => Promise<unknown> = async () => {},
): Promise<Taken | undefined> {
  const actor = await actorOf(medium.userId)
  try {
    return await db.transaction(async (tx) => {
      const taken = { mediumId: await insertMedium(tx, medium, actor), isDuplicate: false }
      await also(tx, taken)
      await wakeJob(tx, "media-worker")
      return taken
    })
  } catch (error) {
    if (isUniqueViolation(error, /^media_sha256/)) return undefined
    throw error
  }
}

async function insertMedium(tx: Transaction, { key, title, file, userId }: NewMedium, actor?: Actor) {
  const { kind, type, bytes, sha256, width, height, durationMs } = file
  const cleaned = cleanTitle(title, type === "image/heic" ? "image/jpeg" : type)
  const needsWork = kind === "image" || kind === "audio" || kind === "video"
  const [row] = await tx
    .insert(media)
    .values({
      key,
      kind,
      type,
      bytes,
      sha256,
      width,
      height,
      durationMs,
      title: cleaned,
      state: needsWork ? "waiting" : "ready",
      createdBy: userId,
    })
    .returning({ id: media.id })
  if (!row) throw new Error("no medium was inserted")
  await tx.insert(mediaFiles).values({
    mediumId: row.id,
    type,
    width,
    height,
    bytes,
    sha256,
    role: kind === "image" ? "original" : "main",
    name: kind === "image" ? "original" : "main",
    path: sourcePath(key),
  })
  await record(tx, { action: "create", kind: "medium", id: row.id, title: cleaned, actor })
  return row.id
}

/** Lets the media worker try once more what failed. @returns false when it had not */
export async function retryMedium(id: number, on: Pick<typeof db, "execute"> = db) {
  return (await retry(on, sql`id = ${id}`)) === 1
}

async function retry(on: Pick<typeof db, "execute">, which: SQL) {
  const { rowCount } = await on.execute(sql`
    with tried as (
      update ${media} set state = 'waiting', failure = '', attempts = 0, leased_until = null
      where ${which} and state = 'failed' returning id)
    select ${wakesJob("media-worker")} from tried`)
  return rowCount
}

/** Lets the media worker try once more all that failed. @returns how many */
export async function retryFailedMedia() {
  return (await retry(db, sql`true`)) ?? 0
}

async function actorOf(userId: string | null): Promise<Actor | undefined> {
  if (userId === null) return undefined
  const [actor] = await db
    .select({ id: users.id, name: users.email, role: users.role })
    .from(users)
    .where(eq(users.id, userId))
  return actor
}
