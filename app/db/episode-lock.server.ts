import { sql } from "drizzle-orm"
import type { Transaction } from "./client.server.ts"

/** Any number will do, as long as nothing else in the same database uses it. */
const LOCK = 2_025_110_2

/**
 * Who writes episodes, or people who came to them, does so one at a time in the whole database: numbers are given once, and no
 * two wait for each other's rows. Before any row's lock: taken later, two transactions could wait for each other.
 */
export function lockEpisodes(tx: Transaction) {
  return tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}
