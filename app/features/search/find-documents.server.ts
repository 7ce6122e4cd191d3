import { type SQL, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { searchDocuments } from "#app/db/schema/search.server.ts"
import type { ContentKind } from "#app/lib/content-kinds.ts"
import type { SearchPart } from "./search-terms.ts"
import { KINDS, type SearchView } from "./search-view.ts"

/** Of more than these the newest are found: ranking all that hold a frequent word would take ever longer. */
export const MOST_FOUND = 500
const MOST_WEIGHED = 200
/** Of so many that hold the words of a phrase, the newest, it is looked up whether they stand one after the other. */
const MOST_READ = 300
const MOST_GUESTS = 12

/** Of so many of all, the newest, it is looked first whether enough of them have what is asked for. */
const RECENT = 4_000

type Filters = Pick<SearchView, "kind" | "guest" | "year">
export type Found = { kind: ContentKind; id: number; year: number | null }
export type Guest = { slug: string; name: string; episodes: number }

/**
 * What is published and holds all that is searched for, the best first: a title or a guest that is exactly it; guests, then
 * titles, that hold its words as they are; those that hold others of the same stem or beginning; both together; then texts.
 * Of a guest, and of what is equally good, the newest comes first.
 *
 * @param parts at least one that is not excluded
 * @param mostWeighed of so many, the newest, it is looked up how often and how near to each other their texts have the
 *   words; of none where too many have them
 * @returns at most `MOST_FOUND`, and who came to most of these episodes
 */
export async function findDocuments(parts: SearchPart[], filters: Filters, mostWeighed = MOST_WEIGHED) {
  const asked = JSON.stringify(parts)
  const wanted = parts.filter(({ isExcluded }) => !isExcluded)
  const typed = wanted.map(({ text }) => text).join(" ")
  const hasPhrase = parts.some(({ isPhrase }) => isPhrase)
  const { rows } = await db.execute<{
    found: [ContentKind, number, number | null][]
    guests: Guest[] | null
  }>(sql`
    with asked as materialized (
      select search_query(${asked}::jsonb, 'titles') as titles,
        search_query(${asked}::jsonb, 'texts') as texts, search_query(${asked}::jsonb, 'literally') as literally,
        search_query(${asked}::jsonb, 'together') as together,
        search_recent(${RECENT}) as recent, search_normal(${typed}) as typed
    ), titled as (
      ${newest("title_words", "titles", filters, MOST_FOUND)}
    ), told as (
      ${
        hasPhrase
          ? sql`select t.* from asked, (${newest("words", "together", filters, MOST_READ)}) t where t.words @@ asked.texts`
          : newest("words", "texts", filters, MOST_FOUND)
      }
    ), met as (
      select distinct on (kind, item_id) * from (select *, true as is_titled from titled
        union all select *, false from told) both_ways order by kind, item_id, is_titled desc
    ), weighed as (
      select m.kind, m.item_id, m.year, m.published_at,
        case when asked.typed in (m.title, m.names) then 6
          when not m.is_titled then 0
          when ts_filter(m.title_words, '{a}') @@ asked.literally then 5
          when ts_filter(m.title_words, '{b}') @@ asked.literally then 4
          when ts_filter(m.title_words, '{a}') @@ asked.titles then 3
          when ts_filter(m.title_words, '{b}') @@ asked.titles then 2
          else 1 end as class,
        case when m.is_titled then ts_rank(m.title_words, asked.titles, 1)
          when row_number() over (partition by m.is_titled order by m.published_at desc) <= ${mostWeighed}
            and (select count(*) from told) < ${MOST_FOUND}
            then ts_rank(m.words, asked.texts, 1) else 0 end as weight
      from met m, asked
    ), ranked as (
      select *, row_number() over (
        order by class desc, case when class not in (5, 3) then weight end desc nulls last,
          published_at desc, kind, item_id desc) as place
      from weighed order by place limit ${MOST_FOUND}
    )
    select (select coalesce(json_agg(json_build_array(kind, item_id, year) order by place), '[]') from ranked) as found,
      (select json_agg(g) from (
        select g.slug, g.name, count(*)::int as episodes
        from ranked r join ${episodeGuests} eg on r.kind = 'episode' and eg.episode_id = r.item_id
          join ${guests} g on g.id = eg.guest_id
        group by g.id order by count(*) desc, g.name, g.id limit ${MOST_GUESTS}) g) as guests`)
  const [row] = rows
  return {
    found: (row?.found ?? []).map(([kind, id, year]): Found => ({ kind, id, year })),
    guests: row?.guests ?? [],
  }
}

/**
 * The newest documents that have what is asked for. They are looked for among the newest of all first: reading all that have
 * a frequent word takes long, and where few of those have it, few of all do.
 */
function newest(
  column: "title_words" | "words",
  asked: "titles" | "texts" | "together",
  filters: Filters,
  most: number,
) {
  const query = sql`asked.${sql.identifier(asked)}`
  const marks = marksOf(filters)
  const inIndex = marks ? sql`${query} && ${marks}::tsquery` : query
  const from = (within: SQL, condition: SQL) => sql`
    select d.kind, d.item_id, d.year, d.published_at, d.title, d.names, d.title_words, d.words
    from asked, ${documentsOf(filters)} d
    where d.${sql.identifier(column)} @@ case when ${condition} then ${within} end ${narrowed(filters)}
    order by d.published_at desc limit ${most}`
  const isAsked = sql`numnode(${query}) > 0`
  // What is of a year, or of a guest, is little already.
  if (filters.year !== undefined || filters.guest !== undefined) return from(inIndex, isAsked)
  return sql`
    with recent as materialized (
      ${from(sql`${inIndex} && asked.recent`, sql`${isAsked} and asked.recent is not null`)}
    )
    select * from recent where (select count(*) from recent) = ${most}
    union all (select * from (${from(inIndex, isAsked)}) of_all where (select count(*) from recent) < ${most})`
}

/** What stands in the index beside the words of what is meant, so that it finds them only there. */
function marksOf({ kind, year }: Filters) {
  const marks = [kind && `~${KINDS[kind].kind}`, year && `~${year}`].filter(Boolean)
  return marks.map((mark) => `'${mark}'`).join(" & ")
}

/** A guest's are found by their numbers, and then looked into. */
function documentsOf({ guest }: Filters) {
  if (!guest) return sql`${searchDocuments}`
  return sql`(select d.* from ${guests} g join ${episodeGuests} eg on eg.guest_id = g.id,
    lateral (select * from ${searchDocuments} d where d.kind = 'episode' and d.item_id = eg.episode_id offset 0) d
    where g.slug = ${guest})`
}

function narrowed({ kind, year }: Filters) {
  const conditions: SQL[] = [sql`d.published_at <= now()`]
  if (kind) conditions.push(sql`d.kind = ${KINDS[kind].kind}`)
  if (year) conditions.push(sql`d.year = ${year}`)
  return sql`and ${sql.join(conditions, sql` and `)}`
}
