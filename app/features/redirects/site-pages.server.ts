import { sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"

/** Pages of the code, and what single rows are found under: nothing else tells them here, where no route is known. */
const FIXED = ["/", "/episodes", "/news", "/blog", "/about", "/contact", "/newsletter"]
const KINDS = ["/guests", "/news/galeries", "/page"]

/**
 * Those rules at whose address visitors find something that they would no longer find.
 *
 * @param sources as they are stored; of one with a star, anything below it counts
 */
export async function listSitePages(sources: string[]) {
  const asked = sources.filter((source) => !source.endsWith("/*"))
  const { rows } = await db.execute<{ path: string }>(sql`
    select path from unnest(${sql.param(asked)}::text[]) as asked(path) where path in (
      select '/episodes/' || id from ${episodes} where ${whereIsPublic(episodes)}
      union all select '/news/galeries/' || id from ${news} where ${whereIsPublic(news)}
      union all select '/guests/' || slug from ${guests}
      union all select '/blog/' || slug from ${blogPosts} where ${whereIsPublic(blogPosts)}
      union all select unnest(array['/page/' || slug, '/' || slug]) from ${customPages} where ${whereIsPublic(customPages)})`)
  return new Set([...rows.map(({ path }) => path), ...sources.filter(coversFixedPage)])
}

function coversFixedPage(source: string) {
  if (!source.endsWith("/*")) return FIXED.includes(source)
  const stem = source.slice(0, -2)
  return [...FIXED, ...KINDS].some((path) => path === stem || path.startsWith(`${stem}/`))
}
