import { randomUUID } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { z } from "zod"
import { mediaKey } from "#app/kit/lib/media.ts"
import { readUploadLimits } from "#app/media/processing/library-limits.server.ts"
import { examine } from "#app/media/processing/medium-files.server.ts"
import { RefusedFileError } from "#app/media/processing/refused.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { stagedPath } from "#app/media/store/upload-path.ts"
import { readTranscript } from "#app/podcast/transcripts/formats/read-transcript.ts"
import { FORMAT, type Line, SHAPES, type Shape, shapesOf, VERSION } from "../../export/shapes.ts"
import { ImportError } from "../import-error.ts"
import { createLosses, lossKind, TOO_LONG } from "../losses.ts"
import type { OpenedFile } from "../open-files.server.ts"
import { siteIdentity } from "../site-identity.ts"
import type { LineThing, StagedMedium, Thing } from "../things.ts"
import { folderOf } from "./is-archive.ts"
import { ORDER } from "./line-writers.server.ts"

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  site: z.string(),
  podcast: z.string(),
  hasMedia: z.boolean(),
  hasPersonalData: z.boolean(),
})

/** By group and name. */
const settingsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/**
 * Reads what this program exported of a site: each line of its data, and each file of its library, which is put by until the host has
 * chosen.
 *
 * @throws ImportError for an archive that is no such export, or of a later version
 */
export async function* readArchive(file: OpenedFile): AsyncGenerator<Thing> {
  const folder = folderOf(file.name)
  const manifest = await readManifest(file)
  yield { kind: "site", id: "site", title: manifest.podcast, address: siteIdentity(manifest.site) }
  yield toLine("archive", 1, manifest.podcast, {
    site: manifest.site,
    hasPersonalData: manifest.hasPersonalData,
  })
  const losses = createLosses()
  const told = shapesOf(manifest.hasPersonalData)
  for (const shape of ORDER.filter((one) => told.includes(one))) {
    const source = await file.open(`${folder}data/${shape}.jsonl`)
    if (!source) continue
    let number = 0
    for await (const text of splitLines(source, () => losses.add("too-long", TOO_LONG))) {
      const line = parseLine(shape, text)
      if (!line) losses.add("unreadable", UNREADABLE)
      else if ("sha256" in line) yield* readMedium(file, folder, line, (number += 1))
      else yield toLine(shape, (number += 1), titleOf(line), line)
    }
  }
  const settings = await file.beside(`${folder}data/settings.json`)
  const groups = settingsSchema.safeParse(parseJson(settings ?? "{}")).data
  if (groups) yield toLine("settings", 1, "Réglages", groups)
  else losses.add("unreadable", UNREADABLE)
  yield* losses.end()
}

async function readManifest(file: OpenedFile) {
  const manifest = manifestSchema.safeParse(parseJson((await file.beside(file.name)) ?? "")).data
  if (!manifest) throw new ImportError(BROKEN)
  if (manifest.version > VERSION) throw new ImportError(LATER)
  return manifest
}

function parseLine(shape: Shape, text: string) {
  return SHAPES[shape].safeParse(parseJson(text)).data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toLine = (shape: LineThing["shape"], number: number, title: string, line: object): LineThing => ({
  ...{ kind: "line", id: `${shape} ${number}`, shape, title, line },
})

/** What people know a line by. */
function titleOf(line: object) {
  const names = ["title", "name", "subject", "email", "author", "from", "day", "month", "value"] as const
  for (const name of names) {
    const value = (line as Partial<Record<(typeof names)[number], unknown>>)[name]
    if (typeof value === "string" && value !== "") return value.slice(0, 200)
  }
  return ""
}

/** The library's file waits beside the uploads: nobody can ask for it there. */
async function* readMedium(
  file: OpenedFile,
  folder: string,
  line: Line<"media">,
  number: number,
): AsyncGenerator<Thing> {
  const path = line.original ?? line.file
  const staged = path === null ? undefined : await stage(file, folder + path, line)
  if (staged && "why" in staged)
    yield {
      kind: "loss",
      id: `media ${number}`,
      what: "média absent ou abîmé",
      title: `${line.title}\u00a0: ${staged.why}`,
    }
  const captions = []
  for (const { language, file: name } of line.captions) {
    const text = await file.beside(folder + name)
    const read = text === undefined ? undefined : readTranscript(text)
    if (read && "cues" in read) captions.push({ language, cues: read.cues })
  }
  const known = staged && "path" in staged ? staged : null
  yield toLine("media", number, line.title, { ...line, captions, staged: known })
}

async function stage(
  file: OpenedFile,
  path: string,
  { page, sha256, bytes }: Line<"media">,
): Promise<StagedMedium | { why: string }> {
  const key = mediaKey(pathOf(page))
  const { fileBytes, fileTooLarge } = await readUploadLimits()
  if (key === undefined) return { why: "son adresse n’est pas celle d’un média." }
  if (bytes > fileBytes) return { why: fileTooLarge }
  const source = await file.open(path, { isMedium: true })
  if (!source) return { why: "son fichier n’est pas dans l’archive." }
  const temporary = await mkdtemp(join(tmpdir(), "cko-archive-"))
  try {
    const local = join(temporary, randomUUID())
    await pipeline(Readable.from(source), createWriteStream(local, { mode: 0o600 }))
    const found = await examine(local)
    if (found.sha256 !== sha256 || found.bytes !== bytes)
      return { why: "son fichier n’est plus celui qui a été envoyé." }
    const { kind, type, width = null, height = null, durationMs = null } = found
    await getStore().put(stagedPath(sha256), createReadStream(local), found)
    return { path: stagedPath(sha256), key, kind, type, width, height, durationMs }
  } catch (error) {
    if (error instanceof RefusedFileError) return { why: error.message }
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : "")

/** A transcript is the longest line there is. */
const MAX_LINE_BYTES = 32 * 1024 ** 2
const NEW_LINE = 0x0a

/** The lines of a text that may be of any length, but for what is too long to be one. */
async function* splitLines(source: AsyncIterable<Uint8Array>, tellTooLong: () => void) {
  let pieces: Uint8Array[] = []
  let bytes = 0
  let isTooLong = false
  const take = (piece: Uint8Array) => {
    bytes += piece.length
    isTooLong ||= bytes > MAX_LINE_BYTES
    if (isTooLong) pieces = []
    else pieces.push(piece)
  }
  const end = () => {
    const line = Buffer.concat(pieces)
    if (isTooLong) tellTooLong()
    pieces = []
    bytes = 0
    isTooLong = false
    return line
  }
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      take(chunk.subarray(from, at))
      from = at + 1
      const line = end()
      if (line.length > 0) yield line.toString()
    }
    take(chunk.subarray(from))
  }
  const last = end()
  if (last.length > 0) yield last.toString()
}

const UNREADABLE = lossKind(
  "ligne illisible",
  "ligne qui n’a pas pu être lue",
  "lignes qui n’ont pas pu être lues",
)
const BROKEN =
  "Cette archive est abîmée\u00a0: son manifeste (manifest.json) ne se lit pas. Refaites l’export."
const LATER =
  "Cette archive vient d’une version plus récente du site\u00a0: mettez celui-ci à jour, puis importez-la."
