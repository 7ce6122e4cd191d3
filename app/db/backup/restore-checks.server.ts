import { sql } from "drizzle-orm"
import { BackupError } from "./backup-errors.server.ts"
import type { Header } from "./backup-format.server.ts"
import { formerColumns } from "./former-columns.server.ts"
import { listTables, readMigrations, type Session, type Table } from "./catalog.server.ts"

/**
 * An older copy fits while migrations only added what may be left out, or moved what `formerColumns` knows.
 *
 * @throws BackupError when the database could not hold all of the copy
 */
export async function refuseUnlessFitting(session: Session, { migrations, tables }: Header) {
  const own = await readMigrations(session)
  if (migrations.latest > own.latest)
    throw new BackupError(
      "Cette copie vient d’une version plus récente du site. Mettez le site à jour, puis recommencez.",
    )
  const known = new Map((await listTables(session)).map((table) => [table.name, table]))
  const strange = Object.entries(tables).find(([name, columns]) => {
    const former = formerColumns(name, columns)
    return !canHold(
      known.get(name),
      columns.filter((column) => !former.includes(column)),
    )
  })
  if (strange)
    throw new BackupError(
      `Cette copie vient d’une version trop ancienne du site (table ${strange[0]}). ` +
        "Restaurez-la avec cette version, puis mettez le site à jour.",
    )
}

/**
 * Starter content counts as data. Secrets do not: a site makes them by itself, and there is nobody yet who needs them.
 *
 * @throws BackupError when there is a row in any other table
 */
export async function refuseUnlessEmpty(session: Session, tables: Table[]) {
  const filled = tables
    .filter(({ name }) => name !== "secrets")
    .map(({ name }) => sql`exists (select from ${sql.identifier(name)})`)
  const { rows } = await session.execute<{ isFilled: boolean }>(
    sql`select ${sql.join(filled, sql` or `)} as "isFilled"`,
  )
  if (rows[0]?.isFilled)
    throw new BackupError(
      "La base contient déjà des données : rien n’a été changé. Pour les remplacer toutes par la copie : --overwrite",
    )
}

function canHold(table: Table | undefined, columns: string[]) {
  return (
    table !== undefined &&
    columns.every((column) => table.columns.includes(column)) &&
    table.needed.every((column) => columns.includes(column))
  )
}
