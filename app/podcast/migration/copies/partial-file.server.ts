import { mkdir, open, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { inArray } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** Beside the store's own files, and none of them. */
const folder = () => join(getSettings().dataDir, "media", ".copies")
export const partialPath = (id: number) => join(folder(), String(id))

/**
 * Opens what there is of a file, for going on with it.
 *
 * @param sure how much of it was written down as being on the disk: what stands behind may be rubbish after a power cut
 * @returns the file, and where to go on; another machine's is not here, and begins anew
 */
export async function openPartial(id: number, sure: number) {
  await mkdir(folder(), { recursive: true, mode: 0o700 })
  const path = partialPath(id)
  const offset = Math.min((await stat(path).catch(() => undefined))?.size ?? 0, sure)
  const file = await open(path, offset > 0 ? "r+" : "w", 0o600)
  await file.truncate(offset)
  return { path, file, offset }
}

/** What is left of it. */
export async function removePartial(id: number) {
  await rm(partialPath(id), { force: true })
}

/** Removes what is left of files that nobody copies any more. @returns how many */
export async function sweepPartials() {
  const names = await readdir(folder()).catch(() => [])
  const ids = names.map(Number).filter(Number.isSafeInteger)
  if (ids.length === 0) return 0
  const known = await db
    .select({ id: fileCopies.id, state: fileCopies.state })
    .from(fileCopies)
    .where(inArray(fileCopies.id, ids))
  const wanted = new Set(
    known.filter(({ state }) => state === "waiting" || state === "working").map(({ id }) => id),
  )
  const gone = ids.filter((id) => !wanted.has(id))
  await Promise.all(gone.map(removePartial))
  return gone.length
}
