import { createHash } from "node:crypto"
import { and, asc, eq, gt, inArray } from "drizzle-orm"
import { media, mediaCaptions, mediaFiles } from "#app/db/schema/media.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { type MediaStore, MissingFileError } from "#app/media/store/media-store.server.ts"
import { EXTENSIONS } from "#app/media/processing/recognised.ts"
import type { Add } from "./archive.server.ts"
import { createNames, safeName } from "./names.ts"
import { inBatches, type Reader } from "./read-contents.server.ts"
import { type Line, toTime } from "./shapes.ts"

/** A file of the library, and what it is called in the archive. */
export type ExportedFile = { name: string; title: string; path: string; bytes: number; sha256: string }

/** A medium that an archive lacks, or has only a part of, and why. */
export type Missing = { file: string | null; title: string; why: string }

/** What browsers do not show: what is made of it goes along. */
const UNSHOWN = "image/heic"
const ABSENT = "Son fichier n’est plus là."

/**
 * Gives the library's files their names in the archive. A medium is what was uploaded, where that is kept.
 *
 * @param store whose files are looked for, as a page is not to lead to what is not there; none where media are left out
 * @param folderOf where files of a type go; undefined for those that stay on the site
 */
export async function nameMedia(
  on: Reader,
  store: MediaStore | undefined,
  folderOf: (type: string) => string | undefined = () => "media",
) {
  const nameFile = createNames()
  const files: ExportedFile[] = []
  const names = new Map<number, { shown: string; original: string | null }>()
  const byKey = new Map<string, string>()
  const missing: Missing[] = []
  for await (const rows of store ? readMedia(on) : []) {
    const chosen = await Promise.all(rows.map(({ files: theirs }) => chooseFiles(theirs, store)))
    for (const [index, { row }] of rows.entries()) {
      const base = safeName(row.title.replace(/\.[a-z\d]{1,5}$/i, ""), "fichier")
      const found = chosen[index] ?? []
      const [shown, original] = found.flatMap(({ path, bytes, sha256, type }) => {
        const folder = folderOf(type)
        if (folder === undefined) return []
        const name = `${folder}/${nameFile(base, extensionOf(type))}`
        files.push({ name, title: row.title, path, bytes, sha256 })
        return [name]
      })
      if (found.length === 0) missing.push({ file: null, title: row.title, why: ABSENT })
      if (shown !== undefined) {
        byKey.set(row.key, shown)
        names.set(row.id, { shown, original: original ?? null })
      }
    }
  }
  return { files, names, byKey, missing }
}

type FileRow = typeof mediaFiles.$inferSelect

/** What browsers show of a medium, and what was uploaded where that is another file; only what is there. */
async function chooseFiles(files: FileRow[], store: MediaStore | undefined) {
  const main = files.find(({ role }) => role === "main")
  const original = files.find(({ role }) => role === "original") ?? main
  const wanted = original?.type === UNSHOWN ? [main, original] : [original]
  const found = await Promise.all(
    [...new Set(wanted)].map(async (file) => {
      const isThere = file && (await store?.size(file.path)) !== undefined
      return isThere ? [file] : []
    }),
  )
  return found.flat()
}

export type NamedMedia = Awaited<ReturnType<typeof nameMedia>>

const extensionOf = (type: string) =>
  Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type as keyof typeof EXTENSIONS] : "bin"

/** A medium as the site serves it: its address has a name that tells its type. */
export type Served = { id: number; key: string; title: string; alt: string; address: string; createdAt: Date }

/** All media that are there to be fetched from the site, some at a time. */
export async function* readServed(on: Reader): AsyncGenerator<Served[]> {
  const { id, key, title, alt, createdAt } = media
  const batches = inBatches(500, (after, size) =>
    on
      .select({ id, key, title, alt, createdAt, type: mediaFiles.type })
      .from(media)
      .innerJoin(mediaFiles, and(eq(mediaFiles.mediumId, media.id), eq(mediaFiles.role, "main")))
      .where(gt(media.id, after))
      .orderBy(asc(media.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ type, ...row }) => {
      const stem = row.title.replace(/\.[a-z\d]{1,5}$/i, "")
      // A number alone may be the name of a smaller picture.
      const name = `${/^\d*$/.test(stem) ? `fichier-${stem}` : stem}.${extensionOf(type)}`
      return { ...row, address: mediaAddress(row.key, name) }
    })
  }
}

/** What the library knows of each medium. */
export async function* readMediaLines(
  on: Reader,
  { names }: NamedMedia,
  publicUrl: string,
): AsyncGenerator<Line<"media">[]> {
  for await (const rows of readMedia(on)) {
    yield rows.map(({ row, captions }) => ({
      id: row.id,
      title: row.title,
      kind: row.kind,
      type: row.type,
      page: publicUrl + mediaAddress(row.key, row.title),
      file: names.get(row.id)?.shown ?? null,
      original: names.get(row.id)?.original ?? null,
      captions: captions.map(({ language }) => ({ language, file: captionsFile(row.id, language) })),
      bytes: row.bytes,
      sha256: row.sha256,
      alt: row.alt,
      focus: { x: row.focalX, y: row.focalY },
      width: row.width,
      height: row.height,
      durationMs: row.durationMs,
      createdAt: toTime(row.createdAt),
      updatedAt: toTime(row.updatedAt),
    }))
  }
}

/** What is said in films, a file each. */
export async function* readCaptions(on: Reader): AsyncGenerator<{ file: string; cues: Cue[] }> {
  for await (const rows of readMedia(on)) {
    for (const { row, captions } of rows)
      for (const { language, cues } of captions) yield { file: captionsFile(row.id, language), cues }
  }
}

const captionsFile = (id: number, language: string) =>
  `content/captions/${String(id).padStart(4, "0")}-${language}.vtt`

async function* readMedia(on: Reader) {
  const batches = inBatches(100, (after, size) =>
    on.select().from(media).where(gt(media.id, after)).orderBy(asc(media.id)).limit(size),
  )
  for await (const rows of batches) {
    const ids = rows.map(({ id }) => id)
    const files = await on
      .select()
      .from(mediaFiles)
      .where(inArray(mediaFiles.mediumId, ids))
      .orderBy(asc(mediaFiles.id))
    const captions = await on
      .select()
      .from(mediaCaptions)
      .where(inArray(mediaCaptions.mediumId, ids))
      .orderBy(asc(mediaCaptions.language))
    yield rows.map((row) => ({
      row,
      files: files.filter(({ mediumId }) => mediumId === row.id),
      captions: captions.filter(({ mediumId }) => mediumId === row.id),
    }))
  }
}

type Followed = {
  onProgress?: (progress: { step: "media"; done: number; total: number }) => void
  signal?: AbortSignal
}

/** Adds files of the library to a zip. @returns those that are gone or damaged */
export async function addMedia(
  store: MediaStore,
  files: ExportedFile[],
  add: Add,
  { onProgress, signal }: Followed,
) {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const damaged: Missing[] = []
  let done = 0
  for (const file of files) {
    signal?.throwIfAborted()
    const note = (why: string) => damaged.push({ file: file.name, title: file.title, why })
    const onBytes = (bytes: number) => onProgress?.({ step: "media", done: (done += bytes), total })
    const source = await openFile(store, file, { onBytes, onDamage: note })
    if (source) await add(file.name, source, file.bytes)
  }
  return damaged
}

type Told = { onBytes: (bytes: number) => void; onDamage: (why: string) => void }

/** @returns undefined where it is gone, which is told */
async function openFile(store: MediaStore, file: ExportedFile, told: Told) {
  try {
    return readWhole(await store.read(file.path), file, told)
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error
    told.onDamage(ABSENT)
    return undefined
  }
}

/** What cannot be read on ends there, and what is not the file that the library knows is told: the rest is worth having. */
async function* readWhole(
  source: AsyncIterable<Uint8Array>,
  { sha256 }: ExportedFile,
  { onBytes, onDamage }: Told,
) {
  const hash = createHash("sha256")
  try {
    for await (const chunk of source) {
      hash.update(chunk)
      onBytes(chunk.length)
      yield chunk
    }
  } catch {
    return onDamage("Son fichier ne se lit pas jusqu’au bout.")
  }
  if (hash.digest("hex") !== sha256) onDamage("Son fichier n’est plus celui qui a été envoyé.")
}
