import { buffer } from "node:stream/consumers"
import { openPromise } from "yauzl"

/** All files of a zip, by their names. */
export async function unzip(file: string) {
  const zip = await openPromise(file)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}
