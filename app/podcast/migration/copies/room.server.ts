import { statfs } from "node:fs/promises"
import { db } from "#app/db/client.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { hasLibraryRoom, readUploadLimits } from "#app/media/processing/library-limits.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { CopyError } from "./copy-error.ts"

/** What is left to the database, which may be on the same disk and cannot go on without. */
const RESERVE_BYTES = 256 * 1024 ** 2

/**
 * @param total how long the file is
 * @param rest how much of it is still to come
 * @throws CopyError that halts everything when the library or the disk has not that much
 */
export async function requireCopyRoom(total: number, rest: number) {
  const { libraryBytes, libraryFull } = await readUploadLimits()
  if (!(await db.transaction((tx) => hasLibraryRoom(tx, total, libraryBytes))))
    throw new CopyError("halts", libraryFull)
  const { bavail, bsize } = await statfs(getSettings().dataDir)
  // The library of this machine has a file of its own before this one goes.
  const wanted = rest + (getStore().kind === "disk" ? total : 0) + RESERVE_BYTES
  if (bavail * bsize < wanted) throw new CopyError("halts", DISK_FULL)
}

/** The error itself, or what is said of it where there was no room left. */
export function roomError(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return /^(ENOSPC|EDQUOT)$/.test(code) ? new CopyError("halts", DISK_FULL) : error
}

const DISK_FULL =
  "Il n’y a plus assez de place sur le serveur. Ce qui est arrivé est gardé\u00a0: faites de la place, puis reprenez."
