import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline, Readable } from "node:stream"
import { pipeline as pipe } from "node:stream/promises"
import type { BucketSettings } from "#app/kit/lib/settings.server.ts"
import { bucketClient, type BucketClient } from "./bucket-client.server.ts"
import { bucketUploads } from "./bucket-uploads.server.ts"
import { readXml } from "./bucket-xml.server.ts"
import { cutOut, exactly } from "./byte-count.server.ts"
import { clearIncoming } from "./disk-folder.server.ts"
import {
  type ByteRange,
  checkPath,
  type MediaStore,
  MissingFileError,
  type StoredFile,
} from "./media-store.server.ts"

/** For 2 GB, which a bucket copies within itself. */
const COPY_MS = 300_000

const HOUR_MS = 3_600_000
/** A listener may pause; what is asked for after that asks here first. */
const SIGNED_SECONDS = 6 * 3_600
const SIGNED_CACHE = "private, max-age=3600"

/** @param temporary a folder of this machine for what tools must have as a file */
export function bucketStore(settings: BucketSettings, temporary: string): MediaStore {
  const client = bucketClient(settings)
  async function read(path: string, range?: ByteRange): Promise<Readable> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` }
    const response = await client.send("GET", { path: checkPath(path), headers, expected: [200, 206, 404] })
    if (response.statusCode === 404) {
      await response.body.dump()
      throw new MissingFileError(path)
    }
    if (!range) return response.body
    // Some servers send more than they were asked for.
    const wanted = range.end - range.start + 1
    if (Number(response.headers["content-length"]) === wanted) return response.body
    const skipped = response.statusCode === 206 ? 0 : range.start
    return Readable.from(cutOut(response.body, skipped, wanted), { objectMode: false, highWaterMark: 0 })
  }
  const size = async (path: string) => {
    const { status, headers } = await client.ask("HEAD", { path: checkPath(path), expected: [200, 404] })
    return status === 200 ? Number(headers["content-length"]) : undefined
  }
  const remove = async (path: string) => {
    await client.ask("DELETE", { path: checkPath(path), expected: [200, 204, 404] })
  }

  return {
    kind: "bucket",
    // In one request, which a bucket takes whole or not at all, up to 5 GB.
    async put(path, source, { bytes, type }) {
      const headers = { "content-type": type, "content-length": String(bytes) }
      const body = pipeline(source, exactly(bytes), () => {})
      try {
        await client.ask("PUT", { path: checkPath(path), headers, body, expected: [200] })
      } catch (error) {
        // What broke the stream off says more than that it broke off.
        throw body.errored ?? error
      } finally {
        source.destroy()
      }
      if ((await size(path)) !== bytes) throw new Error("the bucket did not keep a file")
    },
    read,
    size,
    remove,
    async move(from, to, { type }) {
      const headers = {
        "x-amz-copy-source": client.sourceOf(checkPath(from)),
        "x-amz-metadata-directive": "REPLACE",
        "content-type": type,
      }
      const bytes = await size(from)
      if (bytes === undefined) throw new MissingFileError(from)
      const options = { path: checkPath(to), headers, expected: [200, 404], timeoutMs: COPY_MS }
      const { status, text } = await client.ask("PUT", options)
      if (status === 404) throw new MissingFileError(from)
      // The bucket says 200 before it begins. What it was asked for it has done when it says so, and the file is there.
      const isCopied = readXml(text, "CopyObjectResult").length > 0 && (await size(to)) === bytes
      if (!isCopied) throw new Error("the bucket did not copy a file")
      await remove(from)
    },
    list: (prefix = "") => listBucket(client, prefix),
    async local(path) {
      const source = await read(path)
      const file = join(temporary, randomUUID())
      const release = () => rm(file, { force: true })
      try {
        await mkdir(temporary, { recursive: true, mode: 0o700 })
        await clearIncoming(temporary)
        await pipe(source, createWriteStream(file, { mode: 0o600 }))
      } catch (error) {
        source.destroy()
        await release()
        throw error
      }
      return { file, release }
    },
    async signedAddress(path, { type, disposition }) {
      if (!settings.isRedirected) return undefined
      const query = {
        "response-content-type": type,
        "response-content-disposition": disposition,
        "response-cache-control": SIGNED_CACHE,
      }
      // The same within an hour, so that browsers know what they have.
      const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
      return client.signedAddress(checkPath(path), query, hour, SIGNED_SECONDS)
    },
    ...bucketUploads(client, { size, remove }),
  }
}

/** All files of a bucket whose path begins so, a thousand at a time (ListObjectsV2). */
async function* listBucket(client: BucketClient, prefix: string): AsyncGenerator<StoredFile> {
  let next: string | undefined
  do {
    const query = { "list-type": "2", prefix, ...(next && { "continuation-token": next }) }
    const { text } = await client.ask("GET", { query, expected: [200] })
    for (const { Key = "", Size, LastModified = "" } of readXml(text, "Contents"))
      yield { path: Key, bytes: Number(Size), modifiedAt: new Date(LastModified) }
    next = readXml(text, "ListBucketResult")[0]?.NextContinuationToken
  } while (next)
}
