import { sql } from "drizzle-orm"
import type { Transaction } from "./client.server.ts"
import { ADVISORY_LOCKS } from "./advisory-locks.ts"

/**
 * Who writes episodes, or people who came to them, does so one at a time in the whole database: numbers are given once, and no
 * two wait for each other's rows. Before any row's lock: taken later, two transactions could wait for each other.
 */
export function lockEpisodes(tx: Transaction) {
  return tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.episodes})`)
}
