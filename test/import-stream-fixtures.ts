import { item } from "./feed-fixtures.ts"
import type { ImportMessage } from "#app/podcast/feeds-in/feeds.schema.ts"
import { streamImport } from "#app/podcast/feeds-in/import-stream.server.ts"
import { readNdjson } from "#app/podcast/feeds-in/ndjson.ts"

type Options = Partial<Parameters<typeof streamImport>[0]>

export const bodyOf = (feed: string | Uint8Array<ArrayBuffer>) => new Blob([feed]).stream()
export const manyItems = (count: number) =>
  Array.from({ length: count }, (_, n) => item("", { guid: `g${n}`, title: `Nuit ${n}` })).join("")

/** A preview of `feed` as an uploaded file, unless told otherwise. */
export function start(feed: string | Uint8Array<ArrayBuffer>, options: Options = {}) {
  const { signal } = new AbortController()
  return streamImport({ source: { body: bodyOf(feed) }, mode: "preview", userId: null, signal, ...options })
}

export async function linesOf(response: Response) {
  if (!response.body) throw new Error("no body")
  return (await Array.fromAsync(readNdjson(response.body))) as ImportMessage[]
}

export const lastOf = async (response: Response) => (await linesOf(response)).at(-1)

export async function digestOf(feed: string) {
  const last = await lastOf(start(feed))
  return last && "preview" in last ? last.preview.digest : ""
}

export async function previewThenRun(feed: string, options: Options = {}) {
  return linesOf(start(feed, { mode: "run", expectedDigest: await digestOf(feed), ...options }))
}
