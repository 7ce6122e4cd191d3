import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterPace, letterRecipients, letters } from "#app/db/schema/letters.server.ts"

/**
 * How long until there is something to do for the sender of letters: 0 for now, undefined for nothing in sight. This much the
 * site asks: it sends nothing itself.
 *
 * @param sender who asks, and knows what it is handing over
 */
export async function msToNextLetter(sender?: string) {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    with sending as (select id, addressed_at from ${letters} where state = 'sending'),
      dues as (
        select scheduled_at as at from ${letters} where state = 'scheduled'
        union all
        select now() from sending where addressed_at is null
        union all
        -- Over, but nobody has noted it.
        select now() from sending where addressed_at is not null and not exists (
          select from ${letterRecipients} left_over
          where left_over.letter_id = sending.id and left_over.state in ('waiting', 'sending'))
        union all
        -- By a sender that may have ended.
        (select now() from ${letterRecipients}
          where state = 'sending' and lease is distinct from ${sender ?? null}::uuid limit 1)
        union all
        select greatest(next.due_at, (select held_until from ${letterPace})) from sending
        cross join lateral (
          select due_at from ${letterRecipients} waiting
          where waiting.letter_id = sending.id and waiting.state = 'waiting' order by due_at limit 1) as next)
    select extract(epoch from min(at) - now())::float8 * 1000 as ms from dues`)
  const ms = rows[0]?.ms
  return ms === null || ms === undefined ? undefined : Math.max(0, ms)
}
