import { randomUUID } from "node:crypto"
import { Column, getTableColumns, getTableName, inArray, is, SQL, sql } from "drizzle-orm"
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core"
import { listSequences, listTables } from "#app/db/backup/catalog.server.ts"
import { db } from "#app/db/client.server.ts"
import { secrets } from "#app/db/schema/accounts.server.ts"
import { letterPace } from "#app/db/schema/letters.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { createEpisode } from "./factories.ts"
import { tables } from "./schema.ts"

/** What has broken copies: quotes, backslashes, ends of lines of every kind, other scripts, JSON in text. */
const HOSTILE =
  '« L\'été » "cité" \\ \\n \\u0000 \t\r\n \u2028\u2029\u0085\uFEFF 🎤👨‍👩‍👧 日本 \u0001\u007F {"a":[null]} $1 $$ %s \'); --'
/** As hostile as a path may be. */
const HOSTILE_PATH = `« L'été »/${HOSTILE.replaceAll(/[\p{Cc}\\]/gu, "")}`
const FAR = new Date("9999-12-31T23:59:59.999Z")
const LARGEST = 2_147_483_647

/** What a column of each type may hold, from the most hostile value to the emptiest. Its checks choose. */
const VALUES: Record<string, () => unknown[]> = {
  text: () => [
    ...[HOSTILE, HOSTILE.slice(0, 90), HOSTILE.toLowerCase(), HOSTILE_PATH],
    ...[`https://a.example/${HOSTILE}`, "https://a.example/é?\u2028", `/${HOSTILE}`, "/"],
    `/media/${"k".repeat(22)}/${HOSTILE}`,
    // Digests, keys, slugs and languages.
    ...["f".repeat(64), "0".repeat(64), "_".repeat(22), "k".repeat(22), "a-b", "a", ""],
  ],
  integer: () => [LARGEST, 100, 1, 0],
  bigint: () => [sql`9223372036854775807`, 1, 0],
  real: () => [-23.45, 1 / 3, 0],
  boolean: () => [true, false],
  "timestamp with time zone": () => [FAR, new Date(0)],
  "timestamp (3) with time zone": () => [FAR, new Date(0)],
  date: () => ["9999-12-31", "0001-01-01"],
  uuid: () => [randomUUID(), randomUUID()],
  jsonb: () => [[{ [HOSTILE]: [HOSTILE, null, LARGEST] }], [], {}],
  "text[]": () => [[HOSTILE, ""], []],
  tsvector: () => [""],
  bytea: () => [Buffer.from(HOSTILE), Buffer.alloc(0)],
  int8multirange: () => ["{[0,9223372036854775807)}", "{}"],
  "integer[]": () => [[LARGEST, 0], []],
  "uuid[]": () => [[randomUUID(), randomUUID()], []],
}

type Row = Record<string, unknown>
/** Of a table the row that is as empty as can be, and the one that is as full and hostile. */
type Rows = Record<"empty" | "full", Row>

/** What columns hold by what they mean together, and rows that differ from the full one. */
const MEANT: Record<string, Partial<Rows> & { more?(stored: Rows): Row[] }> = {
  episodes: {
    empty: { hasNoGuest: true },
    full: { hasNoGuest: false, description: HOSTILE.repeat(10_000), reservedDays: 3_650 },
  },
  comments: {
    empty: { status: "removed" },
    full: { parentId: null, isPodcast: false, status: "hidden" },
    more: ({ empty: { id: parentId, episodeId } }) => [
      { content: "日".repeat(2_000) },
      { parentId, episodeId, status: "visible" },
      { parentId, episodeId, status: "visible", isPodcast: true, authorName: "", authorEmail: null },
    ],
  },
  file_copies: { empty: { part: "text" }, full: { part: "sound" } },
  preview_links: { empty: { itemId: 1 }, full: { itemId: null } },
}

/** Puts at least two rows in every table: one as empty, and one as full and hostile as can be. */
export async function seedEveryTable() {
  const copied = new Set((await listTables(db)).map(({ name }) => name))
  const seeded = new Map<PgTable, Rows>()
  // Files of tests share a database, whose secrets stay: an earlier one's among them.
  await db.delete(secrets).where(inArray(secrets.name, ["", HOSTILE]))
  for (const table of tables) {
    if (table !== episodeCounts && copied.has(getTableName(table))) await seed(table, seeded)
  }
  // Triggers made its rows, and count in them.
  const { full } = await rowsFor(episodeCounts, seeded)
  await db
    .update(episodeCounts)
    .set(full)
    .where(sql`episode_id = ${full.episodeId}`)
  // A number was taken and given back: the sequence is ahead of the rows.
  const gone = await createEpisode()
  await db.execute(sql`delete from episodes where id = ${gone.id}`)
  // Not whom the trigger would choose.
  await db.execute(sql`update users set role = case id when '' then 'user' else 'admin' end`)
  // Finer than JavaScript's dates, and before the first year.
  await db.execute(sql`update users set created_at = '2026-03-29 01:59:59.123457+00' where id = ''`)
  await db.execute(sql`update news set published_at = '0044-03-15 12:00:00.000001+00 BC' where id = 1`)
  await db.execute(sql`update news set published_at = 'infinity' where id = 2`)
  await db.execute(
    sql`update feed_items set item = item || '{"exact": 1e400, "deep": [0.10, 9007199254740993]}'`,
  )
}

/** Everything that a copy is to hold, as the database writes it. */
export async function readEveryTable() {
  const contents: Record<string, unknown> = { sequences: await listSequences(db) }
  for (const { name } of await listTables(db)) {
    const { rows } = await db.execute<{ row: string }>(
      sql.raw(`select t::text as row from ${name} t order by 1`),
    )
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

/** What a row of a table cannot be without, as empty as can be; it refers to nothing that is there. */
export async function leastRow(table: PgTable) {
  const row: Row = {}
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    if (isNeeded(column)) row[key] = (await valuesOf(column)).at(-1)
  }
  return row
}

/** Fills a table, and before it those that it refers to. @returns its rows as they are stored */
async function seed(table: PgTable, seeded: Map<PgTable, Rows>): Promise<Rows> {
  const there = seeded.get(table)
  if (there) return there
  const { empty, full } = await rowsFor(table, seeded)
  const both = table === letterPace ? [full] : [empty, full]
  const stored: Row[] = await db.insert(table).values(both).returning()
  const rows = { empty: stored[0] ?? {}, full: stored[1] ?? {} }
  for (const one of MEANT[getTableName(table)]?.more?.(rows) ?? []) {
    await db.insert(table).values({ ...full, ...one })
  }
  seeded.set(table, rows)
  return rows
}

const isNeeded = ({ notNull, hasDefault, generated }: PgColumn) => notNull && !hasDefault && !generated

async function rowsFor(table: PgTable, seeded: Map<PgTable, Rows>): Promise<Rows> {
  const references = await referencesOf(table, seeded)
  const [empty, full]: [Row, Row] = [{}, {}]
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    if (column.generated || column.generatedIdentity) continue
    const values = references.get(column.name) ?? (await valuesOf(column))
    full[key] = values.at(0)
    if (isNeeded(column)) empty[key] = values.at(-1)
  }
  const meant = MEANT[getTableName(table)]
  return { empty: { ...empty, ...meant?.empty }, full: { ...full, ...meant?.full } }
}

/** By the column's name, what refers to the full and to the empty row of another table. */
async function referencesOf(table: PgTable, seeded: Map<PgTable, Rows>) {
  const found = new Map<string, unknown[]>()
  for (const { reference } of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = reference()
    const { empty, full } = await seed(foreignTable, seeded)
    for (const [at, { name }] of columns.entries()) {
      const target = Object.entries(getTableColumns(foreignTable)).find(
        ([, column]) => column.name === foreignColumns[at]?.name,
      )
      if (target) found.set(name, [full[target[0]], empty[target[0]]])
    }
  }
  return found
}

/** What the checks of a column alone let through, the most hostile value first. */
async function valuesOf(column: PgColumn) {
  const own = getTableConfig(column.table).checks.filter(({ value }) =>
    columnsIn(value).every(({ name }) => name === column.name),
  )
  const accepted = []
  for (const value of candidatesFor(column)) {
    const { rows } = await db.execute<{ isGood: boolean }>(sql`
      select ${sql.join([sql`true`, ...own.map((check) => sql`(${check.value}) is not false`)], sql` and `)} as "isGood"
      from (select ${is(value, SQL) ? value : sql.param(value, column)}::${sql.raw(column.getSQLType())}
        as ${sql.identifier(column.name)}) as ${sql.identifier(getTableName(column.table))}`)
    if (rows[0]?.isGood) accepted.push(value)
  }
  if (accepted.length === 0) throw new Error(`give VALUES one that ${column.name} may hold`)
  return accepted
}

function candidatesFor(column: PgColumn) {
  if (column.enumValues?.length) return column.enumValues.toReversed()
  // Not its default.
  if (column.getSQLType() === "boolean") return [column.default !== true, column.default === true]
  const values = VALUES[column.getSQLType()]
  if (!values) throw new Error(`say in VALUES what a column of type ${column.getSQLType()} may hold`)
  return values()
}

/** The columns that a check speaks of. */
export const columnsIn = ({ queryChunks }: SQL): Column[] =>
  queryChunks.flatMap((chunk) => (is(chunk, SQL) ? columnsIn(chunk) : is(chunk, Column) ? [chunk] : []))
