import type { BucketClient } from "./bucket-client.server.ts"
import { readXml } from "./bucket-xml.server.ts"
import type { StoredFile } from "./media-store.server.ts"

/** All files of a bucket whose path begins so, a thousand at a time (ListObjectsV2). */
export async function* listBucket(client: BucketClient, prefix: string): AsyncGenerator<StoredFile> {
  let next: string | undefined
  do {
    const query = { "list-type": "2", prefix, ...(next && { "continuation-token": next }) }
    const { text } = await client.ask("GET", { query, expected: [200] })
    for (const { Key = "", Size, LastModified = "" } of readXml(text, "Contents"))
      yield { path: Key, bytes: Number(Size), modifiedAt: new Date(LastModified) }
    next = readXml(text, "ListBucketResult")[0]?.NextContinuationToken
  } while (next)
}
