import { statfs } from "node:fs/promises"
import { join } from "node:path"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "../store/store.server.ts"
import { UploadRefusal } from "./upload-refusal.ts"

/** Uploads leave this much to the database, which may be on the same disk and cannot go on without. */
const RESERVE_BYTES = 64 * 1024 ** 2
const NO_ROOM = /^(ENOSPC|EDQUOT)$/

/** @throws UploadRefusal 507 when the disk has not that much for an upload */
export async function requireRoom(bytes: number) {
  if (getStore().kind !== "disk") return
  const { dataDir } = getSettings()
  const { bavail, bsize } = await statfs(join(dataDir, "media")).catch(() => statfs(dataDir))
  if (bavail * bsize < bytes + RESERVE_BYTES) throw new UploadRefusal(507, FULL)
}

/** The error itself, or what is said of it where there was no room left. */
export function roomRefusal(error: unknown) {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return NO_ROOM.test(code) ? new UploadRefusal(507, FULL) : error
}

const FULL =
  "Il n’y a plus assez de place sur le serveur. Ce qui est arrivé est gardé : faites de la place, puis réessayez."
