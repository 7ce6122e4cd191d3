import { sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import {
  documentsOf,
  type Filters,
  findRecent,
  narrowed,
  newestDocuments,
} from "./newest-documents.server.ts"
import { askedRound, type Round } from "./asked-round.ts"
import type { SearchPart } from "./search-terms.ts"

/** Of more than these the newest are found: ranking all that hold a frequent word would take ever longer. */
export const MOST_FOUND = 500
const MOST_WEIGHED = 200
/** Of so many that hold the words of a phrase, the newest, it is looked up whether they stand one after the other. */
const MOST_READ = 300
const MOST_GUESTS = 12
/** Rounds may repeat. */
const MOST_ROUNDS = 20

export type Found = { kind: string; id: number; year: number | null }
export type Guest = { slug: string; name: string; episodes: number }

/**
 * What is published and holds all that is searched for, the best first: the round that is asked for by its number; a title or
 * a guest that is exactly it; guests, then titles, that hold its words as they are; those that hold others of the same stem or
 * beginning; both together; then texts. Of a guest, and of what is equally good, the newest comes first.
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
  const round = wanted.length === parts.length ? askedRound(typed, siteSettings().texts.round) : undefined
  const recent = await findRecent()
  const { rows } = await db.execute<{
    found: [string, number, number | null][]
    guests: Guest[] | null
  }>(sql`
    with asked as materialized (
      select search_query(${asked}::jsonb, 'titles') as titles,
        search_query(${asked}::jsonb, 'texts') as texts, search_query(${asked}::jsonb, 'literally') as literally,
        ${hasPhrase ? sql`search_query(${asked}::jsonb, 'together') as together,` : sql``}
        search_normal(${typed}) as typed
    ), titled as (
      ${newestDocuments({ column: "title_words", query: sql`asked.titles`, filters, recent, most: MOST_FOUND })}
    ), told as (
      ${
        hasPhrase
          ? sql`select t.* from asked, (${newestDocuments({ column: "words", query: sql`asked.together`, filters, recent, most: MOST_READ })}) t
              where t.words @@ asked.texts`
          : newestDocuments({ column: "words", query: sql`asked.texts`, filters, recent, most: MOST_FOUND })
      }
    ), met as (
      select distinct on (kind, item_id) * from (
        select *, true as is_titled, false as is_round from titled union all select *, false, false from told
        ${round ? sql`union all select *, true, true from (${documentsOfRound(round, filters)}) numbered` : sql``}
      ) ways order by kind, item_id, is_round desc, is_titled desc
    ), weighed as (
      select m.kind, m.item_id, m.year, m.published_at,
        case when m.is_round then 7
          when asked.typed in (m.title, m.names) then 6
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

/** The newest episodes with this number, as `newestDocuments` selects. */
function documentsOfRound({ season, number }: Round, filters: Filters) {
  return sql`
    select d.kind, d.item_id, d.year, d.published_at, d.title, d.names, d.title_words, d.words
    from ${episodes} e join ${documentsOf(filters)} d on d.kind = 'episode' and d.item_id = e.id
    where e.number = ${number} ${season === undefined ? sql`` : sql`and coalesce(e.season, 0) = ${season}`}
      and d.published_at <= now() ${narrowed(filters)}
    order by d.published_at desc limit ${MOST_ROUNDS}`
}
