import { type SQL, sql } from "drizzle-orm"
import pg, { type Pool } from "pg"
import { beforeAll, beforeEach, inject } from "vitest"
import { forgetTotals } from "#app/audience/statistics/day-totals.server.ts"
import { closeDatabase, connectionPool, db, openDatabase } from "#app/db/client.server.ts"
import { forgetSiteSettings, refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { createServerDatabase } from "./server-database.ts"

/** The open test database's. */
export let databaseUrl: string

/** Where `client.server.ts` keeps what is open. */
const opened = globalThis as { ckoDatabase?: { pool: Pool } }
/** This worker's, made with its first file, and what is open of it. */
let ofWorker: { url: string; kept?: { pool: Pool } } | undefined

/**
 * Opens an empty, migrated database: this worker's, which its files have one after the other. It stays open for the next one,
 * whose queries its connections know already.
 *
 * @returns the function that puts it aside
 */
export async function openTestDatabase() {
  const template = inject("databaseTemplate")
  ofWorker ??= {
    url: (await createServerDatabase(inject("databaseServer"), template, `${template}_${process.pid}`))
      .databaseUrl,
  }
  const { url, kept } = ofWorker
  databaseUrl = url
  // As another one, so that nothing is still known of what was in it.
  if (kept && !kept.pool.ended) opened.ckoDatabase = { ...kept }
  else await open(url)
  const current = opened.ckoDatabase
  ofWorker.kept = current
  await emptyDatabase()
  await forgetDeadRows()
  return async () => {
    if (opened.ckoDatabase?.pool === current?.pool) opened.ckoDatabase = undefined
    else await closeDatabase()
  }
}

/** An open database, which each test gets empty. */
export function useDatabase() {
  beforeAll(openTestDatabase)
  beforeEach(emptyDatabase)
}

/** Nobody else tidies up (global-setup.ts): whoever looks whether a table is empty would pass by all that ever was in it. */
async function forgetDeadRows() {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 8 * 8192`)
  if (rows.length > 0) await db.execute(sql.raw(`vacuum ${rows.map(({ name }) => name).join(", ")}`))
}

/**
 * The same of this file's own, where how many rows there were matters to the plans of whoever comes after.
 *
 * @returns the function that closes and drops it
 */
export async function openOwnDatabase() {
  const created = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
  await open(created.databaseUrl)
  return async () => {
    await closeDatabase()
    await created.drop()
  }
}

async function open(url: string) {
  databaseUrl = url
  await openDatabase({ databaseUrl, dataDir: "unused" })
}

/** Empties every table but that of the secrets, which processes keep in mind, and starts identifiers over. */
export async function emptyDatabase() {
  await callEmpty(null)
  forgetSiteSettings()
  forgetTotals()
}

/**
 * Empties tables and starts their identifiers over, in a tenth of the time of TRUNCATE, which makes their files anew.
 * Nothing follows from it: what refers to their rows has to be named as well, and caches are told in so many words.
 */
export async function emptyTables(...names: string[]) {
  await callEmpty(names)
  if (names.includes("settings")) forgetSiteSettings()
}

/**
 * Lets a test begin with what was made once: the first call makes it, those after it put every row back as it was then (but the
 * secrets, as `emptyDatabase`), and identifiers with them, in a fraction of the time.
 *
 * @param make begins with what is in the open database, and does all that its tests need
 */
export function madeOnce(make: () => Promise<unknown>) {
  let kept = 0
  return async () => {
    if (kept === 0) {
      await make()
      keptCount += 1
      await (await emptierOf(connectionPool())).query(keepRows(keptCount))
      kept = keptCount
      return
    }
    const emptier = await emptierOf(connectionPool())
    await emptier.query({ name: `put back ${kept}`, text: `select pg_temp.put_back_${kept}()` })
    forgetSiteSettings()
    await refreshSiteSettings()
  }
}

let keptCount = 0

/** What is of one connection is in nobody's way, and goes with it. */
const keepRows = (count: number) => `
  do $keep$
    declare name text; restored text := '';
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'secrets' loop
      restored := restored || format('if exists (select from %1$I) then delete from %1$I; end if; ', name);
      execute format('create temp table %I as select * from %I', 'kept_${count}_' || name, name);
      if exists (select from pg_sequences where schemaname = 'public' and sequencename = name || '_id_seq') then
        execute format('select %L || format(''perform setval(%%L, %%s, %%L); '', %L, last_value, is_called) from %I',
          restored, name || '_id_seq', name || '_id_seq') into restored;
      end if;
      restored := restored || (
        select format('insert into %I (%s) overriding system value select %2$s from %I; ',
          name, string_agg(quote_ident(attname), ', '), 'kept_${count}_' || name)
        from pg_attribute
        where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '');
    end loop;
    execute format(
      'create function pg_temp.put_back_${count}() returns void language plpgsql as %L',
      'begin ' || restored || 'perform pg_notify(''cko_pages'', ''all''); end');
  end $keep$`

/** By the connections of the site's to the same database. */
const emptiers = new WeakMap<Pool, Promise<pg.Client>>()

/**
 * Over a connection on which no trigger ever fires: to change that for a moment makes a connection plan all its statements
 * anew, these and the site's own.
 */
async function callEmpty(names: string[] | null) {
  const emptier = await emptierOf(connectionPool())
  await emptier.query({ name: "empty", text: "select tests.empty($1)", values: [names] })
}

function emptierOf(pool: Pool) {
  const emptier = emptiers.get(pool) ?? connectEmptier(pool)
  emptiers.set(pool, emptier)
  return emptier
}

async function connectEmptier({ options }: Pool) {
  const client = new pg.Client({ ...options, options: "-c session_replication_role=replica" })
  // Its database is dropped, or stopped.
  client.on("error", () => client.end())
  await client.connect()
  await client.query(MAKE_EMPTY)
  return client
}

const MAKE_EMPTY = `
  do $make$ begin
    create schema if not exists tests;
    execute format($function$
      create or replace function tests.empty(names text[]) returns void
        language plpgsql as $$ begin %s perform pg_notify('cko_pages', 'all'); end $$
      $function$, (
        select string_agg(format($table$
          if coalesce(%1$L = any(names), %1$L <> 'secrets') then
            if exists (select from %1$I) then delete from %1$I; end if; %2$s
          end if; $table$, tablename,
          -- Unlike ALTER SEQUENCE, which makes their files anew.
          (select format('perform setval(%L, %s, false);', sequencename, start_value) from pg_sequences
            where schemaname = 'public' and sequencename = tablename || '_id_seq')), '')
        from pg_tables where schemaname = 'public'));
  end $make$`

/** Fills tables without what the search keeps of their words, which takes several times as long. */
export async function fillUnsearched(tables: string[], ...statements: SQL[]) {
  for (const name of tables) await db.execute(sql.raw(`alter table ${name} disable trigger ${name}_index`))
  for (const statement of statements) await db.execute(statement)
  for (const name of tables) await db.execute(sql.raw(`alter table ${name} enable trigger ${name}_index`))
}

/** Makes every query on a table fail while something is tried. */
export async function withoutTable<Result>(name: string, attempt: () => Result | Promise<Result>) {
  // A view would go on with what its table is called now.
  const names = name === "episodes" ? [name, "public_episodes"] : [name]
  for (const one of names) await db.execute(sql.raw(`alter table ${one} rename to ${one}_away`))
  try {
    return await attempt()
  } finally {
    for (const one of names) await db.execute(sql.raw(`alter table ${one}_away rename to ${one}`))
  }
}
