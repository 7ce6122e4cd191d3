import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { loadFound } from "./found-items.server.ts"
import { findRecent, newestDocuments } from "./newest-documents.server.ts"
import { labelOfKind } from "./searched-kinds.server.ts"
import { parseTerms } from "./search-terms.ts"

const MOST_SUGGESTED = 6
/** Of more titles that begin so, the newest are compared. */
const MOST_COMPARED = 300

/** What one may mean while typing, by its title or guest: the best first. @param typed as in the page's `?q=` */
export async function suggest(typed: string) {
  const { parts, problem } = parseTerms(typed)
  if (problem) return []
  const asked = JSON.stringify(parts)
  const recent = await findRecent()
  const { rows } = await db.execute<{ kind: string; id: number }>(sql`
    with asked as materialized (
      select search_query(${asked}::jsonb, 'titles') as titles, search_query(${asked}::jsonb, 'literally') as literally
    ), titled as (
      ${newestDocuments({ column: "title_words", query: sql`asked.titles`, filters: {}, recent, most: MOST_COMPARED })}
    )
    select kind, item_id as id from titled, asked
    order by title_words @@ asked.literally desc, ts_filter(title_words, '{a}') @@ asked.titles desc,
      published_at desc, kind, item_id desc
    limit ${MOST_SUGGESTED}`)
  const items = await loadFound(rows.map(({ kind, id }) => ({ kind, id, year: null })))
  return items.map(({ kind, id, title, guest, path }) => ({
    key: `${kind}-${id}`,
    label: labelOfKind(kind),
    title: frenchSpaces(title),
    guest: frenchSpaces(guest),
    path,
  }))
}
