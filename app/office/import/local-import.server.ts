import { randomUUID } from "node:crypto"
import { stat } from "node:fs/promises"
import { basename } from "node:path"
import { and, eq, isNull, ne, or } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { imports } from "#app/db/schema/imports.server.ts"
import { whileLeased } from "#app/kit/lib/leases.ts"
import { ImportError } from "./import-error.ts"
import { IMPORT_KINDS } from "./kinds.server.ts"
import { isZip, openFiles } from "./open-files.server.ts"
import { endReading, stageFile } from "./read-import.server.ts"
import { dropList, isList } from "./take-list.server.ts"
import { leasedNow, release, renew } from "./work-off-imports.server.ts"

/** Whether a file of this machine is what another site exported, or an archive; what cannot be opened is neither. */
export async function isExport(path: string) {
  try {
    // A pipe can be read only once.
    if (!(await stat(path)).isFile()) return false
    if (await isZip(path)) return true
    for await (const file of openFiles(path, basename(path)))
      return isList(file) || IMPORT_KINDS.some(({ recognises }) => recognises(file.head))
    return false
  } catch (error) {
    return error instanceof ImportError
  }
}

/**
 * Reads files of this machine as an import, which then waits for choices; what an earlier call read of the same files goes.
 *
 * @param site the address of the site that they come from; empty where they say it
 * @returns the import's id
 * @throws ImportError, and an AbortError after `signal`: nothing is kept then
 */
export async function readLocalFiles(
  paths: string[],
  site: string,
  beat: { signal: AbortSignal; onBeat: () => void },
) {
  const name = paths
    .map((path) => basename(path))
    .join(", ")
    .slice(0, 300)
    .toWellFormed()
  // No worker is to take it for one whose process ended.
  const lease = randomUUID()
  const [made] = await db
    .insert(imports)
    .values({ name, lease, leasedUntil: leasedNow })
    .returning({ id: imports.id })
  if (!made) throw new Error("the row was not inserted")
  const { id } = made
  try {
    await whileLeased(
      () => renew({ id, lease }),
      async () => {
        for (const path of paths) await stageFile(id, path, { name: basename(path), site }, beat)
        beat.signal.throwIfAborted()
        await endReading(id, beat)
      },
    )
  } catch (error) {
    await dropList(db, id)
    await db.delete(imports).where(eq(imports.id, id))
    throw error
  }
  await release({ id, lease })
  await forgetEarlier(id, name)
  return id
}

async function forgetEarlier(id: number, name: string) {
  const isUnstarted = or(eq(imports.state, "read"), and(eq(imports.state, "done"), isNull(imports.choices)))
  const earlier = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(ne(imports.id, id), eq(imports.name, name), isUnstarted, isNull(imports.createdBy)))
  for (const one of earlier) {
    await dropList(db, one.id)
    await db.delete(imports).where(eq(imports.id, one.id))
  }
}
