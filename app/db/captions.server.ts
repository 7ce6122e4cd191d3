import { type AnyColumn, type SQL, sql } from "drizzle-orm"
import type { CaptionLanguage } from "#app/kit/lib/captions.ts"
import { db } from "./client.server.ts"

/**
 * In which languages the video of the library that an address leads to has captions, in the query that asks for the address anyway.
 *
 * @param address a column, or what stands for one
 */
export function captionsOf(address: AnyColumn | SQL) {
  return sql<CaptionLanguage[]>`coalesce((select array_agg(c.language order by c.language <> 'fr', c.language)
    from media_captions c join media m on m.id = c.medium_id
    where m.key = substring(${address} from '^/media/([A-Za-z0-9_-]{22})/')), '{}')`
}

/** The same of an address alone. */
export async function listCaptions(address: string | null) {
  if (address === null) return []
  const { rows } = await db.execute<{ languages: CaptionLanguage[] }>(
    sql`select ${captionsOf(sql`${address}::text`)} as languages`,
  )
  return rows[0]?.languages ?? []
}
