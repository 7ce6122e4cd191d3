import { sql } from "drizzle-orm"
import type { Context } from "hono"
import { db } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { version } from "#package"

const TIMEOUT_MS = 2_000

/** `GET /healthz`: the process is up; 503 when the database does not answer in time. */
export async function health(c: Context) {
  c.header("Cache-Control", "no-store")
  try {
    await Promise.race([db.execute(sql`select 1`), rejectAfter(TIMEOUT_MS)])
    return c.json({ status: "ok", database: "ok", version })
  } catch (error) {
    log.error(error, "health check failed")
    return c.json({ status: "error", database: "unreachable", version }, 503)
  }
}

function rejectAfter(milliseconds: number) {
  return new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the database did not answer in time")), milliseconds).unref()
  })
}
