import { and, asc, eq, like, ne, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { imports, importThings } from "#app/db/schema/imports.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { offerList } from "#app/audience/newsletter/import/read-list.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { uploadPath } from "#app/media/store/upload-path.ts"
import { NO_SITE } from "#app/kit/lib/imported-tables.ts"
import { UNNAMED } from "./bounds.ts"
import { countAnew } from "./count-anew.server.ts"
import { findThings } from "./found.server.ts"
import { ImportError } from "./import-error.ts"
import { IMPORT_KINDS } from "./kinds.server.ts"
import { endImport } from "./imports.server.ts"
import { type Beat, keepThings } from "./keep-things.server.ts"
import { openFiles } from "./open-files.server.ts"
import { dropList, isList, takeList } from "./take-list.server.ts"
import { convertTables } from "./tables/convert-tables.server.ts"

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
  // Without files they were read before: a host only wants their tables to be read in another way.
  if (files.length > 0) {
    await db.delete(importThings).where(eq(importThings.importId, id))
    await dropList(db, id)
    await db.update(imports).set({ listId: null }).where(eq(imports.id, id))
  }
  const [asked] = await db.select({ source: imports.source }).from(imports).where(eq(imports.id, id))
  const names = new Map<string, number>()
  for (const file of files) {
    const local = await getStore().local(uploadPath(file.id))
    const before = names.get(file.name) ?? 0
    names.set(file.name, before + 1)
    // Two tables may be called alike.
    const name = before === 0 ? file.name : `${file.name} (${before + 1})`
    await stageFile(id, local.file, { name, site: asked?.source ?? "" }, beat).finally(local.release)
    if (beat.signal.aborted) return
  }
  await endReading(id, beat)
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
  beat: Beat,
) {
  for await (const file of openFiles(path, said.name)) {
    const kind = IMPORT_KINDS.find(({ recognises }) => recognises(file.head))
    if (isList(file)) await keepThings(importId, takeList(importId, file, beat), beat)
    else if (kind) await keepThings(importId, kind.read(file, said.site), beat)
    else throw new ImportError(unknown(file.name))
    if (beat.signal.aborted) return
  }
}

/** Lets the host choose. @throws ImportError where there is nothing to choose from */
export async function endReading(id: number, beat: Beat) {
  await convertTables(id, beat)
  await nameParts(id, beat)
  if (beat.signal.aborted) return
  if (await endWithList(id)) return
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
  await db.transaction(async (tx) => {
    const [read] = await tx
      .update(imports)
      .set({ state: "read", source: site.address, findings })
      .where(and(eq(imports.id, id), eq(imports.state, "reading")))
      .returning({ listId: imports.listId })
    if (read?.listId) await offerList(tx, read.listId)
  })
}

/** Of nothing but a list, which has a page of its own, nothing is left to choose here. @returns whether that was so */
async function endWithList(id: number) {
  const [things, [found], problems] = await Promise.all([
    db.$count(importThings, and(eq(importThings.importId, id), ne(importThings.kind, "loss"))),
    db.select({ listId: imports.listId }).from(imports).where(eq(imports.id, id)),
    db
      .select({ title: sql<string>`thing ->> 'title'` })
      .from(importThings)
      .where(and(eq(importThings.importId, id), like(importThings.sourceId, "list:%"))),
  ])
  if (things > 0) return false
  const { listId } = found ?? {}
  if (!listId) {
    if (problems.length > 0) throw new ImportError(problems.map(({ title }) => title).join(" "))
    return false
  }
  const findings = await findThings(id, "")
  await db.transaction(async (tx) => {
    await offerList(tx, listId)
    await endImport(tx, id, "done", { findings })
  })
  return true
}

/** Transcripts and chapters alone are of no other site. */
async function nameParts(id: number, beat: Beat) {
  const things = db
    .select({ kind: importThings.kind })
    .from(importThings)
    .where(eq(importThings.importId, id))
  const kinds = new Set((await things.groupBy(importThings.kind)).map(({ kind }) => kind))
  if (!kinds.has("part") || kinds.has("site")) return
  const address = `https://transcriptions${NO_SITE}`
  await keepThings(id, [{ kind: "site", id: "site", title: "Transcriptions et chapitres", address }], beat)
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
  `Le site ne reconnaît pas «\u00a0${name.slice(0, 100)}\u00a0»\u00a0: il attend l’export d’un site WordPress (Outils › Exporter › Tout le contenu), Ghost (Settings › Migration tools › Export › Content & settings), Substack (Settings › Import / Export) ou Medium, en .xml, .json, .gz ou .zip.`
const NOTHING = "Ces fichiers ne disent rien du site d’où ils viennent\u00a0: refaites l’export en entier."
const TWO_SITES = "Ces fichiers viennent de deux sites\u00a0: importez-les l’un après l’autre."
