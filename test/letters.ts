// What is sent may show cards of any type.
import "#app/office/types/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"

type Letter = typeof letters.$inferInsert
type Subscriber = Partial<typeof newsletterSubscribers.$inferInsert>

let count = 0
const YESTERDAY = () => new Date(Date.now() - 86_400_000)

/** A letter as it is in a state: a draft, unless told otherwise. */
export async function createLetter({ state = "draft", ...values }: Partial<Letter> = {}) {
  const isWritten = state === "draft" || state === "scheduled"
  const isOver = state === "sent" || state === "stopped"
  const [letter] = await db
    .insert(letters)
    .values({
      title: "Lettre d’essai",
      content: "Bonjour.",
      state,
      scheduledAt: state === "scheduled" ? new Date(Date.now() + 86_400_000) : null,
      ...(!isWritten && { publishedAt: new Date(), sentHtml: "<p>Bonjour.</p>", sentText: "Bonjour." }),
      ...(isOver && { addressedAt: new Date(), endedAt: new Date() }),
      ...values,
    })
    .returning()
  if (!letter) throw new Error("no letter was inserted")
  return letter
}

/** Subscribers since yesterday who get letters, unless told otherwise. @returns their identifiers */
export async function createSubscribers(number: number, values: Subscriber = {}) {
  const rows = await db
    .insert(newsletterSubscribers)
    .values(
      Array.from({ length: number }, () => {
        count += 1
        return { email: `abonne-${count}@cko.test`, confirmedAt: YESTERDAY(), ...values }
      }),
    )
    .returning({ id: newsletterSubscribers.id, email: newsletterSubscribers.email })
  return rows
}
