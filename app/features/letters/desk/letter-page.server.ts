import { eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"

/** One letter with where it is on its way, or undefined. */
export async function findLetter(id: number) {
  const [letter] = await db
    .select({
      id: letters.id,
      version: letters.version,
      title: letters.title,
      previewText: letters.previewText,
      senderName: letters.senderName,
      content: letters.content,
      topic: letters.topic,
      isArchived: letters.isArchived,
      state: letters.state,
      scheduledAt: letters.scheduledAt,
      publishedAt: letters.publishedAt,
      addressedAt: letters.addressedAt,
      endedAt: letters.endedAt,
      updatedAt: letters.updatedAt,
    })
    .from(letters)
    .where(eq(letters.id, id))
  return letter
}

export type Letter = NonNullable<Awaited<ReturnType<typeof findLetter>>>
