import { join } from "node:path"
import { getSettings, type Settings } from "#app/kit/lib/settings.server.ts"
import { bucketStore } from "./bucket-store.server.ts"
import { combinedStore } from "./combined-store.server.ts"
import { INCOMING } from "./disk-folder.server.ts"
import { diskStore } from "./disk-store.server.ts"
import type { MediaStore } from "./media-store.server.ts"

const stores = new WeakMap<Settings, MediaStore>()

/** Where the library's files are kept, as the settings say: the disk; or a bucket, with what is still on the disk. */
export function getStore() {
  const settings = getSettings()
  const known = stores.get(settings)
  if (known) return known
  const { target, source } = openStores(settings)
  const store = source ? combinedStore(target, source) : target
  stores.set(settings, store)
  return store
}

/** @returns the store that takes new files, and the one, if any, that they move from */
export function openStores({ dataDir, bucket }: Pick<Settings, "dataDir" | "bucket">): {
  target: MediaStore
  source?: MediaStore
} {
  const folder = join(dataDir, "media")
  const disk = diskStore(folder)
  if (!bucket) return { target: disk }
  const remote = bucketStore(bucket, join(folder, INCOMING))
  return bucket.takesFiles ? { target: remote, source: disk } : { target: disk, source: remote }
}
