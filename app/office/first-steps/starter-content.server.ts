import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { blogPosts, episodes, feedItems, news } from "#app/db/schema/content.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { starterContent } from "#app/db/starter/content.server.ts"

const TABLES = { episode: episodes, news, post: blogPosts } as const
type Kind = keyof typeof TABLES
const KINDS = Object.keys(TABLES) as Kind[]

/** One item that came with the site. */
export type StarterItem = {
  kind: Kind
  id: number
  title: string
  /** Hosts wrote in it, or a feed did: it is theirs unless they say otherwise. */
  isEdited: boolean
  comments: number
  likes: number
}

/** What came with the site and is still there, by kind, oldest first. @param on a transaction that may then delete it */
export async function listStarterContent(on?: Transaction): Promise<StarterItem[]> {
  const tx = on ?? db
  const shipped = await starterContent()
  const [episodeRows, newsRows, postRows, drafted, fed, counts] = [
    await held(
      tx
        .select()
        .from(episodes)
        .where(sql`${episodes.isStarter}`)
        .orderBy(episodes.id),
      on,
    ),
    await held(
      tx
        .select()
        .from(news)
        .where(sql`${news.isStarter}`)
        .orderBy(news.id),
      on,
    ),
    await held(
      tx
        .select()
        .from(blogPosts)
        .where(sql`${blogPosts.isStarter}`)
        .orderBy(blogPosts.id),
      on,
    ),
    await tx.select({ kind: drafts.kind, id: drafts.itemId }).from(drafts).where(isNotNull(drafts.itemId)),
    await tx
      .select({ id: feedItems.episodeId })
      .from(feedItems)
      .innerJoin(episodes, and(eq(episodes.id, feedItems.episodeId), episodes.isStarter)),
    await tx
      .select({
        id: episodeCounts.episodeId,
        comments: sql<number>`(select count(*)::integer from comments where episode_id = ${episodes.id})`,
        likes: episodeCounts.likes,
      })
      .from(episodeCounts)
      .innerJoin(episodes, and(eq(episodes.id, episodeCounts.episodeId), episodes.isStarter)),
  ]
  const item = (kind: Kind, row: { id: number; title: string; version: number }, isAsShipped: boolean) => {
    const isDrafted = drafted.some((draft) => draft.kind === kind && draft.id === row.id)
    const isFed = kind === "episode" && fed.some(({ id }) => id === row.id)
    const { comments = 0, likes = 0 } = (kind === "episode" && counts.find(({ id }) => id === row.id)) || {}
    const isEdited = isDrafted || isFed || (row.version > 1 && !isAsShipped)
    return { kind, id: row.id, title: row.title, isEdited, comments, likes }
  }
  return [
    ...episodeRows.map((row) =>
      item(
        "episode",
        row,
        shipped.episodes.some((one) => isEpisode(row, one)),
      ),
    ),
    ...newsRows.map((row) =>
      item(
        "news",
        row,
        shipped.news.some((one) => holds(row, one, DATED)),
      ),
    ),
    ...postRows.map((row) =>
      item(
        "post",
        row,
        shipped.articles.some((one) => holds(row, one, DATED)),
      ),
    ),
  ]
}

/**
 * Removes what came with the site, with its comments, likes and drafts, and the guests that were made of it alone; what hosts
 * edited stays, as theirs from now on, but for `alsoEdited`. All of it is in the log.
 *
 * @param alsoEdited keys of edited items (`starterKey`) that go, too
 * @returns how many are gone, and how many stay
 */
export function removeStarterContent(alsoEdited: readonly string[]) {
  return db.transaction(async (tx) => {
    await lockEpisodes(tx)
    const items = await listStarterContent(tx)
    const gone = items.filter((item) => !item.isEdited || alsoEdited.includes(starterKey(item)))
    const kept = items.filter((item) => !gone.includes(item))
    const people = await guestsOf(tx, idsIn(gone, "episode"))
    for (const kind of KINDS) {
      const table = TABLES[kind]
      if (idsIn(gone, kind).length > 0) await tx.delete(table).where(inArray(table.id, idsIn(gone, kind)))
      const own = idsIn(kept, kind)
      if (own.length > 0) await tx.update(table).set({ isStarter: false }).where(inArray(table.id, own))
    }
    const lonely = await removeLonely(tx, people)
    await record(
      tx,
      ...gone.map(({ kind, id, title }) => ({ action: "delete", kind, id, title }) as const),
      ...lonely.map(({ id, name }) => ({ action: "delete", kind: "guest", id, title: name }) as const),
    )
    return { removed: gone.length, kept: kept.length }
  })
}

export function starterKey({ kind, id }: { kind: string; id: number }) {
  return `${kind}-${id}`
}

function idsIn(items: StarterItem[], kind: Kind) {
  return items.filter((item) => item.kind === kind).map(({ id }) => id)
}

/** Rows as they are until the transaction ends, if there is one. */
function held<Rows>(
  query: PromiseLike<Rows> & { for: (strength: "update") => PromiseLike<Rows> },
  on?: Transaction,
) {
  return on ? query.for("update") : query
}

async function guestsOf(tx: Transaction, episodeIds: number[]) {
  if (episodeIds.length === 0) return []
  const rows = await tx
    .selectDistinct({ id: episodeGuests.guestId })
    .from(episodeGuests)
    .where(inArray(episodeGuests.episodeId, episodeIds))
  return rows.map(({ id }) => id)
}

/** Of these guests, those who came to nothing else and of whom nobody said anything. */
async function removeLonely(tx: Transaction, ids: number[]) {
  if (ids.length === 0) return []
  const isBare = and(
    eq(guests.version, 1),
    eq(guests.role, ""),
    isNull(guests.linkUrl),
    isNull(guests.pictureUrl),
  )
  return tx
    .delete(guests)
    .where(and(inArray(guests.id, ids), isBare, cameToNothing(guests.id)))
    .returning({ id: guests.id, name: guests.name })
}

const cameToNothing = (id: PgColumn): SQL =>
  sql`not exists (select from ${episodeGuests} where ${episodeGuests.guestId} = ${id})`

/** When, and whether it is published: that is no writing. */
const DATED = ["daysAgo", "isPublished"]
const NOT_EPISODE = [...DATED, "views", "number"]

function isEpisode(
  row: typeof episodes.$inferSelect,
  shipped: Awaited<ReturnType<typeof starterContent>>["episodes"][number],
) {
  const { subtitle, credits, links, audioUrl, season, type } = row
  const isBare = `${subtitle}${credits}${audioUrl ?? ""}${season ?? ""}` === "" && links.length === 0
  return isBare && type === "full" && holds(row, shipped, NOT_EPISODE)
}

function holds(row: object, shipped: object, besides: string[]) {
  const stored = new Map(Object.entries(row))
  return Object.entries(shipped).every(
    ([name, value]) => besides.includes(name) || stored.get(name) === value,
  )
}
