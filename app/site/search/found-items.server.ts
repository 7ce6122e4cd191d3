import { sql } from "drizzle-orm"
import { addressOf, whereIsPublic } from "#app/content/published.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import type { Found } from "./find-documents.server.ts"

/** What the page shows of something found. */
export type FoundItem = {
  kind: string
  id: number
  title: string
  /** Of an episode: who came, as posters have it. */
  guest: string
  summary: string
  /** Markdown. */
  text: string
  /** Where it is read. */
  path: string
  publishedAt: Date | null
  season: number | null
  number: number | null
  durationSeconds: number | null
  audioUrl: string | null
  imageUrl: string | null
  category: string | null
}

/** Of a text, what is looked through for a passage to show, in characters. */
const MOST_SHOWN_FROM = 60_000

/** What results of some kinds show beside the rest, and what the others have instead. */
const ALSO = {
  guest: sql`''`,
  season: sql`null::int`,
  number: sql`null::int`,
  durationSeconds: sql`null::int`,
  audioUrl: sql`null::text`,
  category: sql`null::text`,
}

/** What was found, in that order; without what has gone in the meantime. */
export async function loadFound(found: Found[]): Promise<FoundItem[]> {
  if (found.length === 0) return []
  const queries = managedTypes().flatMap(({ kind, published }) => {
    const ids = found.filter((one) => one.kind === kind).map(({ id }) => id)
    if (!published?.search || ids.length === 0) return []
    const { table, page, summary = sql`''`, text, picture = sql`null`, search } = published
    const { path = page ? addressOf(page) : sql`null`, also = {} } = search
    const further = Object.entries(ALSO).map(
      ([name, otherwise]) => sql`${also[name as keyof typeof ALSO] ?? otherwise} as ${sql.identifier(name)}`,
    )
    return sql`select ${kind}::text as kind, ${table.id} as id, ${table.title} as title, ${summary} as summary,
      left(${text}, ${MOST_SHOWN_FROM}) as text, ${path} as path,
      ${picture} as "imageUrl", ${table.publishedAt ?? sql`null::timestamptz`} as "publishedAt", ${sql.join(further, sql`, `)}
      from ${table} where ${table.id} = any(${sql.param(ids)}::int[]) and ${whereIsPublic(table)}`
  })
  if (queries.length === 0) return []
  const { rows } = await db.execute<Omit<FoundItem, "publishedAt"> & { publishedAt: string | null }>(
    sql.join(queries, sql` union all `),
  )
  const byKey = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return found.flatMap(({ kind, id }) => {
    const row = byKey.get(`${kind} ${id}`)
    return row ? [{ ...row, publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt) }] : []
  })
}
