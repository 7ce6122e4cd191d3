import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { openBytes } from "./open-bytes.server.ts"
import { refuseLargePicture } from "./library-limits.server.ts"
import { recognise } from "./recognise.ts"

/** Where the store has what was uploaded: a sound as it is served, of a picture the original. */
export const sourcePath = (key: string) => filePath(key, "source")

/** @param name ours, never people's */
export const filePath = (key: string, name: string) => `${key.slice(0, 2)}/${key}/${name}`

/** What a file of this machine is, and its sum. @throws RefusedFileError when the library does not take it */
export async function examine(file: string) {
  const bytes = await openBytes(file)
  try {
    const recognised = await recognise(bytes)
    if (recognised.kind === "image") await refuseLargePicture(bytes.size)
    const size = recognised.kind === "image" && (await measure(file, recognised.type))
    return { ...recognised, ...size, bytes: bytes.size, sha256: await sumOf(file) }
  } finally {
    await bytes.close()
  }
}

/** Loads the decoder with the first picture only: a site at rest has none. */
const measure = async (file: string, type: string) =>
  (await import("./measure-picture.server.ts")).measurePicture(file, type)

export type Examined = Awaited<ReturnType<typeof examine>>

async function sumOf(file: string) {
  const hash = createHash("sha256")
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest("hex")
}
