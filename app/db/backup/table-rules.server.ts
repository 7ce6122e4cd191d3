import { sql } from "drizzle-orm"
import type { Table } from "./catalog.server.ts"
import type { Transaction } from "../client.server.ts"

/**
 * Empties tables and takes away what slows down or changes rows on their way in, until they are full again. Foreign keys:
 * the order of tables and rows does not matter then, and checking them at once is faster. Indexes: they are built several
 * times faster over rows that are there. Triggers: the first user would become admin.
 *
 * @returns the function that brings all of it back, and checks it
 */
export async function emptyWithoutRules(tx: Transaction, tables: Table[]) {
  const names = sql.join(
    tables.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const rules = await findRules(tx, tables)
  for (const { drop } of rules) await tx.execute(sql.raw(drop))
  for (const { name } of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`)
  await tx.execute(sql`truncate ${names} restart identity`)

  return async () => {
    for (const { create } of rules) await tx.execute(sql.raw(create))
    for (const { name } of tables)
      await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`)
    await tx.execute(sql`analyze ${names}`)
  }
}

/** Indexes first: foreign keys are checked by them. */
async function findRules(tx: Transaction, tables: Table[]) {
  const { rows } = await tx.execute<{ drop: string; create: string }>(sql`
    with emptied as (
      select oid from pg_class where relnamespace = 'public'::regnamespace and relname in ${tables.map(({ name }) => name)}
    )
    select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as create
    from pg_index where indrelid in (table emptied) and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid in (table emptied)`)
  return rows
}
