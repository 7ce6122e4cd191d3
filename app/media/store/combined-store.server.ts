import { isBucketUpload } from "./bucket-uploads.server.ts"
import { type MediaStore, MissingFileError, type StoredFile } from "./media-store.server.ts"

/**
 * Two stores as one, while files move between them: new ones go to the first, and what is not there yet is read from the
 * other. Uploads go on where they began.
 */
export function combinedStore(first: MediaStore, other: MediaStore): MediaStore {
  const ofUpload = (parts: unknown) => (isBucketUpload(parts) === (first.kind === "bucket") ? first : other)

  async function inEither<Result>(attempt: (store: MediaStore) => Promise<Result>) {
    // Once more the first: between the two looks a file may have moved.
    for (const store of [first, other]) {
      try {
        return await attempt(store)
      } catch (error) {
        if (!(error instanceof MissingFileError)) throw error
      }
    }
    return attempt(first)
  }

  return {
    kind: first.kind,
    put: (path, source, about) => first.put(path, source, about),
    read: (path, range) => inEither((store) => store.read(path, range)),
    size: async (path) => (await first.size(path)) ?? (await other.size(path)) ?? (await first.size(path)),
    async remove(path) {
      await first.remove(path)
      await other.remove(path)
    },
    move: (from, to, about) => inEither((store) => store.move(from, to, about)),
    list: (prefix) => listBoth(first, other, prefix),
    local: (path) => inEither((store) => store.local(path)),
    // What the disk still has is read there; the bucket would have to be asked.
    async signedAddress(path, as) {
      const [bucket, disk] = first.kind === "bucket" ? [first, other] : [other, first]
      return (await disk.size(path)) === undefined ? bucket.signedAddress(path, as) : undefined
    },
    startUpload: (path, type) => first.startUpload(path, type),
    appendUpload: (path, parts, ...rest) => ofUpload(parts).appendUpload(path, parts, ...rest),
    uploadedBytes: (path, parts) => ofUpload(parts).uploadedBytes(path, parts),
    finishUpload: (path, parts) => ofUpload(parts).finishUpload(path, parts),
    abortUpload: (path, parts) => ofUpload(parts).abortUpload(path, parts),
  }
}

async function* listBoth(first: MediaStore, other: MediaStore, prefix?: string): AsyncGenerator<StoredFile> {
  const seen = new Set<string>()
  for (const store of [first, other]) {
    for await (const file of store.list(prefix)) {
      if (seen.has(file.path)) continue
      seen.add(file.path)
      yield file
    }
  }
}
