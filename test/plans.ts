import { sql } from "drizzle-orm"
import pg from "pg"
import { vi } from "vitest"
import { connectionPool, db } from "#app/db/client.server.ts"

/** One SQL statement as it was sent; one with a name is planned once for all its values. */
export type Statement = { name?: string; text: string; values: unknown[] }

/** A list of the back office may pass over 10,000 rows; what reads more reads all of a table. */
const MANY = 10_900
/** Of what is sorted: found rows, but not a table. */
const MANY_TO_SORT = 5_000

/** What `work` sends to the database: reads and writes, without what only frames them. */
export async function recordStatements(work: () => Promise<unknown>) {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...sent: Parameters<typeof query>
  ) {
    const [what, given] = sent as unknown as [string | (Statement & { values?: unknown[] }), unknown]
    const { name, text, values } =
      typeof what === "string" ? { name: undefined, text: what, values: undefined } : what
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) {
      statements.push({ name, text, values: values ?? (Array.isArray(given) ? given : []) })
    }
    return Reflect.apply(query, this, sent)
  } as typeof query)
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return statements
}

/**
 * What is wrong with how the database goes about a statement: reading or sorting all of a large table. Reads are run
 * once more for it, writes only planned.
 */
export async function findPlanProblems(statement: Statement, large: ReadonlySet<string>) {
  const client = await connectionPool().connect()
  try {
    return await explain(client, statement, large)
  } finally {
    client.release()
  }
}

/** The tables that are large enough to tell. */
export async function largeTables() {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${MANY_TO_SORT}`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Sends statements over one connection, as temporary tables need it. */
export async function runAll(statements: string[]) {
  const client = await connectionPool().connect()
  for (const statement of statements) await client.query(statement)
  client.release()
}

type Node = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Plan Rows": number
  "Actual Rows"?: number
  "Actual Loops"?: number
  "Rows Removed by Filter"?: number
  "Rows Removed by Index Recheck"?: number
  Plans?: Node[]
}

async function explain(client: pg.PoolClient, { name, text, values }: Statement, large: ReadonlySet<string>) {
  const isRead = !/\b(insert into|update|delete from)\b/i.test(text)
  await client.query(`prepare looked_at as ${text}`)
  try {
    const given = values.length > 0 ? `(${values.map(toLiteral).join(", ")})` : ""
    // From the sixth time on, a statement with a name may get one plan for all values.
    for (let time = 0; isRead && name && time < 6; time += 1) await client.query(`execute looked_at${given}`)
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `explain (format json, analyze ${isRead}) execute looked_at${given}`,
    )
    return rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => problemsOf(Plan, large)))
  } finally {
    await client.query("deallocate looked_at")
  }
}

/** As text in quotes, of which PostgreSQL makes what the statement needs. */
function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null"
  if (typeof value === "string") return pg.escapeLiteral(value)
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(",")}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : JSON.stringify(value))
}

function problemsOf(node: Node, large: ReadonlySet<string>): string[] {
  const table = node["Relation Name"]
  const loops = node["Actual Loops"] ?? 1
  const passed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)
  const rows = ((node["Actual Rows"] ?? 0) + passed) * loops
  const what = `${node["Node Type"]} on ${table ?? node["Index Name"] ?? "what was found"}`
  const found = (node.Plans ?? []).flatMap((child) => problemsOf(child, large))
  const isOnlyPlanned = node["Actual Rows"] === undefined
  if (isOnlyPlanned && node["Node Type"] === "Seq Scan" && table && large.has(table))
    found.push(`${what} reads all of it`)
  else if (node["Node Type"].includes("Scan") && rows > MANY) found.push(`${what} goes through ${rows} rows`)
  else if (node["Node Type"] === "Sort" && rows > MANY_TO_SORT) found.push(`${what} has ${rows} rows`)
  return found
}
