import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media, uploads } from "#app/db/schema/media.server.ts"

/** No process is at it, and none that failed waits for a while. */
export const isFree = sql`(leased_until is null or leased_until < now())`

export const isWholeUpload = sql`purpose = 'library' and received = bytes and medium_id is null and failure = ''`

/** Whether something waits for the media worker now. This much the site asks: it loads no decoders. */
export async function isMediaWaiting() {
  const { rows } = await db.execute<{ waits: boolean }>(sql`
    select exists (select from ${uploads} where ${isWholeUpload} and ${isFree})
      or exists (select from ${media} where state in ('waiting', 'working') and ${isFree}) as waits`)
  return rows[0]?.waits === true
}
