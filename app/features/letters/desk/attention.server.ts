import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"

/** How many letters need somebody: the site paused them, nobody knows whether all arrived, or they are on their way. */
export type LettersToLookAt = { halted: number; uncertain: number; underWay: number }

export async function countLettersToLookAt() {
  const { rows } = await db.execute<LettersToLookAt>(sql`
    select count(*) filter (where state = 'paused' and halt is not null)::int as halted,
      count(*) filter (where state = 'sending')::int as "underWay",
      count(*) filter (where exists (select from ${letterRecipients} asked
        where asked.letter_id = ${letters}.id and asked.state = 'uncertain' and asked.ended_at is null))::int as uncertain
    from ${letters} where published_at is not null`)
  return rows[0]
}
