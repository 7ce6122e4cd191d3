import { eq } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Transaction } from "#app/db/client.server.ts"

/** What drafts, versions and secret addresses are of: the kind they are kept under, and its items. */
export type Drafted = {
  kind: string
  list: { table: PgTable & { id: PgColumn }; title: PgColumn }
}

/** The title of an item, which then stays until the transaction ends; undefined when there is no such item. */
export async function holdItem(tx: Transaction, { list: { table, title } }: Drafted, id: number) {
  const [item] = await tx
    .select({ title })
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for("key share")
  return item && { title: String(item.title) }
}
