import { and, inArray, not, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { z } from "zod"
import { db, type Transaction } from "../client.server.ts"
import { blogPosts, episodes, news } from "../schema/content.server.ts"
import { readSetting, writeSetting } from "../settings.server.ts"
import { starterContent } from "./content.server.ts"

const MARKED = "starter-content-marked"

/** Says that what came with the site is marked, and nothing else is to be. */
export function noteMarked(tx: Transaction) {
  return writeSetting(tx, MARKED, true)
}

/** Whether the site ever had starter contents. */
export async function hadStarter() {
  return (await readSetting(MARKED, z.literal(true))) === true
}

/**
 * Marks what came with a site that began before there were marks, once: rows that say letter for letter what is shipped.
 * What hosts changed since is theirs.
 */
export async function markStarterContent() {
  await db.transaction(async (tx) => {
    if (await readSetting(MARKED, z.literal(true), tx)) return

    const shipped = await starterContent()
    const titles = (items: { title: string }[]) => items.map(({ title }) => title)
    const mark = async (table: typeof episodes | typeof news | typeof blogPosts, ids: number[]) => {
      if (ids.length > 0) await tx.update(table).set({ isStarter: true }).where(inArray(table.id, ids))
    }
    const unmarked = (table: typeof episodes | typeof news | typeof blogPosts, items: { title: string }[]) =>
      and(not(table.isStarter), inArray(table.title, titles(items)))

    const foundEpisodes = await tx
      .select()
      .from(episodes)
      .where(unmarked(episodes, shipped.episodes))
      .for("update")
    const shippedEpisodes = foundEpisodes.filter((row) =>
      shipped.episodes.some(
        ({ title, description, thumbnailUrl }) =>
          row.title === title && row.description === description && row.thumbnailUrl === thumbnailUrl,
      ),
    )
    await mark(episodes, idsOf(shippedEpisodes))
    const foundNews = await tx.select().from(news).where(unmarked(news, shipped.news)).for("update")
    const shippedNews = foundNews.filter((row) =>
      shipped.news.some(
        ({ title, content, mediaUrl }) =>
          row.title === title && isSameButForRounds(row.content, content) && row.mediaUrl === mediaUrl,
      ),
    )
    await mark(news, idsOf(shippedNews))
    const foundPosts = await tx
      .select()
      .from(blogPosts)
      .where(unmarked(blogPosts, shipped.articles))
      .for("update")
    const shippedPosts = foundPosts.filter((row) =>
      shipped.articles.some(
        ({ slug, content, title }) => row.slug === slug && row.title === title && row.content === content,
      ),
    )
    await mark(blogPosts, idsOf(shippedPosts))
    if (foundEpisodes.length + foundNews.length + foundPosts.length > 0) await noteMarked(tx)
  })
}

/** Whether anything that came with the site is still there, and whether anything was written or imported beside it. */
export async function contentsOfSite() {
  const any = (condition: (of: PgColumn) => SQL) =>
    sql.join(
      [episodes, news, blogPosts].map(
        (table) => sql`exists (select from ${table} where ${condition(table.isStarter)})`,
      ),
      sql` or `,
    )
  const { rows } = await db.execute<{ starter: boolean; own: boolean }>(
    sql`select (${any((of) => sql`${of}`)}) as starter, (${any((of) => sql`not ${of}`)}) as own`,
  )
  return { hasStarter: rows[0]?.starter === true, hasOwn: rows[0]?.own === true }
}

function idsOf(rows: { id: number }[]) {
  return rows.map(({ id }) => id)
}

/** Two news items were shipped with other numbers of episodes at first. */
function isSameButForRounds(one: string, other: string) {
  const ROUND = /(?:huit|neuv|dix)ième round/g
  return one.replace(ROUND, "") === other.replace(ROUND, "")
}
