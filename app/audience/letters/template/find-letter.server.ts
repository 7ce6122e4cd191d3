import { eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"

/** All of a letter that is rendered or checked, and what was sent of it once its sending began; or undefined. */
export async function findLetter(id: number) {
  const [letter] = await db
    .select({
      id: letters.id,
      title: letters.title,
      previewText: letters.previewText,
      senderName: letters.senderName,
      content: letters.content,
      topic: letters.topic,
      isArchived: letters.isArchived,
      sentHtml: letters.sentHtml,
      sentText: letters.sentText,
    })
    .from(letters)
    .where(eq(letters.id, id))
  return letter
}
