import { join } from "node:path"
import { getSettings } from "#app/lib/settings.server.ts"
import { diskStore } from "./disk-store.server.ts"
import type { MediaStore } from "./media-store.server.ts"

/** Where the library's files are kept, as the settings say. */
export function getStore(): MediaStore {
  return diskStore(mediaFolder(getSettings().dataDir))
}

export const mediaFolder = (dataDir: string) => join(dataDir, "media")
