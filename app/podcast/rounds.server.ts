import { sql } from "drizzle-orm"
import { seasonOf } from "#app/db/schema/columns.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"

/**
 * Work that gives episodes their numbers, in a transaction of its own: one at a time in the whole database, so that no
 * two get the same. The lock comes before any row's: taken later, two transactions could wait for each other.
 */
export function numberEpisodes<Result>(work: (tx: Transaction) => Promise<Result>) {
  return db.transaction(async (tx) => {
    await lockEpisodes(tx)
    return work(tx)
  })
}

/**
 * What an episode without a number gets at its first publication: the number after the highest of its season (none is a
 * season of its own), whatever came with the site. Only for statements inside `numberEpisodes`.
 *
 * @param season "own" for that of the row which is updated
 */
export function nextRound(season: number | null | "own") {
  const number = nextNumber(season === "own" ? sql`episodes.season` : sql`${season}::integer`)
  return { number, givenNumber: number }
}

/** The same, read beforehand by who numbers many. */
export async function findNextNumber(tx: Transaction, season: number | null) {
  const { rows } = await tx.execute<{ next: number }>(
    sql`select ${nextNumber(sql`${season}::integer`)} as next`,
  )
  return rows[0]?.next ?? 1
}

// The largest integer has no next one.
const nextNumber = (season: ReturnType<typeof sql>) => sql<number>`(
  select coalesce(max(taken.number), 0) + 1 from episodes as taken
  where ${seasonOf(sql`taken.season`)} = ${seasonOf(season)} and taken.number < 2147483647
    and not taken.is_starter)`
