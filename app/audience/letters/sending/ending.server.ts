import { and, eq, isNotNull, notExists, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { letterRecipients as recipients, letters } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"

/** Letters of which nothing is left to be sent are over. */
export async function finishLetters() {
  const left = (state: "waiting" | "sending") =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(recipients)
        .where(and(eq(recipients.letterId, letters.id), eq(recipients.state, state))),
    )
  await db.transaction(async (tx) => {
    const over = await tx
      .update(letters)
      .set({ state: "sent", endedAt: sql`now()` })
      .where(
        and(eq(letters.state, "sending"), isNotNull(letters.addressedAt), left("waiting"), left("sending")),
      )
      .returning({ id: letters.id, title: letters.title })
    await record(
      tx,
      ...over.map(
        ({ id, title }) =>
          ({
            ...({ action: "update", kind: "letter", id, title } as const),
            before: { state: "sending" },
            after: { state: "sent" },
          }) as const,
      ),
    )
  })
}

/** The site pauses a letter by itself: going on would do nobody any good. */
export async function haltLetter(id: number, failure: MailFailure) {
  await db.transaction(async (tx) => {
    const [halted] = await tx
      .update(letters)
      .set({ state: "paused", halt: failure, updatedAt: sql`now()` })
      .where(and(eq(letters.id, id), eq(letters.state, "sending")))
      .returning({ title: letters.title })
    if (!halted) return
    const deed = { action: "update", kind: "letter", id, title: halted.title } as const
    await record(tx, { ...deed, before: { state: "sending" }, after: { state: "paused" } })
  })
}
