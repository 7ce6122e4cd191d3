import { createHash } from "node:crypto"
import { and, asc, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { imports, importThings } from "#app/db/schema/imports.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { uploadPath } from "#app/media/store/upload-path.ts"
import { bounded, UNNAMED } from "./bounds.ts"
import { countAnew } from "./count-anew.server.ts"
import { findThings } from "./found.server.ts"
import { ImportError } from "./import-error.ts"
import { IMPORT_KINDS } from "./kinds.server.ts"
import { openFiles } from "./open-files.server.ts"
import type { Thing } from "./things.ts"

type Beat = { signal: AbortSignal; onBeat: () => void }

/**
 * Reads an import's uploaded files, and keeps what they tell of until the host has chosen. Killed in the middle, it begins anew.
 *
 * @throws ImportError, in words for the host: nothing is kept then
 */
export async function readImport(id: number, beat: Beat) {
  const files = await db
    .select({ id: uploads.id, name: uploads.title })
    .from(uploads)
    .where(eq(uploads.importId, id))
    .orderBy(asc(uploads.createdAt), asc(uploads.id))
  await db.delete(importThings).where(eq(importThings.importId, id))
  const [asked] = await db.select({ source: imports.source }).from(imports).where(eq(imports.id, id))
  for (const file of files) {
    const local = await getStore().local(uploadPath(file.id))
    await stageFile(id, local.file, { name: file.name, site: asked?.source ?? "" }, beat).finally(
      local.release,
    )
    if (beat.signal.aborted) return
  }
  await endReading(id)
  await dropFiles(id)
}

/**
 * Keeps what a file of this machine tells of.
 *
 * @param said its name, and the address of the site that it comes from; empty where nobody knows it
 * @throws ImportError for what is no export
 */
export async function stageFile(
  importId: number,
  path: string,
  said: { name: string; site: string },
  { signal, onBeat }: Beat,
) {
  for await (const file of openFiles(path, said.name)) {
    const kind = IMPORT_KINDS.find(({ recognises }) => recognises(file.head))
    if (!kind) throw new ImportError(unknown(file.name))
    let batch = createBatch(importId)
    for await (const thing of kind.read(file, said.site)) {
      batch.add(thing)
      if (!batch.isFull()) continue
      await batch.keep()
      batch = createBatch(importId)
      onBeat()
      if (signal.aborted) return
    }
    await batch.keep()
  }
}

/** After so many of them at most a beat is told. */
export const THINGS_A_BEAT = 250
/** A text may have millions of characters: of such ones fewer wait together. */
const BATCH_CHARACTERS = 4_000_000

/** What comes twice is the first one: of several files of one site each names its authors and categories. What is known of a sound adds up. */
function createBatch(importId: number) {
  const things = new Map<string, Thing>()
  let characters = 0

  function add(told: Thing) {
    const thing = bounded(told)
    const key = `${thing.kind} ${idOf(thing)}`
    const before = things.get(key)
    if (before === undefined) things.set(key, thing)
    else if (before.kind === "sound" && thing.kind === "sound")
      things.set(key, { ...before, sound: { ...before.sound, ...thing.sound } })
    characters += thing.kind === "text" ? thing.content.length : 0
  }

  async function keep() {
    if (things.size === 0) return
    await db
      .insert(importThings)
      .values([...things.values()].map((thing) => toRow(importId, thing)))
      .onConflictDoUpdate({
        target: [importThings.importId, importThings.kind, importThings.sourceId],
        set: {
          thing: sql`jsonb_set(${importThings.thing}, '{sound}', (${importThings.thing} -> 'sound') || (excluded.thing -> 'sound'))`,
        },
        setWhere: sql`excluded.kind = 'sound'`,
      })
  }

  return {
    add,
    keep,
    isFull: () => things.size >= THINGS_A_BEAT || characters >= BATCH_CHARACTERS,
  }
}

function toRow(importId: number, thing: Thing) {
  const json = JSON.stringify(thing, (_name, value: unknown) =>
    typeof value === "string" ? cleanCharacters(value) : value,
  )
  return {
    importId,
    kind: thing.kind,
    sourceId: idOf(thing),
    thing: sql`${json}::jsonb`,
    digest: createHash("sha256").update(json).digest("base64"),
  }
}

/** Of another site there is another one: two of them are no single import. */
const idOf = (thing: Thing) => (thing.kind === "site" ? thing.address || UNNAMED : thing.id)

/** Lets the host choose. @throws ImportError where there is nothing to choose from */
export async function endReading(id: number) {
  await countAnew(importThings)
  const sites = await db
    .select({ address: importThings.sourceId })
    .from(importThings)
    .where(and(eq(importThings.importId, id), eq(importThings.kind, "site")))
    .limit(2)
  const [site, other] = sites
  if (!site || site.address === UNNAMED) throw new ImportError(NOTHING)
  if (other) throw new ImportError(TWO_SITES)
  await completeSounds(id)
  await nameEpisodes(id, site.address)
  const findings = await findThings(id, site.address)
  await db
    .update(imports)
    .set({ state: "read", source: site.address, findings })
    .where(and(eq(imports.id, id), eq(imports.state, "reading")))
}

/** What one file knows of a sound completes the text that another one has. */
async function completeSounds(id: number) {
  const whole = sql`jsonb_set(t.thing, '{sound}', (t.thing -> 'sound') || jsonb_strip_nulls(s.thing -> 'sound'))`
  await db.execute(sql`
    update ${importThings} t set thing = ${whole}, digest = encode(sha256(convert_to(${whole}::text, 'UTF8')), 'base64')
    from ${importThings} s
    where t.import_id = ${id} and t.kind = 'text' and t.thing -> 'sound' <> 'null'
      and s.import_id = ${id} and s.kind = 'sound' and s.source_id = t.source_id`)
}

/** Of several texts with one GUID the first keeps it: each of the others, and what has none, is called by where it is from. */
async function nameEpisodes(id: number, source: string) {
  await db.execute(sql`
    update ${importThings} t set thing = jsonb_set(t.thing, '{sound,guid}', to_jsonb(${`${source}/#import-`} || t.source_id))
    from (
      select source_id, thing -> 'sound' ->> 'guid' as guid,
        row_number() over (partition by thing -> 'sound' ->> 'guid' order by position) as place
      from ${importThings} where import_id = ${id} and kind = 'text' and thing -> 'sound' <> 'null') named
    where t.import_id = ${id} and t.kind = 'text' and t.source_id = named.source_id and (named.place > 1 or named.guid = '')`)
}

/** Once they are read, or were no export, nobody needs the files. */
export async function dropFiles(importId: number) {
  const files = await db.delete(uploads).where(eq(uploads.importId, importId)).returning({ id: uploads.id })
  for (const { id } of files) await getStore().remove(uploadPath(id))
}

const unknown = (name: string) =>
  `Le site ne reconnaît pas «\u00a0${name.slice(0, 100)}\u00a0»\u00a0: il attend l’export d’un site WordPress (Outils › Exporter › Tout le contenu) ou Ghost (Settings › Advanced › Import/Export › Export), en .xml, .json, .gz ou .zip.`
const NOTHING = "Ces fichiers ne disent rien du site d’où ils viennent\u00a0: refaites l’export en entier."
const TWO_SITES = "Ces fichiers viennent de deux sites\u00a0: importez-les l’un après l’autre."
