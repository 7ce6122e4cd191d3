import { createHash } from "node:crypto"
import { and, asc, desc, eq, gt, isNotNull, like, ne, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { imports, importThings } from "#app/db/schema/imports.server.ts"
import { guessTable, type ImportedTable, NO_SITE, type TableReading } from "#app/kit/lib/imported-tables.ts"
import { type Beat, keepThings } from "../keep-things.server.ts"
import type { RowThing, TableThing, Thing } from "../things.ts"
import { headerKey, placeIn } from "./read-rows.server.ts"
import { OF_TABLES, toThings } from "./to-things.ts"

const ROWS = 250
/** So many earlier imports are looked into for how a table was read. */
const REMEMBERED = 50

/**
 * Makes things of the rows of an import's tables: as the host wants each to be read, or as one with the same columns was the last
 * time, or as its titles say. What was made of them before goes.
 */
export async function convertTables(importId: number, beat: Beat) {
  const read = await readTables(importId)
  if (read.length === 0) return
  const site = await findSite(importId, read)
  await db
    .delete(importThings)
    .where(and(eq(importThings.importId, importId), like(importThings.sourceId, `${OF_TABLES}%`)))
  const title = read.map(({ name }) => name).join(", ")
  await keepThings(importId, [{ kind: "site", id: "site", title, address: site }], beat)
  await keepThings(importId, makeThings(importId, read, site), beat)
  await db.update(imports).set({ tables: read }).where(eq(imports.id, importId))
}

async function readTables(importId: number): Promise<ImportedTable[]> {
  const [things, [asked], counts] = await Promise.all([
    db
      .select({ thing: importThings.thing })
      .from(importThings)
      .where(and(eq(importThings.importId, importId), eq(importThings.kind, "table")))
      .orderBy(asc(importThings.position)),
    db.select({ tables: imports.tables }).from(imports).where(eq(imports.id, importId)),
    db.execute<{ name: string; rows: number }>(sql`
      select thing ->> 'table' as name, count(*)::int as rows
      from ${importThings} where import_id = ${importId} and kind = 'row' group by 1`),
  ])
  if (things.length === 0) return []
  const remembered = await rememberedReadings(importId)
  return things.map(({ thing }) => {
    const { id: name, header } = thing as TableThing
    const chosen = asked?.tables?.find((one) => one.name === name)
    const { type, columns } = chosen ?? remembered(header) ?? guessTable(name, header)
    const rows = counts.rows.find((one) => one.name === name)?.rows ?? 0
    return { name, header, type, columns, rows }
  })
}

/** How tables with the same columns, in the same order, were read the last time that something was made of them. */
async function rememberedReadings(importId: number) {
  const rows = await db
    .select({ tables: imports.tables })
    .from(imports)
    .where(and(ne(imports.id, importId), isNotNull(imports.tables), isNotNull(imports.report)))
    .orderBy(desc(imports.id))
    .limit(REMEMBERED)
  const known = rows.flatMap(({ tables }) => tables ?? [])
  return (header: string[]): TableReading | undefined =>
    known.find((one) => one.header.join("\n") === header.join("\n"))
}

/** As the host or another file says it; without, tables with the same columns are known as those of one site. */
async function findSite(importId: number, tables: ImportedTable[]) {
  const [[asked], [told]] = await Promise.all([
    db.select({ source: imports.source }).from(imports).where(eq(imports.id, importId)),
    db
      .select({ address: importThings.sourceId })
      .from(importThings)
      .where(and(eq(importThings.importId, importId), eq(importThings.kind, "site"))),
  ])
  const columns = tables.map(({ header }) => headerKey(header)).toSorted()
  const digest = createHash("sha256").update(columns.join("\n\n")).digest("hex")
  return told?.address || asked?.source || `https://${digest.slice(0, 12)}${NO_SITE}`
}

async function* makeThings(importId: number, tables: ImportedTable[], site: string): AsyncGenerator<Thing> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  let after = 0
  for (;;) {
    const rows = await db
      .select({ thing: importThings.thing, position: importThings.position })
      .from(importThings)
      .where(
        and(
          eq(importThings.importId, importId),
          eq(importThings.kind, "row"),
          gt(importThings.position, after),
        ),
      )
      .orderBy(asc(importThings.position))
      .limit(ROWS)
    for (const { thing, position } of rows) {
      const { id, table: name, cells } = thing as RowThing
      const table = byName.get(name)
      if (table) yield* toThings({ table, cells, place: placeIn(id), source: site })
      after = position
    }
    if (rows.length < ROWS) return
  }
}
