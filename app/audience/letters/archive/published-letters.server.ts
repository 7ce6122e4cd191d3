import { and, desc, eq } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { preparedList, selectPage } from "#app/db/page.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"

// What was sent, read on the site: never with anybody's own links, which stand in `sent_html` only.

export type ArchivedLetter = Awaited<ReturnType<typeof listPublishedLetters>>[number]

const columns = {
  id: letters.id,
  title: frenchText(letters.title),
  previewText: frenchText(letters.previewText),
  publishedAt: letters.publishedAt,
}

export const publishedLetters: PublishedContent = {
  table: letters,
  page: { prefix: "/lettres/", key: letters.id, inSitemap: 4_000 },
  summary: letters.previewText,
  text: letters.content,
  search: { name: "lettres" },
}

const isPublic = whereIsPublic(letters)

const orderBy = [desc(letters.publishedAt), desc(letters.id)]

/** The letters of the archive, newest first. */
export const listPublishedLetters = preparedList("published_letters", (limit, offset) => {
  const page = selectPage(letters, { where: isPublic, orderBy, limit, offset })
  return db
    .select(columns)
    .from(page)
    .innerJoin(letters, eq(letters.id, page.id))
    .orderBy(...orderBy)
})

/** One letter of the archive, or undefined. */
export async function findPublishedLetter(id: number) {
  const [letter] = await db
    .select({ ...columns, content: letters.content, updatedAt: letters.updatedAt })
    .from(letters)
    .where(and(eq(letters.id, id), isPublic))
  return letter
}

/** The newest letters of the archive, whole, as its feed holds them. */
export function listNewestLetters(limit: number) {
  return db
    .select({ ...columns, content: letters.content })
    .from(letters)
    .where(isPublic)
    .orderBy(...orderBy)
    .limit(limit)
}
