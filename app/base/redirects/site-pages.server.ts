import { sql } from "drizzle-orm"
import { addressOf, whereIsPublic } from "#app/content/published.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"

/** Pages of the code: nothing else tells them here, where no route is known. */
const FIXED = [
  "/",
  "/episodes",
  "/news",
  "/blog",
  "/about",
  "/contact",
  "/newsletter",
  "/lettres",
  "/soutenir",
  "/ecouter",
  "/feed.xml",
  "/feed",
  "/rss",
  "/rss.xml",
  SEARCH_PATH,
]

/**
 * Those rules at whose address visitors find something that they would no longer find.
 *
 * @param sources as they are stored; of one with a star, anything below it counts
 */
export async function listSitePages(sources: string[]) {
  const asked = sources.filter((source) => !source.endsWith("/*"))
  // Each by its index, whatever the tables hold.
  const numbers = (start: string) => sql.param(endsOf(asked, start).flatMap((end) => parseId(end) ?? []))
  const slugs = (start: string) => sql.param(endsOf(asked, start))
  const ofTypes = managedTypes().flatMap(({ published }) => {
    if (!published?.page) return []
    const { table, page } = published
    const keys =
      page.key.columnType === "PgText"
        ? sql`${slugs(page.prefix)}::text[]`
        : sql`${numbers(page.prefix)}::int[]`
    return sql`select ${addressOf(page)} as path from ${table} where ${page.key} = any(${keys}) and ${whereIsPublic(table)}`
  })
  const { rows } = await db.execute<{ path: string }>(sql`
    ${sql.join(ofTypes, sql` union all `)}
    union all select '/guests/' || slug from ${guests} where slug = any(${slugs("/guests/")}::text[])
    union all select '/' || slug from ${customPages}
      where slug = any(${slugs("/")}::text[]) and ${whereIsPublic(customPages)}`)
  return new Set([...rows.map(({ path }) => path), ...sources.filter(coversFixedPage)])
}

/** What follows `start`, of the addresses that have one more part there. */
function endsOf(paths: string[], start: string) {
  return paths
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length))
    .filter((end) => end !== "" && !end.includes("/"))
}

function coversFixedPage(source: string) {
  if (!source.endsWith("/*")) return FIXED.includes(source)
  const stem = source.slice(0, -2)
  const ofTypes = managedTypes().flatMap(({ published }) => published?.page?.prefix.slice(0, -1) ?? [])
  return [...FIXED, "/guests", ...ofTypes].some((path) => path === stem || path.startsWith(`${stem}/`))
}
