import { sql } from "drizzle-orm"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import type { PublishedContent } from "#app/content/published.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"

/** Contents in one transaction: it holds nobody up for longer than a moment. */
const SLICE = 50
/** Words looked at in one turn: all of a vocabulary in some hours, in milliseconds each time. */
const FORGOTTEN = 300

/**
 * Looks once for what is not in the index yet, or not as it opened to everybody since, and for words that are not in the vocabulary, and adds them in slices. It
 * may end at any time: what is left is found by the next look, by this process or another one.
 *
 * @returns how many contents were added, and how many had their words counted
 */
export async function fillIndex({ signal, slice = SLICE }: { signal?: AbortSignal; slice?: number } = {}) {
  let indexed = 0
  for (const { kind, published } of managedTypes()) {
    if (!published?.search) continue
    let after = 0
    while (!signal?.aborted) {
      const last = await indexMissing(kind, published, after, slice)
      if (last === undefined) break
      indexed += last.count
      after = last.id
    }
  }
  let counted = 0
  while (!signal?.aborted) {
    const count = await countWords(slice)
    counted += count
    if (count === 0) break
  }
  if (indexed + counted > 0) await sortIn()
  return { indexed, counted }
}

/** Words that wait to be sorted into the index, which every search reads until then. */
const sortIn = () => db.execute(sql`select gin_clean_pending_list('search_documents_words')`)

/**
 * Takes words that nothing holds any more out of the vocabulary: of a few after the last that was looked at.
 *
 * @returns where to go on, which is the beginning after the last word
 */
export async function forgetWords(after: string, most = FORGOTTEN) {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select forget_search_words(${after}, ${most}) as last`,
  )
  return rows[0]?.last ?? ""
}

/** A row that somebody writes at the moment is left out: its own trigger writes what it will be. */
function indexMissing(kind: string, { table }: PublishedContent, after: number, slice: number) {
  const { id, isPublished, publishedAt, opensAt } = table
  const isCurrent = opensAt
    ? sql`and (${opensAt} is null or ${opensAt} > now() or d.indexed_at >= ${opensAt})`
    : sql``
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      select ${id} as id from ${table}
      where ${id} > ${after} and ${isPublished} ${publishedAt ? sql`and ${publishedAt} is not null` : sql``}
        and not exists (select from search_documents d where d.kind = ${kind} and d.item_id = ${id} ${isCurrent})
      order by ${id} limit ${slice} for share skip locked`)
    const ids = rows.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return undefined
    await tx.execute(sql`select index_content(${kind}, id) from unnest(${sql.param(ids)}::int[]) id`)
    return { id: last, count: ids.length }
  })
}

/** One process at a time: two would wait for each other's words. */
function countWords(slice: number) {
  return db.transaction(async (tx) => {
    const lock = await tx.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.searchIndex}) as "isFree"`,
    )
    if (!lock.rows[0]?.isFree) return 0
    const { rows } = await tx.execute<{ count: number }>(sql`select count_search_words(${slice}) as count`)
    return rows[0]?.count ?? 0
  })
}
