import { and, eq, inArray } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"

/** Of some pictures of the library those that nobody described. @param keys a form's, see `keysIn` */
export async function listUndescribed(keys: string[]) {
  if (keys.length === 0) return []
  return db
    .select({ id: media.id, key: media.key })
    .from(media)
    .where(and(inArray(media.key, keys), eq(media.kind, "image"), eq(media.alt, "")))
}
