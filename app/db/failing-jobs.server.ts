import { sql, type SQLWrapper } from "drizzle-orm"
import { z } from "zod"
import { db } from "./client.server.ts"
import { settings } from "./schema/accounts.server.ts"
import { readSetting } from "./settings.server.ts"

const NAME = "failing-jobs"
const failingSchema = z.record(z.string(), z.coerce.date())

/** The jobs whose last turn failed, each with since when. */
export async function findFailingJobs() {
  return (await readSetting(NAME, failingSchema)) ?? {}
}

/** How each job's last turn ended, as far as it was this process's. */
const lastTurns = new Map<string, boolean>()

/** Notes how a job's turn ended, where that is news. */
export async function noteTurn(name: string, hasFailed: boolean) {
  if (lastTurns.get(name) === hasFailed) return
  if (hasFailed)
    await db.execute(sql`
      insert into ${settings} (name, value) values (${NAME}, jsonb_build_object(${name}::text, now()))
      on conflict (name) do update set value = excluded.value || ${settings.value}, updated_at = now()`)
  else {
    await db.execute(sql`
      update ${settings} set value = value - ${name}::text, updated_at = now() where name = ${NAME} and value ? ${name}`)
    // Where nothing fails any more, it is as if nothing ever had.
    await db.execute(sql`delete from ${settings} where name = ${NAME} and value = '{}'`)
  }
  lastTurns.set(name, hasFailed)
}

/** Jobs that copy the site (app/jobs/back-up.server.ts). */
const BACKUPS = ["daily-backups", "backups", "backups-elsewhere"]

/** As SQL, the copies that fail, and began to do so after a time; all of them without it. */
export const backupFailedSince = (time?: SQLWrapper) => sql`
  select from ${settings} failing, jsonb_each_text(failing.value) as job (name, since)
  where failing.name = ${NAME} and job.name in ${BACKUPS} ${time ? sql`and job.since::timestamptz > ${time}` : sql``}`
