import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { type Entry, openPromise, type ZipFile } from "yauzl"
import { findManifest } from "./archive/is-archive.ts"
import { ImportError } from "./import-error.ts"
import { MEDIUM_PAGE } from "./medium/is-medium.ts"
import { unpacked } from "./unpacked.server.ts"

/** A file as an export has it: on its own, or in an archive. */
export type OpenedFile = {
  name: string
  head: string
  source: AsyncIterable<Uint8Array>
  /** Its bytes once more, from the beginning, as often as one asks. */
  again: () => AsyncIterable<Uint8Array>
  /** The text of a small file of the same archive, by its path there; undefined where there is none. */
  beside: (path: RegExp | string) => Promise<string | undefined>
  /** Any file of the same archive, to be read as it comes; undefined where there is none. Of a medium its own bound holds. */
  open: (path: string, as?: { isMedium?: boolean }) => Promise<AsyncIterable<Uint8Array> | undefined>
  /** The paths of all files of the same archive, itself among them; none of a file on its own. */
  paths: string[]
}

/** Of what is unpacked, of all files together (an archive may say anything of what is in it), and how many these are. */
const BOUNDS = { bytes: 4 * 1024 ** 3, entries: 100_000 }
/** What macOS adds to its archives is named like what it describes. */
const isOfMacos = (path: string) => path.startsWith("__MACOSX/")
/** By this much a file is recognised. */
const HEAD_BYTES = 16_384
const READ = /\.(?:xml|json|csv|tsv|vtt|srt)(?:\.gz)?$|(?:^|\/)redirects[^/]*\.ya?ml$/i
/** What Ghost runs by, and what it shows: a table that visitors download is none of its own. */
const OF_GHOST =
  /(?:^|\/)(?:content\/(?:images|media|files|themes|public)\/|versions\/|config\.\w{1,20}\.json$)/
/** What Substack kept of who got a post, and who opened it. */
const OF_SUBSTACK = /(?:^|\/)posts\/[^/]*\.(?:delivers|opens)\.csv$/i
/** What workbooks and documents are, of Office and of LibreOffice: archives of their own kind. */
const OF_OFFICE = ["[Content_Types].xml", "META-INF/manifest.xml"]
/** The bound of a text is two million characters. */
const MAX_BESIDE_BYTES = 8 * 1024 ** 2

/**
 * Opens a file, and those in it where it is an archive (zip, gzip), one after the other: each has to be read before the next.
 *
 * @param path on this machine's disk
 * @param name as the host's computer has it
 * @throws ImportError for an archive that is broken or too large, while it is read too
 */
export async function* openFiles(path: string, name: string, bounds = BOUNDS): AsyncGenerator<OpenedFile> {
  const budget = { left: bounds.bytes }
  if (await isZip(path)) return yield* openZip(path, budget, bounds.entries)
  const reopen = () => Promise.resolve(createReadStream(path))
  const stream = await reopen()
  const nothing = () => Promise.resolve(undefined)
  try {
    yield await toOpened({ name, stream, reopen, open: nothing, beside: nothing, paths: [] }, budget)
  } finally {
    stream.destroy()
  }
}

/** Whether a file of this machine is an archive that has others in it. */
export async function isZip(path: string) {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return [0x04034b50, 0x06054b50].includes(buffer.readUInt32LE(0))
  } finally {
    await file.close()
  }
}

type Budget = { left: number }

async function* openZip(path: string, budget: Budget, maxEntries: number) {
  const zip = await openPromise(path, { autoClose: false }).catch(broken)
  try {
    if (zip.entryCount > maxEntries) throw new ImportError(TOO_MANY)
    const entries = await listEntries(zip)
    const byPath = new Map(entries.map((entry) => [entry.fileName, entry]))
    const paths = [...byPath.keys()]
    if (OF_OFFICE.some((file) => byPath.has(file))) throw new ImportError(WORKBOOK)
    const beside = (file: RegExp | string) => {
      const path = typeof file === "string" ? file : paths.find((one) => file.test(one) && !isOfMacos(one))
      return readBeside(zip, byPath.get(path ?? ""), budget)
    }
    const open: OpenedFile["open"] = async (path, { isMedium = false } = {}) => {
      const entry = byPath.get(path)
      if (!entry || entry.isEncrypted()) return undefined
      const stream = await zip.openReadStreamPromise(entry).catch(broken)
      return bounded(piecesOf(stream), isMedium ? { left: entry.uncompressedSize } : budget)
    }
    let isAnyRead = false
    const manifest = findManifest(paths)
    // Of Medium's pages one stands for all: its reader looks the others up.
    const page = paths.find((path) => MEDIUM_PAGE.test(path) && !isOfMacos(path))
    for (const entry of entries) {
      const { fileName: name } = entry
      if (manifest !== undefined && name !== manifest) continue
      if (
        (!READ.test(name) && name !== page) ||
        OF_GHOST.test(name) ||
        OF_SUBSTACK.test(name) ||
        isOfMacos(name)
      )
        continue
      if (entry.isEncrypted()) throw new ImportError(ENCRYPTED)
      const reopen = () => zip.openReadStreamPromise(entry).catch(broken)
      isAnyRead = true
      yield await toOpened({ name, stream: await reopen(), reopen, open, beside, paths }, budget)
    }
    if (!isAnyRead) throw new ImportError(NOTHING_INSIDE)
  } finally {
    zip.close()
  }
}

async function listEntries(zip: ZipFile) {
  const found: Entry[] = []
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch(broken)
    if (next.done) return found
    found.push(next.value)
  }
}

async function readBeside(zip: ZipFile, entry: Entry | undefined, budget: Budget) {
  if (!entry || entry.isEncrypted() || entry.uncompressedSize > MAX_BESIDE_BYTES) return undefined
  // More than it says to have is refused by the reader of archives.
  budget.left -= entry.uncompressedSize
  if (budget.left < 0) throw new ImportError(TOO_LARGE)
  return text(await zip.openReadStreamPromise(entry).catch(broken)).catch(broken)
}

async function* piecesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  yield* stream as AsyncIterable<Uint8Array>
}

type Opening = Pick<OpenedFile, "name" | "beside" | "open" | "paths"> & {
  stream: Readable
  reopen: () => Promise<Readable>
}

async function toOpened({ stream, reopen, ...told }: Opening, budget: Budget): Promise<OpenedFile> {
  const reader = bounded(unpacked(stream), budget)
  const first: Uint8Array[] = []
  let bytes = 0
  while (bytes < HEAD_BYTES) {
    const { done, value } = await reader.next()
    if (done) break
    first.push(value)
    bytes += value.length
  }
  const head = Buffer.concat(first)
  async function* source() {
    yield head
    yield* reader
  }
  async function* again() {
    const once = await reopen()
    try {
      yield* bounded(unpacked(once), { left: BOUNDS.bytes })
    } finally {
      once.destroy()
    }
  }
  return { ...told, head: head.subarray(0, HEAD_BYTES).toString("latin1"), source: source(), again }
}

async function* bounded(source: AsyncGenerator<Uint8Array>, budget: Budget): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source) {
      budget.left -= chunk.length
      if (budget.left < 0) throw new ImportError(TOO_LARGE)
      yield chunk
    }
  } catch (error) {
    if (error instanceof ImportError) throw error
    broken(error)
  }
}

/** What the disk fails with is no fault of the archive. */
function broken(error: unknown): never {
  const isSystem = error instanceof Error && "syscall" in error
  throw isSystem ? error : new ImportError(BROKEN)
}

const BROKEN =
  "Cette archive est abîmée ou incomplète\u00a0: refaites l’export, puis renvoyez le fichier tel quel."
const TOO_LARGE = "Une fois décompressés, ces fichiers dépassent 4\u00a0Go\u00a0: exportez en plusieurs fois."
const TOO_MANY =
  "Cette archive contient plus de 100\u00a0000 fichiers\u00a0: n’envoyez que l’export lui-même."
const ENCRYPTED = "Cette archive est protégée par un mot de passe\u00a0: envoyez-la sans."
const WORKBOOK =
  "C’est un classeur, ou un document : enregistrez chaque tableau en CSV (Excel, LibreOffice, Google Sheets : « Enregistrer sous » ou « Télécharger »), puis importez ce fichier."
const NOTHING_INSIDE = "Cette archive ne contient aucun export que le site connaisse (.xml, .json)."
