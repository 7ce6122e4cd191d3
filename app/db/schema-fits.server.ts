import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type pg from "pg"
import { z } from "zod"
import { packageRoot } from "#app/kit/lib/package-root.server.ts"

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })
/**
 * The newest migration that a program must know to go on with a database: one that knows less misses nothing of what came since, which
 * only adds (docs/updates.md). Two machines are updated one after the other so, and an update that fails goes back.
 */
const fitsSchema = z.object({ oldest: z.string() })
/** What a newer program says of the schema that it made, as a comment on the table of migrations. */
const saidSchema = z.object({ schema: z.number(), fits: z.number() })

/** The migrations of a program, in order, by default of this one. `when` is the name by which the database knows them. */
export async function listMigrations(program = packageRoot()) {
  return journalSchema.parse(await readDrizzle(program, "meta/_journal.json")).entries
}

/** By its `when`, the newest migration that a program must know to go on with a database that this one has brought up to date. */
export async function oldestThatFits(program = packageRoot()) {
  const { oldest } = fitsSchema.parse(await readDrizzle(program, "fits.json"))
  const found = (await listMigrations(program)).find(({ tag }) => tag === oldest)
  if (!found) throw new Error(`${oldest} is no migration`)
  return found.when
}

async function readDrizzle(program: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(program, "drizzle", name), "utf8"))
}

/**
 * Whether a database is newer than this program, and still fits it: then its schema stays as it is.
 *
 * @param on has the lock of migrations
 * @throws NewerDatabaseError where it does not fit
 */
export async function isNewerAndFits(on: pg.Client) {
  const own = (await listMigrations()).at(-1)?.when ?? 0
  const { rows } = await on.query<{ schema: number | null; said: string | null }>(
    `select max(created_at)::float8 as schema, obj_description('drizzle.__drizzle_migrations'::regclass) as said
     from drizzle.__drizzle_migrations`,
  )
  const [{ schema, said } = {}] = rows
  if (!schema || schema <= own) return false
  const known = saidSchema.safeParse(parseJson(said ?? undefined))
  if (known.data?.schema !== schema || known.data.fits > own) throw new NewerDatabaseError()
  return true
}

/** Says to older programs, on a database that this one has brought up to date, whether they fit. */
export async function sayWhatFits(on: pg.Client) {
  const schema = (await listMigrations()).at(-1)?.when ?? 0
  const words = JSON.stringify({ schema, fits: await oldestThatFits() })
  const { rows } = await on.query("select obj_description('drizzle.__drizzle_migrations'::regclass) as said")
  if (rows[0]?.said !== words) await on.query(`comment on table drizzle.__drizzle_migrations is '${words}'`)
}

export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError"
  override message =
    "Cette base a été mise à jour par une version plus récente du site, et celle-ci la lirait mal : rien n’a été changé. Démarrez cette " +
    "version plus récente, ou restaurez avec celle-ci, dans un autre dossier ou une autre base, la copie faite avant la mise à jour."
}

function parseJson(text = "null"): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
