import { type SQL, sql } from "drizzle-orm"
import { db, oncePerDatabase } from "#app/db/client.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { searchDocuments } from "#app/db/schema/search.server.ts"
import type { SearchView } from "./search-view.ts"
import { kindNamed } from "./searched-kinds.server.ts"

/** Of so many of all, the newest, it is looked first whether enough of them have what is asked for. */
const RECENT = [3_000, 20_000]
/** More episodes of one guest are not looked into: nobody has as many but who is the podcast's own. */
const MOST_OF_GUEST = 500
/** Months go by while others are known to be the newest: the next one is among them. */
const CACHED_MS = 60_000

export type Filters = Pick<SearchView, "kind" | "guest" | "year">

/** The months, or years, of so many of the newest documents, as a query each; none where there are fewer documents. */
export type Recent = string[]

const cached = oncePerDatabase(() => ({ recent: [] as Recent, until: 0 }))

/** As it was within the last minute: more documents in these months make searches slower, and miss none. */
export async function findRecent(): Promise<Recent> {
  const known = cached()
  if (performance.now() < known.until) return known.recent
  const { rows } = await db.execute<{ months: string | null }>(
    sql`select search_recent(most)::text as months from unnest(${sql.param(RECENT)}::int[]) most order by most`,
  )
  known.recent = rows.flatMap(({ months }) => months ?? [])
  known.until = performance.now() + CACHED_MS
  return known.recent
}

type Asked = {
  /** The words that are looked through. */
  column: "title_words" | "words"
  /** A query of the row `asked` that stands beside. */
  query: SQL
  filters: Filters
  recent: Recent
  most: number
}

/**
 * Selects the newest documents that have what is asked for, in any order. They are looked for among the newest of all first:
 * reading all that have a frequent word takes long, and where few of those have it, few of all do.
 */
export function newestDocuments({ column, query, filters, recent, most }: Asked) {
  const marks = marksOf(filters)
  const marked = marks ? sql`${query} && ${marks}::tsquery` : query
  const found = (within: SQL) => sql`
    select d.kind, d.item_id, d.year, d.published_at, d.title, d.names, d.title_words, d.words
    from asked, ${documentsOf(filters)} d
    where d.${sql.identifier(column)} @@ case when numnode(${query}) > 0 then ${within} end
      and d.published_at <= now() ${narrowed(filters)}
    order by d.published_at desc limit ${most}`
  // What is of a year, or of a guest, is little already.
  if (recent.length === 0 || filters.year !== undefined || filters.guest !== undefined) return found(marked)
  const names = recent.map((_, at) => sql`${sql.identifier(`recent_${at}`)}`)
  const steps = recent.map((months, at) => ({
    name: names[at],
    select: sql`select * from (${found(sql`${marked} && ${months}::tsquery`)}) found where ${tooFew(names.slice(0, at), most)}`,
  }))
  return sql`
    with ${sql.join(
      steps.map(({ name, select }) => sql`${name} as materialized (${select})`),
      sql`, `,
    )}
    ${sql.join(
      names.map(
        (name) => sql`select * from ${name} where (select count(*) from ${name}) = ${most} union all `,
      ),
      sql``,
    )}
    select * from (${found(marked)}) found where ${tooFew(names, most)}`
}

const tooFew = (names: SQL[], most: number) =>
  sql.join([sql`true`, ...names.map((name) => sql`(select count(*) from ${name}) < ${most}`)], sql` and `)

/**
 * What stands in the index beside the words of what is meant, so that it finds them only there. Episodes are most of all: to
 * look for their mark as well takes longer than to pass over the others.
 */
function marksOf({ kind, year }: Filters) {
  const marks = [kind && kind !== "episodes" && `~${kindNamed(kind)}`, year && `~${year}`].filter(Boolean)
  return marks.map((mark) => `'${mark}'`).join(" & ")
}

/** A guest's newest are found by their numbers, and then looked into. */
export function documentsOf({ guest }: Filters) {
  if (!guest) return sql`${searchDocuments}`
  return sql`(select d.* from ${guests} g join ${episodeGuests} eg on eg.guest_id = g.id
    join ${searchDocuments} d on d.kind = 'episode' and d.item_id = eg.episode_id
    where g.slug = ${guest} and d.published_at <= now() order by d.published_at desc limit ${MOST_OF_GUEST})`
}

export function narrowed({ kind, year }: Filters) {
  const conditions = [
    kind && sql`and d.kind = ${kindNamed(kind)}`,
    year && sql`and d.year = ${year}`,
  ].flatMap((condition) => condition || [])
  return sql.join(conditions, sql` `)
}
