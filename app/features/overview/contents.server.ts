import { desc, eq, type SQL, sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import type { ContentKind } from "#app/lib/content-kinds.ts"

/** How many of each a card shows. */
const SHOWN = 6
const EPISODES = 5

type Found = { kind: ContentKind; id: number; title: string; at: Date }
type Row = Omit<Found, "at"> & { at: number }

const DATED = [
  ["episode", episodes],
  ["news", news],
  ["post", blogPosts],
] as const
const ALL = [...DATED, ["page", customPages]] as const

/** One's own drafts of whatever kind, the newest first. @returns `itemId` is null for what was never saved */
export function listOwnDrafts(userId: string) {
  return db
    .select({
      kind: drafts.kind,
      id: drafts.id,
      itemId: drafts.itemId,
      title: drafts.title,
      at: drafts.updatedAt,
    })
    .from(drafts)
    .where(eq(drafts.userId, userId))
    .orderBy(desc(drafts.updatedAt), desc(drafts.id))
    .limit(SHOWN)
}

/** What is not published, worked at last first: contents of all kinds. */
export function listUnpublished() {
  const parts = ALL.map(
    ([kind, table]) => sql`
      (select ${kind}::text as kind, id, title, updated_at as at from ${table}
      where not is_published order by updated_at desc, id desc limit ${SHOWN})`,
  )
  const unsent = sql`
    (select 'letter'::text as kind, id, title, updated_at as at from ${letters}
    where state = 'draft' order by updated_at desc, id desc limit ${SHOWN})`
  return mixed([...parts, unsent], sql`at desc, kind, id desc`)
}

/** What appears by itself, the next first. */
export function listScheduled() {
  const parts = DATED.map(
    ([kind, table]) => sql`
      (select ${kind}::text as kind, id, title, published_at as at from ${table}
      where is_published and published_at > now() order by published_at, id limit ${SHOWN})`,
  )
  const leaving = sql`
    (select 'letter'::text as kind, id, title, scheduled_at as at from ${letters}
    where state = 'scheduled' order by scheduled_at, id limit ${SHOWN})`
  return mixed([...parts, leaving], sql`at, kind, id`)
}

async function mixed(parts: SQL[], order: SQL): Promise<Found[]> {
  const { rows } = await db.execute<Row>(sql`
    select kind, id, title, (extract(epoch from at) * 1000)::float8 as at
    from (${sql.join(parts, sql` union all `)}) as found order by ${order} limit ${SHOWN}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** The episodes that came out last, with how often each was opened, liked and commented on. */
export function listLastEpisodes() {
  return db
    .select({
      id: episodes.id,
      title: episodes.title,
      guest: episodes.guest,
      publishedAt: episodes.publishedAt,
      views: episodeCounts.views,
      likes: episodeCounts.likes,
      comments: episodeCounts.comments,
    })
    .from(episodes)
    .innerJoin(episodeCounts, eq(episodeCounts.episodeId, episodes.id))
    .where(whereIsPublic(episodes))
    .orderBy(desc(episodes.publishedAt), desc(episodes.id))
    .limit(EPISODES)
}
