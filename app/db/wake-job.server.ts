import { sql } from "drizzle-orm"
import type { WorkerName } from "#app/kit/lib/worker-files.server.ts"
import type { Transaction } from "./client.server.ts"

/** What something makes due in the middle of its pause: jobs of a site's own process (app/jobs), and workers (server/workers.ts). */
export type WakeableJob =
  "mails" | "imports" | "feeds" | "hub" | "bounces" | "copies" | "backups" | "search" | WorkerName

/** Lets the process that does the database's jobs look now rather than at the job's next turn, once this transaction is committed. */
export const wakeJob = (tx: Pick<Transaction, "execute">, name: WakeableJob) =>
  tx.execute(sql`select ${wakesJob(name)}`)

/** The same as a part of a statement, such as of what it returns: it costs no round trip of its own. */
export const wakesJob = (name: WakeableJob) => sql<string>`pg_notify('cko_jobs', ${name})`
