import { is } from "drizzle-orm"
import { PgTable } from "drizzle-orm/pg-core"

/** All that the schema's files define. */
export const schema = Object.assign(
  {},
  ...Object.values(import.meta.glob<object>("../app/db/schema/*.server.ts", { eager: true })),
) as Record<string, unknown>

export const tables = Object.values(schema).filter((value) => is(value, PgTable))
