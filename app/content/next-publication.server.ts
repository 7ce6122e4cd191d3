import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"

/** In how many milliseconds the next item dated in the future appears, or undefined when none is. */
export async function msToNextPublication() {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(published_at) - now()) * 1000)::float8 as ms from (
      (select min(published_at) as published_at from episodes where is_published and published_at > now())
      union all (select min(published_at) from news where is_published and published_at > now())
      union all (select min(published_at) from blog_posts where is_published and published_at > now())
    ) as next`)
  return rows[0]?.ms ?? undefined
}
