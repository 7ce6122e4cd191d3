import { createHash } from "node:crypto"
import { addAbortSignal, type Readable } from "node:stream"
import { type SQL, sql } from "drizzle-orm"
import { filesInBin } from "#app/content/bin/bin.server.ts"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getStore } from "./store.server.ts"

export type FileRow = Pick<typeof mediaFiles.$inferSelect, "id" | "path" | "bytes" | "sha256" | "type">

const library = sql`(select id, path, bytes::float8, sha256, type from ${mediaFiles}) as library`
/** Of media that may come back. */
const inBin = filesInBin(sql`true`)
const known = sql`(select * from ${library} union all ${inBin}) as known`
const BATCH = 500

/** Every file that the library knows, those too that come meanwhile. */
export async function* listFileRows(): AsyncGenerator<FileRow> {
  let last = 0
  for (;;) {
    const { rows } = await db.execute<FileRow>(
      sql`select * from ${known} where id > ${last} order by id limit ${BATCH}`,
    )
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)?.id ?? last
  }
}

/** The file that the library has at a path. */
export async function findFileRow(at: string): Promise<FileRow | undefined> {
  const find = async (files: SQL) =>
    (await db.execute<FileRow>(sql`select * from ${files} where path = ${at}`)).rows[0]
  // First where it mostly is, by its index.
  return (await find(library)) ?? find(sql`(${inBin}) as kept`)
}

/** How long all files are together, in bytes. */
export async function sumFileRows() {
  const { rows } = await db.execute<{ sum: number }>(
    sql`select coalesce(sum(bytes), 0)::float8 as sum from ${known}`,
  )
  return rows[0]?.sum ?? 0
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

/** After the transaction that deleted their rows for good: a file that nothing leads to does no harm, a medium without its files would. */
export async function removeStoredFiles(paths: string[]) {
  const store = paths.length > 0 ? getStore() : undefined
  for (const path of paths) {
    await store
      ?.remove(path)
      .catch((error: unknown) => log.error(error, `file of a deleted medium not removed: ${path}`))
  }
}
