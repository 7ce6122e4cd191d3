import { and, desc, eq, getTableName, inArray, or, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { actingId, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { bin, type BinnedLink, type BinnedRow } from "#app/db/schema/bin.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { BIN } from "./bin-address.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"

/** What belongs to an item by its kind and number, and goes along by a trigger. */
export const BY_KIND = ["drafts", "revisions", "preview_links"]
/** What somebody wrote and never saved: nobody else ever saw it, and the log tells nothing of it. */
export const BINNED_DRAFT = "draft"
/** Made anew by a trigger, as soon as what they are of is there; its likes and comments are counted as they come back. */
const COUNTS = "episode_counts"

export type Reference = {
  table: string
  column: string
  parent: string
  parentColumn: string
  /** The columns by which a row of the table is told. */
  keys: string[]
  /** What becomes of the row when that to which it refers goes: it goes along, or loses its reference. */
  onDelete: "c" | "n" | "a" | "r" | "d"
}

/** All references between tables, as the database knows them. */
export async function listReferences(tx: Transaction) {
  const { rows } = await tx.execute<Reference>(sql`
    select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as "parent",
      p.attname as "parentColumn", c.confdeltype as "onDelete",
      (select jsonb_agg(k.attname order by k.attnum) from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
        where i.indrelid = c.conrelid and i.indisprimary) as "keys"
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and array_length(c.conkey, 1) = 1
    order by c.conrelid::regclass::text, a.attname`)
  return rows
}

const name = sql.identifier

/**
 * Keeps items as they are, with all that goes along, for who brings them back. To be called before they are deleted, in the same
 * transaction.
 *
 * @param items each with its title as people read it in the bin; the log never tells that of what visitors wrote
 */
export async function moveToBin(
  tx: Transaction,
  of: { kind: string; table: PgTable },
  ...items: { id: number; title: string }[]
) {
  const all = await listReferences(tx)
  for (const item of items) await keep(tx, { ...of, ...item }, all)
}

/** @param all the references by which what belongs to it is found */
export async function keep(
  tx: Transaction,
  { kind, table, id, title }: { kind: string; table: PgTable; id: number; title: string },
  all: Reference[],
) {
  const taken = new Map<string, SQL>()
  const links: SQL[] = []
  const take = (of: string, condition: SQL) => {
    if (taken.has(of)) return
    taken.set(of, condition)
    for (const { table: child, keys, column, parentColumn, onDelete } of all.filter(
      ({ parent }) => parent === of,
    )) {
      const refers = sql`${name(column)} in (select ${name(parentColumn)} from ${name(of)} where ${condition})`
      if (onDelete === "c") take(child, refers)
      if (onDelete === "n")
        links.push(sql`
          select jsonb_build_object('table', ${child}::text, 'column', ${column}::text, 'keys', ${JSON.stringify(keys)}::jsonb,
            'row', ${partOf([...keys, column])}) as link
          from ${name(child)} where ${refers}`)
    }
  }
  take(getTableName(table), sql`id = ${id}`)
  for (const of of BY_KIND) if (!taken.has(of)) taken.set(of, sql`kind = ${kind} and item_id = ${id}`)
  const rows = [...taken].map(
    ([of, condition], order) => sql`
      select ${order}::int as place, jsonb_build_object('table', ${of}::text, 'row', to_jsonb(held)) as row
      from ${name(of)} held where ${condition}`,
  )
  const nothing = sql`select null::jsonb as link where false`
  const values = {
    kind,
    itemId: id,
    title,
    deletedBy: actingId(),
    rows: sql`(select jsonb_agg(row order by place) from (${sql.join(rows, sql` union all `)}) as found)`,
    links: sql`(select coalesce(jsonb_agg(link), '[]') from (${sql.join([nothing, ...links], sql` union all `)}) as found)`,
  }
  const [held] = await tx.insert(bin).values(values).returning()
  if (!held) throw new Error("nothing was kept")
  return held
}

/** What brings an item back that was just deleted: the newest of its stays in the bin. */
export async function undoOfDeletion(kind: string, itemId: number) {
  const [found] = await db
    .select({ id: bin.id })
    .from(bin)
    .where(and(eq(bin.kind, kind), eq(bin.itemId, itemId)))
    .orderBy(desc(bin.id))
    .limit(1)
  return found && { to: BIN, fields: { intent: "restore", id: String(found.id) } }
}

/** What of the bin somebody may work on: these kinds, and what they deleted themselves of some more. */
export type BinReach = { kinds: string[]; ownKinds: string[]; userId: string }

const within = ({ kinds, ownKinds, userId }: BinReach) =>
  or(inArray(bin.kind, kinds), and(inArray(bin.kind, ownKinds), eq(bin.deletedBy, userId)))

type Narrowed = { kind: string | undefined; limit: number; offset: number }

/** What is in the bin, the newest first. @param narrowed.kind all when undefined */
export function listBin(reach: BinReach, { kind, limit, offset }: Narrowed) {
  return db
    .select({
      id: bin.id,
      kind: bin.kind,
      itemId: bin.itemId,
      title: bin.title,
      deletedAt: bin.deletedAt,
      deletedBy: users.email,
    })
    .from(bin)
    .leftJoin(users, eq(users.id, bin.deletedBy))
    .where(and(within(reach), kind === undefined ? undefined : eq(bin.kind, kind)))
    .orderBy(desc(bin.deletedAt), desc(bin.id))
    .limit(limit)
    .offset(offset)
}

/** One thing in the bin. */
export async function findBinned(id: number, reach: BinReach) {
  const [found] = await db
    .select({ id: bin.id, title: bin.title })
    .from(bin)
    .where(and(eq(bin.id, id), within(reach)))
  return found
}

/** How many there are of each kind. */
export async function countBin(reach: BinReach) {
  const counts = await db
    .select({ kind: bin.kind, count: sql<number>`count(*)::int` })
    .from(bin)
    .where(within(reach))
    .groupBy(bin.kind)
  return Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))
}

export const countAllInBin = () => db.$count(bin)

export type Restored =
  | { outcome: "restored"; kind: string; itemId: number; draftOf?: DraftOf }
  /** Its address, or what else must be its own, belongs to another one by now. */
  | { outcome: "taken"; kind: string; title: string }
  /** What it belonged to is gone. */
  | { outcome: "orphan"; title: string }
  | { outcome: "missing" }

/** What a draft is of, as its row says it: nothing that was ever saved where the number is null. */
type DraftOf = { kind: string; item_id: number | null }

export class Orphan extends Error {}

/** Brings an item back as it was, with all that went along and is still wanted. */
export async function restoreFromBin(id: number, reach: BinReach): Promise<Restored> {
  let binned = { kind: "", title: "" }
  try {
    return await db.transaction(async (tx) => {
      const [held] = await tx
        .delete(bin)
        .where(and(eq(bin.id, id), within(reach)))
        .returning()
      if (!held) return { outcome: "missing" }
      binned = held
      await putBack(tx, held)
      await tell(tx, held, "restore")
      const { kind, itemId } = held
      const draftOf = kind === BINNED_DRAFT ? (held.rows[0]?.row as DraftOf) : undefined
      return { outcome: "restored", kind, itemId, draftOf }
    })
  } catch (error) {
    const { kind, title } = binned
    if (isUniqueViolation(error)) return { outcome: "taken", kind, title }
    if (error instanceof Orphan) return { outcome: "orphan", title }
    throw error
  }
}

/**
 * Writes what was kept of an item to where it stood.
 *
 * @throws Orphan where what it belonged to is gone; what the database answers where something of it belongs to another one by now
 */
export async function putBack(
  tx: Transaction,
  held: Pick<typeof bin.$inferSelect, "kind" | "itemId" | "rows" | "links">,
) {
  // Numbers, and people of episodes, are written by one at a time.
  await lockEpisodes(tx)
  const all = await listReferences(tx)
  const [root] = held.rows
  for (const [table, rows] of Map.groupBy(held.rows, (row) => row.table))
    await (table === COUNTS
      ? bringCountsBack(tx, rows)
      : bringBack(tx, table, rows, all, table === root?.table))
  for (const link of held.links) await lead(tx, link)
  if (held.kind === MEDIUM) await settleUses(tx, held.itemId)
}

/** References to what is gone by now are emptied, or what has them stays away. */
async function bringBack(
  tx: Transaction,
  table: string,
  rows: BinnedRow[],
  all: Reference[],
  isRoot: boolean,
) {
  const known = await columnsOf(tx, table)
  // One that came since takes its default.
  const columns = known.filter((column) => rows.every(({ row }) => column in row))
  const source = sql`jsonb_populate_recordset(null::${name(table)}, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)`
  const own = all.filter((one) => one.table === table)
  const isThere = ({ column, parent, parentColumn }: Reference) => sql`
    exists (select from ${name(parent)} p where p.${name(parentColumn)} = held.${name(column)})`
  const values = columns.map((column) => {
    const loose = own.find((one) => one.column === column && one.onDelete === "n")
    return loose ? sql`case when ${isThere(loose)} then held.${name(column)} end` : sql`held.${name(column)}`
  })
  const conditions = own
    .filter(({ onDelete }) => onDelete !== "n")
    .map((one) => {
      const beside = sql`held.${name(one.column)} in (select ${name(one.parentColumn)} from ${source})`
      return sql`(held.${name(one.column)} is null or ${isThere(one)} ${one.parent === table ? sql`or ${beside}` : sql``})`
    })
  const { rowCount } = await tx.execute(sql`
    insert into ${name(table)} (${sql.join(columns.map(name), sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from ${source} as held
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    ${isRoot ? placeOf(table, columns) : sql`on conflict do nothing`}`)
  if (isRoot && rowCount === 0) throw new Orphan()
}

/** Views as they were, and downloads, of which some may have been counted meanwhile. */
async function bringCountsBack(tx: Transaction, rows: BinnedRow[]) {
  await tx.execute(sql`
    update episode_counts c set views = held.views, downloads = least(2147483647, (
      select coalesce(sum(count), 0) from (select * from audience_days union all select * from audience_months) as told
      where measure = 'downloads' and told.episode_id = c.episode_id
    ))
    from jsonb_populate_recordset(null::episode_counts, ${JSON.stringify(rows.map(({ row }) => row))}::jsonb) as held
    where c.episode_id = held.episode_id`)
}

/** Lets another row refer to what came back, unless it refers to something else by now. */
async function lead(tx: Transaction, { table, column, keys, row }: BinnedLink) {
  const isIt = keys.map((key) => sql`t.${name(key)} = r.${name(key)}`)
  await tx.execute(sql`
    update ${name(table)} t set ${name(column)} = r.${name(column)}
    from jsonb_populate_record(null::${name(table)}, ${JSON.stringify(row)}::jsonb) r
    where ${sql.join(isIt, sql` and `)} and t.${name(column)} is null`)
}

/** Of the uses of a medium that were, those that still are. */
async function settleUses(tx: Transaction, mediumId: number) {
  const { rows } = await tx.execute<{ source: string }>(
    sql`select distinct source from media_uses where medium_id = ${mediumId}`,
  )
  for (const { source } of rows)
    await tx.execute(sql`
      delete from media_uses u using media m
      where u.medium_id = ${mediumId} and m.id = u.medium_id and u.source = ${source}
        and not exists (select from ${name(source)} s where s.id = u.row_id and strpos(to_jsonb(s)::text, m.key) > 0)`)
  if (rows.length > 0) await tx.execute(sql`select pg_notify('cko_pages', 'all')`)
}

const MEDIUM = "medium"

/** As SQL, the files of the media in the bin, as rows of `media_files`. @param which of `bin` */
export const filesInBin = (which: SQL) => sql`
  select (kept -> 'row' ->> 'id')::int as id, kept -> 'row' ->> 'path' as path, (kept -> 'row' ->> 'bytes')::float8 as bytes,
    kept -> 'row' ->> 'sha256' as sha256, kept -> 'row' ->> 'type' as type
  from ${bin}, jsonb_array_elements(${bin.rows}) as kept
  where ${bin.kind} = ${MEDIUM} and kept ->> 'table' = 'media_files' and ${which}`

/** Some columns of a row. */
const partOf = (columns: string[]) =>
  sql`jsonb_build_object(${sql.join(
    columns.map((column) => sql`${column}::text, to_jsonb(${name(column)})`),
    sql`, `,
  )})`

/** A comment that was answered left a place, which it takes again. */
function placeOf(table: string, columns: string[]) {
  if (table !== "comments") return sql``
  const values = columns
    .filter((column) => column !== "id")
    .map((column) => sql`${name(column)} = excluded.${name(column)}`)
  return sql`on conflict (id) do update set ${sql.join(values, sql`, `)} where comments.status = 'removed'`
}

/** Those that are not computed from others. */
async function columnsOf(tx: Transaction, table: string) {
  const { rows } = await tx.execute<{ column: string }>(sql`
    select attname as "column" from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map(({ column }) => column)
}

/** Deletes something from the bin, for good. @returns where its files are, to be removed now; undefined when it was not there */
export function deleteFromBin(id: number, reach: BinReach) {
  return db.transaction(async (tx) => {
    const { rows: files } = await tx.execute<{ path: string }>(filesInBin(eq(bin.id, id)))
    const [gone] = await tx
      .delete(bin)
      .where(and(eq(bin.id, id), within(reach)))
      .returning({ kind: bin.kind, itemId: bin.itemId })
    if (gone) await tell(tx, gone, "expire")
    return gone && files.map(({ path }) => path)
  })
}

/** Called in the log as its deletion was: the bin's own title may be what a visitor wrote. */
async function tell(
  tx: Transaction,
  { kind, itemId }: { kind: string; itemId: number },
  action: "restore" | "expire",
) {
  if (kind === BINNED_DRAFT) return
  const [deletion] = await tx
    .select({ title: auditLog.title })
    .from(auditLog)
    .where(and(eq(auditLog.kind, kind), eq(auditLog.itemId, String(itemId)), eq(auditLog.action, "delete")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  await record(tx, { action, kind, id: itemId, title: deletion?.title ?? "" })
}

/**
 * What somebody wrote that lies in the bin, with what hosts replied to their messages: what `eraseFromBin` takes out.
 *
 * @param email in lower case
 */
export async function listInBin(tx: Transaction, email: string) {
  const held = sql`jsonb_array_elements(${bin.rows}) with ordinality as held (row, place)`
  const { rows } = await tx.execute<{ deletedAt: Date; row: Record<string, unknown>; replies: string[] }>(sql`
    select ${bin.deletedAt} as "deletedAt", (held.row -> 'row') - '{search_text,thread_id}'::text[] as "row",
      array(select reply -> 'row' ->> 'text' from jsonb_array_elements(${bin.rows}) as reply
        where reply ->> 'table' = 'message_replies') as "replies"
    from ${bin}, ${held}
    where held.row ->> 'table' in ('comments', 'contact_messages')
      and ${email} in (held.row -> 'row' ->> 'author_email', held.row -> 'row' ->> 'email')
    order by ${bin.id}, held.place`)
  return rows
}

/**
 * Takes out of the bin what is about somebody: comments and messages, also those that went along with what they belonged to.
 *
 * @param email in lower case
 * @returns in how many things there was something
 */
export async function eraseFromBin(tx: Transaction, email: string) {
  const names = (value: SQL) =>
    sql`strpos(lower((${value})::text), ${JSON.stringify(email).slice(1, -1)}) > 0`
  const gone = await tx.execute(sql`
    delete from ${bin} where kind in ('comment', 'message') and ${names(sql`rows -> 0`)}`)
  const told = await tx.execute(sql`
    update ${bin} set rows = (select jsonb_agg(row order by place)
      from jsonb_array_elements(rows) with ordinality as held (row, place) where place = 1 or not ${names(sql`row`)})
    where ${names(sql`rows - 0`)}`)
  return (gone.rowCount ?? 0) + (told.rowCount ?? 0)
}
