import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"

/** How many letters need somebody: the site paused them, nobody knows whether all arrived, or they are on their way. */
export type LettersToLookAt = { halted: number; uncertain: number; underWay: number }

export async function countLettersToLookAt() {
  const { rows } = await db.execute<LettersToLookAt>(sql`
    select (select count(*)::int from ${letters} where state = 'paused' and halt is not null) as halted,
      (select count(*)::int from ${letters} where state = 'sending') as "underWay",
      (select count(distinct letter_id)::int from ${letterRecipients}
        where state = 'uncertain' and ended_at is null) as uncertain`)
  return rows[0]
}
