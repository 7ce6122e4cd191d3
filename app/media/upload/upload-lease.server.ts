import { randomBytes } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { UploadRefusal } from "./upload-refusal.ts"

/** Who has an upload says so again this often while bytes come. */
export const RENEW_MS = 10_000
/** After that its process was killed, and the upload is anybody's again. */
const LEASE = sql`now() + interval '30 seconds'`

export type Upload = typeof uploads.$inferSelect
/** @property wasLeft who had it before was killed, or failed: what the store has is not known */
export type UploadLease = { upload: Upload; token: string; wasLeft: boolean }

/**
 * Takes an upload for one request, so that no two ever write to it, in whatever processes they are.
 *
 * @param userId whose it has to be; anybody's without it
 * @throws UploadRefusal 404 for what is not there, 423 while somebody else has it
 */
export function takeLease(id: string, userId?: string): Promise<UploadLease> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ upload: uploads, isTaken: sql<boolean>`coalesce(${uploads.leasedUntil} > now(), false)` })
      .from(uploads)
      .where(and(eq(uploads.id, id), userId === undefined ? undefined : eq(uploads.userId, userId)))
      .for("update")
    if (!found) throw new UploadRefusal(404, MISSING)
    if (found.isTaken) throw new UploadRefusal(423, BUSY)
    const token = randomBytes(16).toString("base64url")
    await tx.update(uploads).set({ lease: token, leasedUntil: LEASE }).where(eq(uploads.id, id))
    return { upload: found.upload, token, wasLeft: found.upload.lease !== null }
  })
}

/** @returns false when somebody else has it meanwhile */
export async function renewLease({ upload, token }: UploadLease) {
  const renewed = await db.update(uploads).set({ leasedUntil: LEASE }).where(held(upload.id, token))
  return renewed.rowCount === 1
}

/** Gives an upload back, of which the store has exactly what its row says. */
export async function releaseLease({ upload, token }: UploadLease) {
  await db.update(uploads).set({ lease: null, leasedUntil: null }).where(held(upload.id, token))
}

/** Gives an upload back, of which the store may have something else: whoever takes it next asks the store first. */
export async function leaveLease({ upload, token }: UploadLease) {
  await db.update(uploads).set({ leasedUntil: null }).where(held(upload.id, token))
}

/** The row, if it is still had. */
export const held = (id: string, token: string) => and(eq(uploads.id, id), eq(uploads.lease, token))

export const MISSING = "Cet envoi n’existe pas, ou plus : recommencez-le."
const BUSY = "Une partie de ce fichier est déjà en train d’arriver : l’envoi reprend dans un instant."
