import { record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"

type Automatic = Pick<typeof letters.$inferInsert, "title" | "content" | "topic" | "isArchived"> & {
  scheduledAt: Date
  announcedEpisodeId?: number
  digestOf?: string
}

/** Schedules a letter that nobody wrote, unless there is one of that episode or time. @returns its number, or undefined */
export async function scheduleAutomatic(tx: Transaction, letter: Automatic) {
  const [added] = await tx
    .insert(letters)
    .values({ ...letter, state: "scheduled" })
    .onConflictDoNothing()
    .returning({ id: letters.id })
  if (!added) return undefined
  const deed = { action: "create", kind: "letter", id: added.id, title: letter.title } as const
  await record(tx, { ...deed, after: { state: "scheduled", scheduledAt: letter.scheduledAt } })
  await wakeJob(tx, "letters-worker")
  return added.id
}
