import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { imports } from "#app/db/schema/imports.server.ts"

/** It has something to be done, and no process is at it. */
export const isWaiting = sql`state in ('reading', 'running', 'undoing') and (leased_until is null or leased_until < now())`

/** Whether the imports worker has something to do. This much the site asks: it loads nothing that reads exports. */
export async function isImportWaiting() {
  const { rows } = await db.execute<{ waits: boolean }>(
    sql`select exists (select from ${imports} where ${isWaiting}) as waits`,
  )
  return rows[0]?.waits === true
}
