import { eq, sql } from "drizzle-orm"
import { readSettings } from "#app/base/settings/site-settings.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { media, uploads } from "#app/db/schema/media.server.ts"
import { RefusedFileError } from "./refused.ts"

const MB = 1024 ** 2
const GB = 1024 ** 3
/** As shops and systems count pictures, by thousands. */
const PICTURE_MB = 1_000_000

/** What hosts allow of an upload, in bytes, and what is said of more. */
export async function readUploadLimits() {
  const { fileMb, libraryGb, personGb } = await readSettings("uploads")
  return {
    fileBytes: fileMb * MB,
    fileTooLarge: `Ce fichier dépasse ${fileMb % 1024 === 0 ? `${fileMb / 1024} Go` : `${fileMb} Mo`}.`,
    personBytes: personGb * GB,
    libraryBytes: libraryGb * GB,
    libraryFull: `La médiathèque est pleine\u00a0: elle a ${libraryGb} Go. Supprimez des fichiers, ou changez cette limite dans les réglages du site.`,
  }
}

/**
 * Whether so many bytes more fit into the library, with all that is on its way there; until the transaction ends nobody
 * else takes their place.
 *
 * @param limit in bytes; 0 for none
 */
export async function hasLibraryRoom(tx: Transaction, bytes: number, limit: number) {
  if (limit === 0) return true
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.mediaLibrary})`)
  const [held] = await tx.select({ bytes: sql`coalesce(sum(${media.bytes}), 0)`.mapWith(Number) }).from(media)
  const [coming] = await tx
    .select({ bytes: sql`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(sql`${uploads.mediumId} is null and ${eq(uploads.failure, "")}`)
  return (held?.bytes ?? 0) + (coming?.bytes ?? 0) + bytes <= limit
}

/** @throws RefusedFileError for a picture that is larger than hosts allow */
export async function refuseLargePicture(bytes: number) {
  const { pictureMb } = await readSettings("uploads")
  if (bytes > pictureMb * PICTURE_MB)
    throw new RefusedFileError(
      `Cette image pèse plus de ${pictureMb}\u00a0Mo. Réduisez-la, puis renvoyez-la.`,
    )
}
