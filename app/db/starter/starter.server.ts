import { eq, sql } from "drizzle-orm"
import { db, isUntouched } from "../client.server.ts"
import { blogPosts, episodes, news } from "../schema/content.server.ts"
import { episodeCounts } from "../schema/visitors.server.ts"
import { noteMarked } from "./marked.server.ts"
import { starterArticles } from "./articles.ts"
import { starterEpisodes } from "./episodes.ts"
import { starterNews } from "./news.ts"

const DAY_MS = 86_400_000

/** Any number will do, as long as nothing else in the same database uses it. */
const STARTER_LOCK = 2_025_110_5

/**
 * Fills a database in which nothing was ever created with content to look at and replace, dated back from now; all of it
 * or nothing, and once, however many processes start at the same time.
 */
export async function loadStarterContent() {
  const now = Date.now()
  const publishedAt = ({ daysAgo }: { daysAgo: number }) => new Date(now - daysAgo * DAY_MS)
  const oldestFirst = <Item extends { daysAgo: number }>(items: Item[]) =>
    items.toSorted((a, b) => b.daysAgo - a.daysAgo)
  const dated = <Item extends { daysAgo: number; isPublished: boolean }>(item: Item) => ({
    ...item,
    publishedAt: item.isPublished ? publishedAt(item) : null,
    isStarter: true,
  })

  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${STARTER_LOCK})`)
    if (!(await isUntouched(tx))) return
    for (const { views, ...item } of oldestFirst(starterEpisodes)) {
      const values = {
        ...item,
        hasNoGuest: item.guest === "",
        publishedAt: publishedAt(item),
        isStarter: true,
      }
      const [episode] = await tx.insert(episodes).values(values).returning({ id: episodes.id })
      await tx
        .update(episodeCounts)
        .set({ views })
        .where(eq(episodeCounts.episodeId, episode?.id ?? 0))
    }
    await tx.insert(news).values(oldestFirst(starterNews).map(dated))
    await tx.insert(blogPosts).values(oldestFirst(starterArticles).map(dated))
    await noteMarked(tx)
  })
}
