import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import { ZodError } from "zod"
import { LineTooLongError, readLines } from "#app/kit/lib/lines.server.ts"
import { BackupError } from "./backup-errors.server.ts"
import {
  formatSchema,
  type Header,
  headerSchema,
  lineSchema,
  type Mail,
  MAX_LINE_BYTES,
  type Sequence,
  VERSION,
} from "./backup-format.server.ts"

export type Batch = { table: string; /** JSON as PostgreSQL wrote it, unread. */ rows: string[] }
export type Part = { header: Header } | Batch | Sequence | Mail

type Options = { onProgress?: (bytes: number, total: number) => void; signal?: AbortSignal }

/**
 * Reads a backup and checks all of it: compression, form, counts and digest. What it gives is sure to be what was once
 * written when it has come to its end, not before.
 *
 * @param options.onProgress is told how many of the file's bytes were read
 * @throws BackupError for a file that is damaged, incomplete, no backup, or of a newer format; what the file system says
 */
export async function* readBackup(file: string, { onProgress, signal }: Options = {}): AsyncGenerator<Part> {
  const { size } = await stat(file)
  const packed = createReadStream(file, { signal })
  let done = 0
  packed.on("data", (chunk) => onProgress?.((done += chunk.length), size))
  // A failure of either reaches whoever reads.
  const unpacked = pipeline(packed, createGunzip(), () => {})
  try {
    yield* readParts(readLines(unpacked, MAX_LINE_BYTES))
  } catch (error) {
    throw isDamage(error) ? new BackupError(damageText(file)) : error
  } finally {
    packed.destroy()
  }
}

class Damage extends Error {}

async function* readParts(lines: AsyncGenerator<string>): AsyncGenerator<Part> {
  const hash = createHash("sha256")
  const counts = { rows: 0, mails: 0 }
  const take = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Damage("it ends too early")
    return value
  }
  const first = await take()
  const header = readHeader(first)
  hash.update(`${first}\n`)
  yield { header }

  for (;;) {
    const line = await take()
    const part = lineSchema.parse(JSON.parse(line))
    if ("sha256" in part) {
      const isRight = part.sha256 === hash.digest("hex")
      if (!isRight || part.rows !== counts.rows || part.mails !== counts.mails || !(await lines.next()).done)
        throw new Damage("it is not what was written")
      return
    }
    hash.update(`${line}\n`)
    if ("table" in part) {
      if (!Object.hasOwn(header.tables, part.table)) throw new Damage("the header does not name its table")
      const rows: string[] = []
      while (rows.length < part.rows) rows.push(await take())
      hash.update(`${rows.join("\n")}\n`)
      counts.rows += rows.length
      yield { table: part.table, rows }
    } else {
      if ("mail" in part) counts.mails += 1
      yield part
    }
  }
}

function readHeader(line: string) {
  const json: unknown = JSON.parse(line)
  if (formatSchema.parse(json).version > VERSION)
    throw new BackupError(
      "Cette copie vient d’une version plus récente du site. Mettez le site à jour, puis recommencez.",
    )
  return headerSchema.parse(json)
}

function isDamage(error: unknown) {
  if ([Damage, LineTooLongError, SyntaxError, ZodError].some((kind) => error instanceof kind)) return true
  // zlib's: Z_DATA_ERROR, Z_BUF_ERROR and so on.
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_")
}

const damageText = (file: string) =>
  `${file} n’est pas une copie du site, ou elle est endommagée ou incomplète. Prenez-en une autre.`
