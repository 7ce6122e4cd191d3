import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"

/** How many letters need somebody: the site paused them, nobody knows whether all arrived, or they are on their way. */
export type LettersToLookAt = { halted: number; uncertain: number; underWay: number }

export async function countLettersToLookAt(most: number) {
  const { rows } = await db.execute<LettersToLookAt>(sql`
    select count(*) filter (where state = 'paused' and halt is not null)::int as halted,
      count(*) filter (where state = 'sending')::int as "underWay",
      (select count(distinct letter_id)::int from (
        select letter_id from ${letterRecipients}
        where state = 'uncertain' and ended_at is null limit ${most}) as asked) as uncertain
    from ${letters} where state in ('sending', 'paused')`)
  return rows[0]
}
