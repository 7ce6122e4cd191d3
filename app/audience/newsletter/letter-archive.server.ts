import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"

/** Whether there are letters to read on the site. */
export async function hasLetterArchive() {
  const found = await db.select({ id: letters.id }).from(letters).where(whereIsPublic(letters)).limit(1)
  return found.length > 0
}
