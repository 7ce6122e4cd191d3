import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { nextVersion } from "#app/content/versions.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { copyPlaces, fileCopies } from "#app/db/schema/copies.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { importedThings } from "#app/db/schema/imports.server.ts"
import { oldAddresses, oldPathOf } from "./old-addresses.ts"
import { type Run, step } from "./run.server.ts"
import { movedTexts } from "./write-rules.server.ts"

const BATCH = 100

/** Where texts stand, and the pictures that are no episode's own (those are copied with its sound). */
const TABLES = {
  episode: { table: episodes, text: episodes.description, picture: sql<string | null>`null` },
  post: {
    table: blogPosts,
    text: blogPosts.content,
    picture: sql<string | null>`${blogPosts.coverImageUrl}`,
  },
  news: { table: news, text: news.content, picture: sql<string | null>`${news.thumbnailUrl}` },
  page: { table: customPages, text: customPages.content, picture: sql<string | null>`null` },
} as const
type Place = keyof typeof TABLES

/**
 * Once all texts of an import are here: what they say of each other leads to where it is now, and their pictures are entered to be
 * copied, some at each call. Doing it again changes nothing.
 */
export async function createTextLinker(run: Run) {
  const paths = await findPaths(run)
  const places = Object.keys(TABLES) as Place[]
  let after = ""
  return () =>
    step(run, async (tx, report) => {
      const [place] = places
      if (!place) return "done"
      const rows = await takeRows(tx, run, place, after)
      for (const row of rows) report.copies += await linkRow(tx, run, place, row, paths)
      after = rows.at(-1)?.sourceId ?? ""
      if (rows.length < BATCH) {
        places.shift()
        after = ""
      }
      return "more"
    })
}

/** By the other site's paths, where each of its texts is now. */
async function findPaths(run: Run) {
  const moved = await movedTexts(run.id, run.source)
  return new Map(
    moved.flatMap(({ addresses, path }) =>
      addresses.flatMap((address) => {
        const old = oldPathOf(address, run.source)
        return old ? [[old, path] as const] : []
      }),
    ),
  )
}

/** Of what imports made, and nobody edited since. */
function takeRows(tx: Transaction, run: Run, place: Place, after: string) {
  const { table, text, picture } = TABLES[place]
  const from: PgTable = table
  return tx
    .select({
      sourceId: importedThings.sourceId,
      id: sql<number>`${table.id}`,
      version: sql<number>`${table.version}`,
      text: sql<string>`${text}`,
      picture,
    })
    .from(importedThings)
    .innerJoin(from, and(eq(table.id, importedThings.rowId), eq(table.version, importedThings.version)))
    .where(
      and(
        eq(importedThings.source, run.source),
        eq(importedThings.kind, "text"),
        eq(importedThings.target, place),
        sql`${importedThings.importId} is not null`,
        gt(importedThings.sourceId, after),
      ),
    )
    .orderBy(asc(importedThings.sourceId))
    .limit(BATCH)
}

type Row = Awaited<ReturnType<typeof takeRows>>[number]

async function linkRow(tx: Transaction, run: Run, place: Place, row: Row, paths: Map<string, string>) {
  const { table, text } = TABLES[place]
  const linked = linksIn(row.text, run.source, paths)
  if (linked !== row.text) {
    const into: PgTable = table
    await tx
      .update(into)
      .set({ [text.name]: linked, ...nextVersion(table) })
      .where(eq(table.id, row.id))
    await tx
      .update(importedThings)
      .set({ version: row.version + 1 })
      .where(and(eq(importedThings.target, place), eq(importedThings.rowId, row.id)))
  }
  const pictures = new Set([...picturesIn(linked), ...(row.picture ? [row.picture] : [])])
  return enterPictures(tx, place, row.id, [...pictures].filter(isElsewhere))
}

/** A text whose addresses of the other site lead to where each is now; of what did not come along they stay. */
export function linksIn(text: string, source: string, paths: Map<string, string>) {
  return text.replace(oldAddresses(source), (address) => {
    const old = oldPathOf(address, source)
    const path = old && paths.get(old)
    const hash = address.includes("#") ? address.slice(address.indexOf("#")) : ""
    return path ? path + hash : address
  })
}

/** The addresses of pictures in a Markdown text. */
export function* picturesIn(text: string) {
  for (const [, address = ""] of text.matchAll(
    /!\[(?:[^[\]\\]|\\.){0,2000}\]\((https?:\/\/[^\s()<>]{1,2000})/g,
  ))
    yield address
}

const isElsewhere = (address: string) => URL.canParse(address) && /^https?:/i.test(address)

/** @returns how many wait now that did not */
async function enterPictures(tx: Transaction, place: Place, rowId: number, sources: string[]) {
  if (sources.length === 0) return 0
  const entered = await tx
    .insert(fileCopies)
    .values(sources.map((source) => ({ part: "text" as const, source, host: new URL(source).host })))
    .onConflictDoNothing()
    .returning({ id: fileCopies.id })
  await tx.execute(sql`
    insert into ${copyPlaces} (copy_id, target, row_id)
    select id, ${place}, ${rowId} from ${fileCopies}
    where part = 'text' and md5(source) in (select md5(s) from unnest(${sql.param(sources)}::text[]) s) and source = any(${sql.param(sources)}::text[])
    on conflict do nothing`)
  // What another import brought here already has one more place.
  await tx
    .update(fileCopies)
    .set({ state: "preparing" })
    .where(
      and(inArray(fileCopies.source, sources), eq(fileCopies.part, "text"), eq(fileCopies.state, "done")),
    )
  return entered.length
}
