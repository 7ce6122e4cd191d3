import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { contactMessages } from "#app/db/schema/messages.server.ts"
import { subscriberFigures } from "#app/db/schema/newsletter.server.ts"
import { comments, likes } from "#app/db/schema/visitors.server.ts"

/** What came back from people in the last 30 days, and what went out to them. */
export type Exchanges = {
  joined: number
  gone: number
  letters: number
  sent: number
  returned: number
  comments: number
  likes: number
  messages: number
}

const SINCE = sql`now() - interval '30 days'`

/** Of letters what their servers took, never whether anybody opened them. */
export async function findExchanges(): Promise<Exchanges | undefined> {
  const { rows } = await db.execute<Exchanges>(sql`
    with sent as (select id from ${letters} where addressed_at > ${SINCE}),
      recipients as (
        select count(*) filter (where r.state = 'sent') as sent, count(*) filter (where r.came_back is not null) as returned
        from ${letterRecipients} r join sent on sent.id = r.letter_id
      ),
      figures as (
        select coalesce(sum(joined), 0) as joined, coalesce(sum(gone), 0) as gone
        from ${subscriberFigures} where day > (${SINCE})::date
      )
    select figures.joined::int, figures.gone::int, (select count(*)::int from sent) as letters,
      recipients.sent::int, recipients.returned::int,
      (select count(*)::int from ${comments} where created_at > ${SINCE}) as comments,
      (select count(*)::int from ${likes} where created_at > ${SINCE}) as likes,
      (select count(*)::int from ${contactMessages} where created_at > ${SINCE}) as messages
    from recipients, figures`)
  return rows[0]
}
