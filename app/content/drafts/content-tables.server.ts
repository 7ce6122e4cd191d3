import { eq } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import type { ContentKind } from "#app/kit/lib/content-kinds.ts"

const TABLES = {
  episode: episodes,
  news,
  post: blogPosts,
  page: customPages,
  letter: letters,
} satisfies Record<ContentKind, unknown>

/** The title of an item, which then stays until the transaction ends; undefined when there is no such item. */
export async function holdItem(tx: Transaction, kind: ContentKind, id: number) {
  const table = TABLES[kind]
  const [item] = await tx.select({ title: table.title }).from(table).where(eq(table.id, id)).for("key share")
  return item
}
