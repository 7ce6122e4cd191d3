import { Readable } from "node:stream"
import { z } from "zod"
import { type BucketClient, BucketError } from "./bucket-client.server.ts"
import { readXml } from "./bucket-xml.server.ts"
import { bodyPieces } from "./body-pieces.server.ts"
import { checkPath, type MediaStore } from "./media-store.server.ts"

type Uploads = Pick<
  MediaStore,
  "startUpload" | "appendUpload" | "uploadedBytes" | "finishUpload" | "abortUpload"
>

/** What is remembered of a multipart upload. */
const partsSchema = z.object({
  uploadId: z.string(),
  /** A part that broke off never gets its number again: the bucket may still be busy with it. */
  next: z.number(),
  done: z.array(z.object({ number: z.number(), etag: z.string(), bytes: z.number() })),
})
type Parts = z.infer<typeof partsSchema>

/** Buckets join 10,000 parts, none but the last below 5 MiB. */
const MIN_PART_BYTES = 5 * 1024 * 1024
const PART_BYTES = 8 * 1024 * 1024
const JOINING_MS = 300_000

/** Is an upload one of a bucket's, by what was remembered of it? */
export const isBucketUpload = (parts: unknown) => partsSchema.safeParse(parts).success

const sumOf = ({ done }: Pick<Parts, "done">) => done.reduce((sum, { bytes }) => sum + bytes, 0)

/** Uploads of several parts, each kept whole or not at all. A part that a killed process sent and told nobody of is sent again. */
export function bucketUploads(client: BucketClient, remove: MediaStore["remove"]): Uploads {
  return {
    async startUpload(path, type = "application/octet-stream") {
      const { text } = await client.ask("POST", {
        path: checkPath(path),
        query: { uploads: "" },
        headers: { "content-type": type },
        expected: [200],
      })
      const uploadId = readXml(text, "InitiateMultipartUploadResult")[0]?.UploadId
      if (!uploadId) throw new Error("the bucket began no upload")
      return { uploadId, next: 1, done: [] } satisfies Parts
    },
    async appendUpload(path, remembered, at, body, bytes, isLast) {
      const { uploadId, next, done } = partsSchema.parse(remembered)
      if (sumOf({ done }) !== at) throw new Error("an upload has not what it should go on from")
      if (!isLast && bytes < MIN_PART_BYTES) throw new Error("a bucket takes no part as small as that")
      const added: Parts["done"] = []
      let number = next
      const pieces = bodyPieces(body)
      for (let left = bytes; left > 0; left -= added.at(-1)?.bytes ?? left) {
        const piece = left < PART_BYTES + MIN_PART_BYTES ? left : PART_BYTES
        const query = { partNumber: String(number), uploadId }
        const headers = { "content-length": String(piece) }
        const source = Readable.from(pieces.take(piece), { objectMode: false, highWaterMark: 0 })
        try {
          const sent = await client.ask("PUT", {
            path: checkPath(path),
            query,
            headers,
            body: source,
            expected: [200],
          })
          added.push({ number, etag: String(sent.headers.etag), bytes: piece })
        } catch (error) {
          if (!pieces.isCut()) throw error
          break
        } finally {
          number += 1
        }
      }
      await pieces.end()
      const parts: Parts = { uploadId, next: number, done: [...done, ...added] }
      return { received: sumOf(parts), parts }
    },
    async uploadedBytes(_path, remembered) {
      const parts = partsSchema.safeParse(remembered)
      return parts.success ? sumOf(parts.data) : 0
    },
    async finishUpload(path, remembered) {
      const { uploadId, done } = partsSchema.parse(remembered)
      const list = done.map(
        ({ number, etag }) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', "&quot;")}</ETag></Part>`,
      )
      const isJoined = await client
        .ask("POST", {
          path: checkPath(path),
          query: { uploadId },
          headers: { "content-type": "application/xml" },
          body: `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join("")}</CompleteMultipartUpload>`,
          expected: [200, 404],
          timeoutMs: JOINING_MS,
        })
        // The bucket may say 200 before it begins.
        .then(({ status, text }) => status === 200 && !text.includes("<Error>"))
        .catch((error: unknown) => {
          if (!(error instanceof BucketError)) throw error
        })
      if (isJoined) return
      // Joined already, by a process that was killed before it could say so.
      const { headers } = await client.ask("HEAD", { path, expected: [200, 404] })
      if (Number(headers["content-length"]) !== sumOf({ done }))
        throw new Error("the bucket did not join an upload's parts")
    },
    async abortUpload(path, remembered) {
      const parts = partsSchema.safeParse(remembered)
      if (parts.success) {
        const query = { uploadId: parts.data.uploadId }
        await client.ask("DELETE", { path: checkPath(path), query, expected: [200, 204, 404] })
      }
      await remove(path)
    },
  }
}
