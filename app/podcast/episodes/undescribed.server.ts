import { and, eq, inArray } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"

/** Of some pictures of the library those that nobody described. @param keys a form's, see `keysIn` */
export async function listUndescribed(keys: string[]) {
  if (keys.length === 0) return []
  return db
    .select({ id: media.id, key: media.key })
    .from(media)
    .where(and(inArray(media.key, keys), eq(media.kind, "image"), eq(media.alt, "")))
}

/** A picture of the library at an address, and what it says to who does not see it; null of any other address. */
export async function findPicture(address: string | null | undefined) {
  const key = mediaKey(address)
  if (!key) return null
  const [found] = await db
    .select({ id: media.id, alt: media.alt })
    .from(media)
    .where(and(eq(media.key, key), eq(media.kind, "image")))
  return found ?? null
}
