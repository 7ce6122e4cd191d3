import { asc, eq, getTableColumns, gt, sql } from "drizzle-orm"
import { profiles } from "#app/db/schema/accounts.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { contactMessages } from "#app/db/schema/messages.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { bans, comments, newsletterSubscribers, publicComments } from "#app/db/schema/visitors.server.ts"
import { inBatches, type Look, type Reader } from "./read-contents.server.ts"
import { type Line, toTime } from "./shapes.ts"

const BATCH = 500

/** As visitors read them; with personal data all there are, and by whom. Those of one episode after those of another. */
export async function* readComments(
  on: Reader,
  hasPersonalData: boolean,
): AsyncGenerator<Line<"comments">[]> {
  const read = hasPersonalData ? readAllComments : readPublicComments
  for (let after = { episodeId: 0, id: 0 }; ;) {
    const rows = await read(on, after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last
  }
}

type Place = { episodeId: number; id: number }

const follows = (table: typeof comments | typeof publicComments, { episodeId, id }: Place) =>
  sql`(${table.episodeId}, ${table.id}) > (${episodeId}, ${id})`

async function readAllComments(on: Reader, after: Place): Promise<Line<"comments">[]> {
  const rows = await on
    .select()
    .from(comments)
    .where(follows(comments, after))
    .orderBy(asc(comments.episodeId), asc(comments.id))
    .limit(BATCH)
  return rows.map((row) => ({
    id: row.id,
    episodeId: row.episodeId,
    repliesTo: row.parentId,
    isPodcast: row.isPodcast,
    author: row.authorName,
    email: row.authorEmail,
    text: row.content,
    createdAt: toTime(row.createdAt),
    state: row.status,
    isApproved: row.isApproved,
    isImported: row.isImported,
  }))
}

async function readPublicComments(on: Reader, after: Place): Promise<Line<"comments">[]> {
  const rows = await on
    .select({
      id: publicComments.id,
      episodeId: publicComments.episodeId,
      repliesTo: publicComments.parentId,
      isPodcast: publicComments.isPodcast,
      author: publicComments.authorName,
      text: publicComments.content,
      createdAt: publicComments.createdAt,
      isImported: sql<boolean>`(select c.is_imported from comments c where c.id = public_comments.id)`,
    })
    .from(publicComments)
    .where(follows(publicComments, after))
    .orderBy(asc(publicComments.episodeId), asc(publicComments.id))
    .limit(BATCH)
  return rows.map((row) => ({
    ...row,
    createdAt: toTime(row.createdAt),
    state: row.text === null ? ("removed" as const) : ("visible" as const),
  }))
}

/**
 * The comments of one episode, some at a time.
 *
 * @returns what is asked for each episode in the order of their numbers
 */
export function commentsByEpisode(on: Reader, hasPersonalData: boolean) {
  const batches = readComments(on, hasPersonalData)
  let held: Line<"comments">[] = []
  let isDone = false
  return async function* of(episodeId: number) {
    for (;;) {
      const end = held.findIndex((comment) => comment.episodeId > episodeId)
      const passed = end === -1 ? held : held.slice(0, end)
      held = end === -1 ? [] : held.slice(end)
      const theirs = passed.filter((comment) => comment.episodeId === episodeId)
      if (theirs.length > 0) yield theirs
      if (end !== -1 || isDone) return
      const { value, done } = await batches.next()
      isDone = done === true
      held = value ?? []
    }
  }
}

export async function* readRedirects(on: Reader): AsyncGenerator<Line<"redirects">[]> {
  const batches = inBatches(BATCH, (after, size) =>
    on.select().from(redirects).where(gt(redirects.id, after)).orderBy(asc(redirects.id)).limit(size),
  )
  for await (const rows of batches) {
    yield rows.map((row) => ({
      id: row.id,
      from: row.source,
      to: row.target,
      createdAt: toTime(row.createdAt),
      updatedAt: toTime(row.updatedAt),
    }))
  }
}

export async function* readLetters(on: Reader, { places, base }: Look): AsyncGenerator<Line<"letters">[]> {
  const countedBy = (column: "state" | "came_back") => sql<Record<string, number>>`coalesce((
    select json_object_agg(${sql.identifier(column)}, n) from (
      select ${sql.identifier(column)}, count(*) as n from letter_recipients
      where letter_id = ${letters.id} and ${sql.identifier(column)} is not null group by 1) counted), '{}')`
  const batches = inBatches(20, (after, size) =>
    on
      .select({
        id: letters.id,
        row: letters,
        author: sql<string>`coalesce(${profiles.displayName}, '')`,
        recipients: countedBy("state"),
        cameBack: countedBy("came_back"),
      })
      .from(letters)
      .leftJoin(profiles, eq(profiles.userId, letters.authorId))
      .where(gt(letters.id, after))
      .orderBy(asc(letters.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, author, recipients, cameBack }) => ({
      id: row.id,
      author,
      subject: row.title,
      previewText: row.previewText,
      senderName: row.senderName,
      text: places.text(row.content, base),
      topic: row.topic,
      isArchived: row.isArchived,
      state: row.state,
      scheduledAt: toTime(row.scheduledAt),
      startedAt: toTime(row.publishedAt),
      endedAt: toTime(row.endedAt),
      announcedEpisodeId: row.announcedEpisodeId,
      digestOf: row.digestOf,
      recipients,
      cameBack,
      createdAt: toTime(row.createdAt),
      updatedAt: toTime(row.updatedAt),
    }))
  }
}

export async function* readLevels(on: Reader, { places, base }: Look): AsyncGenerator<Line<"levels">[]> {
  const batches = inBatches(BATCH, (after, size) =>
    on.select().from(levels).where(gt(levels.id, after)).orderBy(asc(levels.id)).limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ id, name, rank, months, price, description, payUrl, ...row }) => ({
      ...{ id, name, rank, months, price, payUrl, text: places.text(description, base) },
      createdAt: toTime(row.createdAt),
      updatedAt: toTime(row.updatedAt),
    }))
  }
}

type Total = Omit<Line<"audience-days">, "count"> & { count: number }

export async function* readAudienceDays(on: Reader): AsyncGenerator<Line<"audience-days">[]> {
  yield* readTotals(on, "audience_days")
}

export async function* readAudienceMonths(on: Reader): AsyncGenerator<Line<"audience-months">[]> {
  for await (const rows of readTotals(on, "audience_months")) {
    yield rows.map(({ day: month, ...row }) => ({ month, ...row }))
  }
}

/** In the order of their table's key, which has them at hand. */
async function* readTotals(on: Reader, table: "audience_days" | "audience_months"): AsyncGenerator<Total[]> {
  const size = 2_000
  for (let last: Total | undefined; ;) {
    const after = last
      ? sql`where (measure, episode_id, day, label) > (${last.measure}, ${last.episodeId}, ${last.day}::date, ${last.label})`
      : sql``
    const { rows } = await on.execute<Total>(sql`
      select day::text, measure, episode_id as "episodeId", label, count from ${sql.identifier(table)} ${after}
      order by measure, episode_id, day, label limit ${size}`)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

export async function* readSubscribersByDay(on: Reader): AsyncGenerator<Line<"subscribers-by-day">[]> {
  const { rows } = await on.execute<Line<"subscribers-by-day">>(sql`
    select day::text, sum(joined)::float8 as joined, sum(gone)::float8 as gone from subscriber_figures group by day order by day`)
  yield rows
}

export async function* readSubscribers(on: Reader): AsyncGenerator<Line<"subscribers">[]> {
  const table = newsletterSubscribers
  const batches = inBatches(BATCH, (after, size) =>
    on.select().from(table).where(gt(table.id, after)).orderBy(asc(table.id)).limit(size),
  )
  for await (const rows of batches) {
    yield rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      state: stateOf(row),
      topics: row.topics,
      consent: { at: toTime(row.consentedAt), origin: row.consentOrigin, wording: row.consentWording },
      createdAt: toTime(row.createdAt),
      confirmedAt: toTime(row.confirmedAt),
      suppressedAt: toTime(row.suppressedAt),
      unsubscribedAt: toTime(row.unsubscribedAt),
    }))
  }
}

function stateOf(row: typeof newsletterSubscribers.$inferSelect) {
  if (row.unsubscribedAt) return "unsubscribed"
  if (row.suppressedAt) return "suppressed"
  return row.confirmedAt ? "subscribed" : "unconfirmed"
}

export async function* readSupporters(on: Reader): AsyncGenerator<Line<"supporters">[]> {
  const table = supporters
  const {
    searchText: _searchText,
    version: _version,
    feedNumber: _feed,
    linkNumber: _link,
    welcomedAt: _welcomedAt,
    remindedOf: _remindedOf,
    toldEndOf: _toldEndOf,
    ...columns
  } = getTableColumns(table)
  const batches = inBatches(BATCH, (after, size) =>
    on.select(columns).from(table).where(gt(table.id, after)).orderBy(asc(table.id)).limit(size),
  )
  for await (const rows of batches)
    yield rows.map(({ createdAt, updatedAt, ...row }) => ({
      ...row,
      ...{ createdAt: toTime(createdAt), updatedAt: toTime(updatedAt) },
    }))
}

export async function* readLeavingReasons(on: Reader): AsyncGenerator<Line<"leaving-reasons">[]> {
  const { rows } = await on.execute<Line<"leaving-reasons">>(
    sql`select day::text, reason, words from leaving_reasons order by day, id`,
  )
  yield rows
}

export async function* readMessages(on: Reader): AsyncGenerator<Line<"messages">[]> {
  type Reply = { text: string; createdAt: string; outcome: string | null }
  const table = contactMessages
  const batches = inBatches(BATCH, (after, size) =>
    on
      .select({
        id: table.id,
        row: table,
        replies: sql<Reply[]>`coalesce((select json_agg(json_build_object('text', r.text,
          'createdAt', r.created_at, 'outcome', r.outcome) order by r.created_at, r.id)
          from message_replies r where r.message_id = contact_messages.id), '[]')`,
      })
      .from(table)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, replies }) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      subject: row.subject,
      text: row.message,
      createdAt: toTime(row.createdAt),
      readAt: toTime(row.readAt),
      archivedAt: toTime(row.archivedAt),
      doneAt: toTime(row.doneAt),
      replies: replies.map((one) => ({ ...one, createdAt: toTime(new Date(one.createdAt)) })),
    }))
  }
}

export async function* readBans(on: Reader): AsyncGenerator<Line<"bans">[]> {
  const batches = inBatches(BATCH, (after, size) =>
    on.select().from(bans).where(gt(bans.id, after)).orderBy(asc(bans.id)).limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ id, kind, value, createdAt }) => ({ id, kind, value, createdAt: toTime(createdAt) }))
  }
}
