import { Readable } from "node:stream"
import { z } from "zod"
import { type BucketClient, BucketError } from "./bucket-client.server.ts"
import { readXml } from "./bucket-xml.server.ts"
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
  /** Bodies too small to be a part, each a file beside the upload until they are one together. */
  small: z.array(z.object({ number: z.number(), bytes: z.number() })).default([]),
  /** Files of small ones that are in a part by now. They go once a row has said so: a killed process would miss them. */
  spent: z.array(z.number()).default([]),
})
type Parts = z.infer<typeof partsSchema>
type Pieces = AsyncIterable<Uint8Array>

/** Buckets join 10,000 parts, none but the last below 5 MiB. */
const MIN_PART_BYTES = 5 * 1024 * 1024
const PART_BYTES = 8 * 1024 * 1024
const JOINING_MS = 60_000

/** Is an upload one of a bucket's, by what was remembered of it? */
export const isBucketUpload = (parts: unknown) => partsSchema.safeParse(parts).success

const sumOf = (pieces: { bytes: number }[]) => pieces.reduce((sum, { bytes }) => sum + bytes, 0)
const smallPath = (path: string, number: number) => `${path}.${number}`

/**
 * Uploads of several parts, each kept whole or not at all; what is too small for a bucket's part waits there as a file of its own
 * until there is enough of it. A part that a killed process sent and told nobody of is sent again.
 */
export function bucketUploads(
  client: BucketClient,
  { size, remove }: Pick<MediaStore, "size" | "remove">,
): Uploads {
  /** What the bucket keeps for now goes later, with whatever else belongs to no upload any more. */
  const removeSmall = async (path: string, numbers: number[]) => {
    await Promise.allSettled(numbers.map((number) => remove(smallPath(path, number))))
  }
  /** A part: the small ones, as far as there are any, and then the body. */
  async function* withSmall(
    path: string,
    small: Parts["small"],
    bytes: number,
    take: (bytes: number) => Pieces,
  ) {
    for (const { number } of small) {
      const { body } = await client.send("GET", { path: checkPath(smallPath(path, number)), expected: [200] })
      yield* body
    }
    yield* take(bytes - sumOf(small))
  }

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
      return { uploadId, next: 1, done: [], small: [], spent: [] } satisfies Parts
    },
    async appendUpload(path, remembered, at, body, bytes, isLast) {
      const { uploadId, next, done, small, spent } = partsSchema.parse(remembered)
      const kept = sumOf(small)
      if (sumOf(done) + kept !== at) throw new Error("an upload has not what it should go on from")
      await removeSmall(path, spent)
      const pieces = bodyPieces(body)
      let number = next
      /** Hands a piece on in a request of its own. @returns what the bucket says of it; nothing where the body broke off */
      const put = async (to: string, query: Record<string, string>, length: number, data: Pieces) => {
        const source = Readable.from(data, { objectMode: false, highWaterMark: 0 })
        const headers = { "content-length": String(length) }
        try {
          const answer = await client.ask("PUT", {
            path: checkPath(to),
            query,
            headers,
            body: source,
            expected: [200],
          })
          if (typeof answer.headers.etag !== "string")
            throw new Error("the bucket names no part that it kept")
          return { etag: answer.headers.etag }
        } catch (error) {
          if (!pieces.isCut()) throw error
        } finally {
          number += 1
        }
      }

      const parts: Parts = { uploadId, next, done, small, spent: [] }
      if (!isLast && kept + bytes < MIN_PART_BYTES) {
        const isKept = await put(smallPath(path, number), {}, bytes, pieces.take(bytes))
        if (isKept) parts.small = [...small, { number: next, bytes }]
      } else {
        let left = kept + bytes
        while (left > 0) {
          const piece = left < PART_BYTES + MIN_PART_BYTES ? left : PART_BYTES
          const query = { partNumber: String(number), uploadId }
          const sent = await put(path, query, piece, withSmall(path, parts.small, piece, pieces.take))
          if (!sent) break
          parts.done = [...parts.done, { number: number - 1, etag: sent.etag, bytes: piece }]
          parts.spent.push(...parts.small.map((one) => one.number))
          parts.small = []
          left -= piece
        }
      }
      await pieces.end()
      parts.next = number
      return { received: sumOf(parts.done) + sumOf(parts.small), parts }
    },
    async uploadedBytes(_path, remembered) {
      const parts = partsSchema.safeParse(remembered)
      return parts.success ? sumOf(parts.data.done) + sumOf(parts.data.small) : 0
    },
    async finishUpload(path, remembered) {
      const { uploadId, done, spent } = partsSchema.parse(remembered)
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
        .then(({ text }) => readXml(text, "CompleteMultipartUploadResult").length > 0)
        .catch((error: unknown) => {
          if (!(error instanceof BucketError)) throw error
        })
      // Otherwise it may be joined already, by a process that was killed before it could say so.
      if ((await size(path)) !== sumOf(done)) throw new Error("the bucket did not join an upload's parts")
      if (isJoined) await removeSmall(path, spent)
    },
    async abortUpload(path, remembered) {
      const parts = partsSchema.safeParse(remembered)
      if (parts.success) {
        const query = { uploadId: parts.data.uploadId }
        await client.ask("DELETE", { path: checkPath(path), query, expected: [200, 204, 404] })
        await removeSmall(path, [...parts.data.spent, ...parts.data.small.map(({ number }) => number)])
      }
      await remove(path)
    },
  }
}

/** Hands a body on in pieces of given lengths, each as a stream of its own, without holding any of it. */
function bodyPieces(body: Readable) {
  const chunks = body[Symbol.asyncIterator]()
  let rest: Uint8Array | undefined
  let isCut = false

  async function next(): Promise<Uint8Array | undefined> {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true as const }))
    return done ? undefined : value
  }

  return {
    /** The next so many bytes. Fails where the body ends before. */
    async *take(bytes: number) {
      for (let left = bytes; left > 0;) {
        const chunk = rest ?? (await next())
        rest = undefined
        if (chunk === undefined) {
          isCut = true
          throw new Error("the body broke off")
        }
        if (chunk.length > left) rest = chunk.subarray(left)
        const fitting = chunk.subarray(0, left)
        left -= fitting.length
        yield fitting
      }
    },
    /** Did it end, or break off, before all was taken? */
    isCut: () => isCut,
    /** Lets the body end, or sends its sender away who goes on. */
    async end() {
      if (isCut || rest?.length || (await next()) !== undefined) body.destroy()
    },
  }
}
