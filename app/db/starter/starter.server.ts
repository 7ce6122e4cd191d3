import { eq, sql } from "drizzle-orm"
import { textOfCues } from "#app/kit/lib/cues.ts"
import { ADVISORY_LOCKS } from "../advisory-locks.ts"
import { db, isUntouched, type Transaction } from "../client.server.ts"
import { blogPosts, episodes, news } from "../schema/content.server.ts"
import { transcripts } from "../schema/transcripts.server.ts"
import { episodeCounts } from "../schema/visitors.server.ts"
import { writeSetting } from "../settings.server.ts"
import { noteMarked } from "./marked.server.ts"
import { starterContent } from "./content.server.ts"

const DAY_MS = 86_400_000

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

  await begin(async (tx) => {
    const shipped = await starterContent()
    await writeSetting(tx, "texts.isNeutral", null)
    for (const { views, sound, ...item } of oldestFirst(shipped.episodes)) {
      const { cues, ...heard } = sound ?? { cues: [] }
      const values = {
        ...item,
        ...heard,
        audioType: sound && "audio/mpeg",
        hasNoGuest: item.guest === "",
        publishedAt: publishedAt(item),
        isStarter: true,
      }
      const [{ id: episodeId } = { id: 0 }] = await tx
        .insert(episodes)
        .values(values)
        .returning({ id: episodes.id })
      await tx.update(episodeCounts).set({ views }).where(eq(episodeCounts.episodeId, episodeId))
      if (sound)
        await tx.insert(transcripts).values({ episodeId, cues, text: textOfCues(cues), isPublished: true })
    }
    await tx.insert(news).values(oldestFirst(shipped.news).map(dated))
    await tx.insert(blogPosts).values(oldestFirst(shipped.articles).map(dated))
    await noteMarked(tx)
  })
}

/** A database in which nothing was ever created begins without the starter content, and so without the texts that go with it. */
export function beginEmpty() {
  return begin((tx) => writeSetting(tx, "texts.isNeutral", true))
}

/** Either way nobody has named the podcast yet. */
async function begin(fill: (tx: Transaction) => Promise<void>) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.starterContent})`)
    if (!(await isUntouched(tx))) return
    await writeSetting(tx, "podcast-named", false)
    await fill(tx)
  })
}
