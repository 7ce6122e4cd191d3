import { and, eq, inArray, sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { copyPlaces, fileCopies } from "#app/db/schema/copies.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { importedThings, importThings } from "#app/db/schema/imports.server.ts"
import { oldAddresses, oldPathOf } from "./old-addresses.ts"
import { type Run, step } from "./run.server.ts"
import { findPaths } from "./write-rules.server.ts"

const BATCH = 50
const BATCH_BYTES = 8_000_000

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
type TextPlace = keyof typeof TABLES
type Place = TextPlace | "guest"

/**
 * Once all texts of an import are here: what they say of each other leads to where it is now, and their pictures are entered to be
 * copied, some at each call. Doing it again changes nothing.
 */
export async function createTextLinker(run: Run) {
  const paths = await findPaths(run)
  const places: Place[] = [...(Object.keys(TABLES) as TextPlace[]), "guest"]
  let after = ""
  return () =>
    step(run, async (tx, report) => {
      const [place] = places
      if (!place) return "done"
      const rows =
        place === "guest" ? await takeGuests(tx, run, after) : await takeRows(tx, run, place, after)
      const linked = rows.map((row) => ({ ...row, linked: linksIn(row.text, run.source, paths) }))
      const changed = linked.filter(({ text, linked: after }) => text !== after)
      if (place !== "guest" && changed.length > 0) await writeLinked(tx, place, changed)
      report.copies += await enterPictures(tx, place, linked.flatMap(picturesOf))
      after = rows.at(-1)?.sourceId ?? ""
      if (!after) places.shift()
      return "more"
    })
}

type Row = { sourceId: string; id: number; version: number; text: string; picture: string | null }

/** Those whose picture this import brought, also to somebody who was here before, and nobody changed since. */
async function takeGuests(tx: Transaction, run: Run, after: string) {
  const { rows } = await tx.execute<Row>(sql`
    select i.source_id as "sourceId", g.id, g.version, '' as text, g.picture_url as picture
    from ${importThings} t
      join ${importedThings} i on i.source = ${run.source} and i.kind = 'guest' and i.source_id = t.source_id and i.target = 'guest'
      join ${guests} g on g.id = i.row_id and g.version = i.version and g.picture_url = t.thing ->> 'picture'
    where t.import_id = ${run.id} and t.kind = 'guest' and t.source_id > ${after}
    order by t.source_id limit ${BATCH}`)
  return rows
}

/** Of what imports made, and nobody edited since: of long ones fewer. */
async function takeRows(tx: Transaction, run: Run, place: TextPlace, after: string) {
  const { table, text, picture } = TABLES[place]
  const { rows } = await tx.execute<Row>(sql`
    select "sourceId", id, version, text, picture from (
      select *, sum(octet_length(text)) over (order by "sourceId") - octet_length(text) as before from (
        select i.source_id as "sourceId", ${table.id} as id, ${table.version} as version, ${text} as text, ${picture} as picture
        from ${importedThings} i join ${table} on ${table.id} = i.row_id and ${table.version} = i.version
        where i.source = ${run.source} and i.kind = 'text' and i.target = ${place} and i.import_id is not null
          and i.source_id > ${after}
        order by i.source_id limit ${BATCH}) next) sized
    where before < ${BATCH_BYTES} order by "sourceId"`)
  return rows
}

/** Unless somebody saves one meanwhile: then it is theirs. */
async function writeLinked(tx: Transaction, place: TextPlace, rows: (Row & { linked: string })[]) {
  const { table, text } = TABLES[place]
  const column = (values: unknown[]) => sql.param(values)
  const written = await tx.execute<{ id: number }>(sql`
    update ${table} set ${sql.identifier(text.name)} = v.linked, version = ${table.version} + 1, updated_at = now()
    from unnest(${column(rows.map(({ id }) => id))}::int[], ${column(rows.map(({ version }) => version))}::int[],
      ${column(rows.map(({ linked }) => linked))}::text[]) as v(id, version, linked)
    where ${table.id} = v.id and ${table.version} = v.version
    returning ${table.id} as id`)
  const ids = written.rows.map(({ id }) => id)
  await tx
    .update(importedThings)
    .set({ version: sql`${importedThings.version} + 1` })
    .where(and(eq(importedThings.target, place), inArray(importedThings.rowId, ids)))
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

function picturesOf({ id, linked, picture }: Row & { linked: string }) {
  const named = new Set([...picturesIn(linked), ...(picture ? [picture] : [])])
  return [...named].filter(isElsewhere).map((address) => ({ rowId: id, address }))
}

const isElsewhere = (address: string) => URL.canParse(address) && /^https?:/i.test(address)

/** @returns how many wait now that did not */
async function enterPictures(tx: Transaction, place: Place, pictures: { rowId: number; address: string }[]) {
  if (pictures.length === 0) return 0
  const rowIds = sql.param(pictures.map(({ rowId }) => rowId))
  const addresses = sql.param(pictures.map(({ address }) => address))
  const hosts = sql.param(pictures.map(({ address }) => new URL(address).host))
  const { rowCount } = await tx.execute(sql`
    insert into ${fileCopies} (part, source, host)
    select distinct on (source) 'text', source, host from unnest(${addresses}::text[], ${hosts}::text[]) as p(source, host)
    order by source on conflict do nothing`)
  // What is here already has one more place, or one that names the old site again since that changed it.
  await tx.execute(sql`
    with placed as (
      insert into ${copyPlaces} (copy_id, target, row_id)
      select distinct c.id, ${place}, p.row_id from unnest(${rowIds}::int[], ${addresses}::text[]) as p(row_id, source)
        join ${fileCopies} c on c.part = 'text' and md5(c.source) = md5(p.source) and c.source = p.source
      on conflict (copy_id, target, row_id) do update set row_id = excluded.row_id returning copy_id)
    update ${fileCopies} set state = 'preparing' where state = 'done' and id in (select copy_id from placed)`)
  return rowCount ?? 0
}
