import { and, eq, inArray, isNotNull, not, sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { nextVersion } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { seasonOf } from "#app/db/schema/columns.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { keepEpisodeVersions } from "../episodes/manage-episodes.server.ts"
import { findNextNumber } from "../rounds.server.ts"
import { MAX_INTEGER } from "./feed-limits.ts"
import type { SkippedItem } from "./feeds.schema.ts"
import type { SerializedItem } from "./serialized-item.ts"

type Season = number | null

/** The episode with the lowest number of a season. */
type Beginning = {
  date: Date
  lowest: number
  /** Nobody wrote one of its numbers, and none was announced: they may still change. */
  isMovable: boolean
}

/**
 * What numbers new episodes: as the feed says, else the next of their season; a trailer or a bonus is no round, and a draft
 * gets its number when it is published. Rounds follow dates: what is older than the first round of its season, in a feed without
 * numbers, goes before it. Those that are there move up for it, unless somebody knows their numbers; then it has none.
 *
 * @param items of the feed, to know how many may have to go before
 * @param isFeedPublic whether the site's own feed announces what is public
 */
export function createNumbering(tx: Transaction, items: SerializedItem[], isFeedPublic: boolean) {
  const beginnings = new Map<Season, Beginning | undefined>()
  const next = new Map<Season, number>()
  const older = new Map<Season, { numbered: number; left: number; most: number }>()

  /** How far the numbers of a season that were there move up. */
  const shiftOf = (season: Season) =>
    Math.max(0, (older.get(season)?.numbered ?? 0) + 1 - (beginnings.get(season)?.lowest ?? MAX_INTEGER))

  async function beginningOf(season: Season) {
    if (!beginnings.has(season)) beginnings.set(season, await findBeginning(tx, season, isFeedPublic))
    return beginnings.get(season)
  }

  function numberOlder(season: Season, { date, lowest, isMovable }: Beginning) {
    const count = older.get(season) ?? { numbered: 0, left: 0, most: countOlder(items, date) }
    older.set(season, count)
    if (!isMovable && count.most >= lowest) {
      count.left += 1
      return {}
    }
    count.numbered += 1
    return { number: count.numbered, givenNumber: count.numbered }
  }

  return {
    /** Asked of those with numbers first, then of the others, oldest first. */
    async numberOf({ season, number, isExtra, publishedAt }: FeedItem, isLater: boolean) {
      if (number === null && (isExtra || isLater)) return {}
      const beginning = number === null && !next.has(season) ? await beginningOf(season) : undefined
      if (beginning && new Date(publishedAt) < beginning.date) return numberOlder(season, beginning)
      const free = next.get(season) ?? (await findNextNumber(tx, season)) + shiftOf(season)
      next.set(season, Math.max(free, (number ?? free) + 1))
      return number === null && free <= MAX_INTEGER ? { number: free, givenNumber: free } : {}
    },
    /** Once all are there. @param createdIds those that the import made @returns what hosts are told */
    async finish(createdIds: number[]): Promise<SkippedItem[]> {
      for (const season of older.keys()) {
        const shift = shiftOf(season)
        if (shift > 0) await moveUp(tx, season, shift, createdIds)
      }
      const left = [...older.values()].reduce((sum, count) => sum + count.left, 0)
      return left === 0 ? [] : [{ position: 0, title: spellOlder(left), reason: LEFT }]
    },
  }
}

function countOlder(items: SerializedItem[], date: Date) {
  return items.filter((item) => !item.isNumbered && new Date(item.publishedAt) < date).length
}

/** Undefined where nothing of the season has a number; what came with the site counts for nothing. */
async function findBeginning(tx: Transaction, season: Season, isFeedPublic: boolean) {
  const isRound = and(inSeason(season), isNotNull(episodes.number), not(episodes.isStarter))
  const [first] = await tx
    .select({ date: episodes.publishedAt, lowest: sql<number>`${episodes.number}` })
    .from(episodes)
    .where(isRound)
    .orderBy(seasonOf(episodes.season), episodes.number)
    .limit(1)
  if (!first) return undefined
  const isAnnounced = sql`(${isFeedPublic} and ${whereIsPublic(episodes)} and ${episodes.audioUrl} is not null)
    or exists (select from ${letters} l where l.announced_episode_id = ${episodes.id} and l.published_at is not null)`
  const [known] = await tx
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(isRound, sql`(${episodes.number} is distinct from ${episodes.givenNumber} or ${isAnnounced})`))
    .limit(1)
  return { ...first, isMovable: known === undefined }
}

const inSeason = (season: Season) => eq(seasonOf(episodes.season), season ?? 0)

/** All rounds of a season but those that the import itself made. */
async function moveUp(tx: Transaction, season: Season, shift: number, createdIds: number[]) {
  const rows = await tx
    .select({ id: episodes.id, title: episodes.title, number: episodes.number })
    .from(episodes)
    .where(
      and(
        inSeason(season),
        isNotNull(episodes.number),
        not(episodes.isStarter),
        sql`${episodes.id} <> all(${sql.param(createdIds)}::int[])`,
      ),
    )
    .orderBy(episodes.id)
  const ids = rows.map(({ id }) => id)
  await keepEpisodeVersions(tx, ids, true)
  const number = sql`${episodes.number} + ${shift}::int`
  await tx
    .update(episodes)
    .set({ number, givenNumber: number, ...nextVersion(episodes) })
    .where(inArray(episodes.id, ids))
  await keepEpisodeVersions(tx, ids)
  await record(
    tx,
    ...rows.map(({ id, title, number: before }) => ({
      action: "update" as const,
      kind: "episode" as const,
      id,
      title,
      before: { number: before },
      after: { number: (before ?? 0) + shift },
    })),
  )
}

function spellOlder(count: number) {
  return count === 1
    ? "Un épisode plus ancien que les vôtres"
    : `${count} épisodes plus anciens que les vôtres`
}

const LEFT =
  "Sans numéro\u00a0: ceux de vos épisodes ont déjà été annoncés, et ne changent donc pas d’eux-mêmes. Donnez les bons sur leurs pages."
