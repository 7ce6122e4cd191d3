import { and, desc, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { listMigrations } from "#app/db/schema-fits.server.ts"
import type { Copy } from "./machine.server.ts"

/** What the database says of itself and since when it runs (in seconds), how long it took over it, and by how much its clock differs from this process's. */
export async function askDatabase() {
  const sentAt = Date.now()
  const startedAt = performance.now()
  const { rows: times } = await db.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  const latencyMs = performance.now() - startedAt
  // Its clock was read in the middle of the way there and back.
  const aheadMs = (times[0]?.now ?? sentAt) - (sentAt + latencyMs / 2)
  const { rows } = await db.execute<{
    version: string
    bytes: number
    used: number
    most: number
    uptimeSeconds: number
  }>(sql`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes,
      (select sum(numbackends)::int from pg_stat_database) as used,
      current_setting('max_connections')::int as most,
      extract(epoch from now() - pg_postmaster_start_time())::float8 as "uptimeSeconds"`)
  return { latencyMs, aheadMs, ...(rows[0] ?? { version: "", bytes: 0, used: 0, most: 0, uptimeSeconds: 0 }) }
}

/** Which migrations the code on the disk has, and up to which one the database was brought. */
export async function readSchemaState() {
  const entries = await listMigrations()
  const { rows } = await db.execute<{ last: number | null }>(
    sql`select max(created_at)::float8 as last from drizzle.__drizzle_migrations`,
  )
  const last = rows[0]?.last ?? 0
  return {
    name: entries.findLast(({ when }) => when <= last)?.tag ?? "",
    pending: entries.filter(({ when }) => when > last).length,
    isNewer: last > Math.max(0, ...entries.map(({ when }) => when)),
  }
}

/** When the backup command last ended well, as the log tells. */
export async function findLoggedCopy(): Promise<Copy | undefined> {
  const [copy] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.kind, "database"), eq(auditLog.action, "backup")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return copy && { at: copy.at, place: "le fichier donné à npm run backup" }
}

/** What the media library takes, in bytes, and what waits for the media worker: how many, and for how many seconds. */
export async function askLibrary() {
  const { rows } = await db.execute<{
    bytes: number
    waiting: number
    working: number
    failed: number
    waitsFor: number
  }>(sql`
    select (select coalesce(sum(bytes), 0)::float8 from ${mediaFiles}) as bytes,
      (count(*) filter (where state = 'waiting'))::int as waiting,
      (count(*) filter (where state = 'working' and leased_until > now()))::int as working,
      (select count(*)::int from (select from ${media} where state = 'failed' limit 1001) as given_up) as failed,
      coalesce(extract(epoch from now() - min(updated_at) filter (where state = 'waiting')), 0)::float8 as "waitsFor"
    from ${media} where state in ('waiting', 'working')`)
  return rows[0] ?? { bytes: 0, waiting: 0, working: 0, failed: 0, waitsFor: 0 }
}
