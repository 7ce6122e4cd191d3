import { createHash } from "node:crypto"
import { addAbortSignal, type Readable } from "node:stream"
import { asc, eq, gt, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"

export type FileRow = Pick<typeof mediaFiles.$inferSelect, "id" | "path" | "bytes" | "sha256" | "type">

const { id, path, bytes, sha256, type } = mediaFiles
const COLUMNS = { id, path, bytes, sha256, type }
const BATCH = 500

/** Every file that the library knows, those too that come meanwhile. */
export async function* listFileRows(): AsyncGenerator<FileRow> {
  let last = 0
  for (;;) {
    const rows = await db.select(COLUMNS).from(mediaFiles).where(gt(id, last)).orderBy(asc(id)).limit(BATCH)
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)?.id ?? last
  }
}

/** The file that the library has at a path. */
export async function findFileRow(at: string): Promise<FileRow | undefined> {
  return (await db.select(COLUMNS).from(mediaFiles).where(eq(path, at)))[0]
}

/** How long all files are together, in bytes. */
export async function sumFileRows() {
  const [row] = await db.select({ sum: sql<string>`coalesce(sum(${bytes}), 0)` }).from(mediaFiles)
  return Number(row?.sum)
}

/** Reads a stream to its end. @returns its SHA-256 in hexadecimal @throws AbortError after `signal` */
export async function digestOf(source: Readable, { onBytes, signal }: ReadOptions = {}) {
  const hash = createHash("sha256")
  if (signal) addAbortSignal(signal, source)
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    onBytes?.(chunk.length)
  }
  return hash.digest("hex")
}

export type ReadOptions = { onBytes?: (bytes: number) => void; signal?: AbortSignal }
