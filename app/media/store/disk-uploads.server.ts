import { mkdir, open, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { type MediaStore, MissingFileError } from "./media-store.server.ts"

type Uploads = Pick<
  MediaStore,
  "startUpload" | "appendUpload" | "uploadedBytes" | "finishUpload" | "abortUpload"
>

/** Uploads as files that grow where they will be read; nothing needs to be remembered of them. */
export function diskUploads(fileOf: (path: string) => string): Uploads {
  const sizeOf = async (path: string) => (await stat(fileOf(path)).catch(() => undefined))?.size ?? 0
  return {
    async startUpload(path) {
      const file = fileOf(path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await (await open(file, "w", 0o600)).close()
      return null
    },
    async appendUpload(path, parts, at, body, bytes) {
      const file = await open(fileOf(path), "r+").catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" ? new MissingFileError(path) : error
      })
      try {
        if ((await file.stat()).size < at) throw new Error("an upload has less than it should go on from")
        // What a killed process wrote and could not tell of.
        await file.truncate(at)
        let received = at
        for await (const chunk of untilCut(body)) {
          const fitting = chunk.subarray(0, at + bytes - received)
          await writeWhole(file, fitting, received)
          received += fitting.length
          if (fitting.length < chunk.length) break
        }
        // What was acknowledged lasts.
        await file.datasync()
        return { received, parts }
      } finally {
        await file.close()
      }
    },
    uploadedBytes: sizeOf,
    async finishUpload(path) {
      if (!(await stat(fileOf(path)).catch(() => undefined))) throw new MissingFileError(path)
    },
    abortUpload: (path) => rm(fileOf(path), { force: true }),
  }
}

/** A body's pieces, until it ends or its sender is gone. */
async function* untilCut(body: AsyncIterable<Uint8Array>) {
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await pieces.next().catch(() => ({ value: undefined, done: true as const }))
      if (done || value === undefined) return
      yield value
    }
  } finally {
    await pieces.return?.()
  }
}

async function writeWhole(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array, at: number) {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, at + written)
    written += bytesWritten
  }
}
