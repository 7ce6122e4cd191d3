import { eq, sql } from "drizzle-orm"
import { z } from "zod"
import type { SettingKey } from "#app/base/settings/definitions.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"

const NAME = "letters-automatic"

const stateSchema = z.object({
  /** The episodes that were seen to come out lately, announced or not: none is announced twice, even if its letter was deleted. */
  announced: z.array(z.number()),
  /** The week or month that was summed up last, and until when, also where there was nothing to tell. */
  digestOf: z.string(),
  digestUntil: z.coerce.date().nullable(),
})
export type AutomaticState = z.infer<typeof stateSchema>

/** What is known, for who holds the lock until the transaction ends. @returns also the database's time */
export async function lockAutomaticState(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.automaticLetters})`)
  const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  const state = await readSetting(NAME, stateSchema, tx)
  const fresh: AutomaticState = { announced: [], digestOf: "", digestUntil: null }
  return { state: state ?? fresh, now: new Date(rows[0]?.now ?? Date.now()) }
}

export async function writeAutomaticState(tx: Transaction, state: AutomaticState) {
  await writeSetting(tx, NAME, state)
}

/** Since when a setting is not its default; undefined where it is. */
export async function switchedOnAt(tx: Transaction, key: SettingKey) {
  const [row] = await tx
    .select({ updatedAt: settings.updatedAt })
    .from(settings)
    .where(eq(settings.name, key))
  return row?.updatedAt
}
