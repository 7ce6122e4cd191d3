import { eq, inArray, isNotNull, sql } from "drizzle-orm"
import { listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { db } from "#app/db/client.server.ts"
import { letterRecipients as recipients, letters } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { contains } from "#app/db/search.server.ts"
import { RECIPIENT_PARAMETERS, recipientsOf } from "./recipient-list.ts"

/** The recipients of one letter, to be searched and narrowed down. */
export function recipientRows(letterId: number) {
  return listedRows(recipientsOf(letterId), {
    table: recipients,
    title: sql`''`,
    always: () => eq(recipients.letterId, letterId),
    search: (search) =>
      inArray(
        recipients.subscriberId,
        db.select({ id: subscribers.id }).from(subscribers).where(contains(subscribers.searchText, search)),
      ),
    filters: {
      etat: (value) => {
        const states = Object.entries(RECIPIENT_PARAMETERS).find(([name]) => name === value)?.[1]
        return states && inArray(recipients.state, [...states])
      },
      retour: () => isNotNull(recipients.cameBack),
    },
    sorts: {
      inscription: { index: [recipients.subscriberId] },
      date: { row: recipients.endedAt },
    },
  })
}

/** One page of them, with whom they are: nobody any more where their data were erased. */
export function listRecipients(letterId: number, options: ListOptions) {
  const rows = recipientRows(letterId)
  const page = rows.page(options)
  return db
    .select({
      id: recipients.id,
      email: subscribers.email,
      name: subscribers.name,
      state: recipients.state,
      failure: recipients.failure,
      dueAt: recipients.dueAt,
      endedAt: recipients.endedAt,
      cameBack: recipients.cameBack,
      cameBackAt: recipients.cameBackAt,
    })
    .from(page)
    .innerJoin(recipients, eq(recipients.id, page.id))
    .leftJoin(subscribers, eq(subscribers.id, recipients.subscriberId))
    .orderBy(...rows.orderBy(options))
}

/** The letter whose recipients these are, or undefined. Before it leaves it has none. */
export async function findLetterOf(id: number) {
  const [letter] = await db
    .select({ id: letters.id, title: letters.title, state: letters.state })
    .from(letters)
    .where(eq(letters.id, id))
  return letter
}
