import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { get, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
import { openStores } from "../../app/media/store/store.server.ts"
import type { BucketSettings } from "../../app/kit/lib/settings.server.ts"
import { createMedium } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { startS3 } from "#test/s3.ts"
import { closing } from "./cleanup.ts"
import { migrate } from "./databases.ts"
import { round } from "./figures.ts"
import { withSite } from "./site.ts"

const LISTENERS = 200
/** An episode of an hour and a half. */
const BYTES = 80_000_000
const WARMING = 20
const SECONDS = 15
const AIM_MB = 60
const KEY = "listeners-of-the-bench"

/** What listeners who are there at once cost of memory. */
export async function measureListeners() {
  console.log(
    `Listeners: ${LISTENERS} at once, each on a connection of its own, of a sound of ${BYTES / 1e6} MB, for ${SECONDS} s: some as fast as they can,\n` +
      `some at 64 kB/s; the most memory of the site's process (VmRSS) meanwhile, beyond that before, after ${WARMING} others. Aim: ${AIM_MB} MB.`,
  )
  const s3 = await startS3()
  await closing(s3.close, async () => {
    console.table({
      disk: await measure(),
      bucket: await measure(s3.bucket),
    })
  })
}

async function measure(bucket?: BucketSettings) {
  const dataDir = await mkdtemp(join(tmpdir(), "cko-bench-"))
  return closing(
    () => rm(dataDir, { recursive: true }),
    async () => {
      const path = await fill(dataDir, bucket)
      return withSite(
        { dataDir, core: 0, variables: bucket && variablesOf(bucket) },
        async ({ url, ownMemory }) => {
          await listen(url + path, WARMING, 3, ownMemory)
          await sleep(2_000)
          const before = ownMemory()
          const slow = await listen(url + path, LISTENERS, SECONDS, ownMemory, 64_000)
          const fast = await listen(url + path, LISTENERS, SECONDS, ownMemory)
          return {
            "before MB": round(before),
            "slow: more MB": round(slow.most - before),
            "slow MB/s": round(slow.bytes / SECONDS / 1e6, 1),
            "fast: more MB": round(fast.most - before),
            "fast MB/s": round(fast.bytes / SECONDS / 1e6, 1),
            failures: slow.failures + fast.failures,
          }
        },
      )
    },
  )
}

async function fill(dataDir: string, bucket?: BucketSettings) {
  const { url, leave } = await joinEmbedded(dataDir)
  await migrate(url)
  await openDatabase({ databaseUrl: url, dataDir })
  const medium = await createMedium({ key: KEY, kind: "audio", type: "audio/mpeg", title: "episode.mp3" })
  await createMediaFile(openStores({ dataDir, bucket }).target, randomBytes(BYTES), { mediumId: medium.id })
  await closeDatabase()
  await leave()
  return `/media/${KEY}/episode.mp3`
}

/** The settings of a site whose media are in a bucket. */
export const variablesOf = (bucket: BucketSettings) => ({
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.name,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
})

/** @param speed in bytes a second; as fast as they can without it */
async function listen(url: string, count: number, seconds: number, memory: () => number, speed?: number) {
  const end = Date.now() + seconds * 1_000
  const found = { bytes: 0, failures: 0, most: 0 }
  const watching = setInterval(() => (found.most = Math.max(found.most, memory())), 100)
  const one = async () => {
    while (Date.now() < end) {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(url, { agent: false, headers: { Range: "bytes=0-" } }, resolve).on("error", reject)
      })
      if (response.statusCode !== 206) found.failures += 1
      for await (const chunk of response as AsyncIterable<Buffer>) {
        found.bytes += chunk.length
        if (Date.now() > end) break
        if (speed) await sleep((chunk.length / speed) * 1_000)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, () => one().catch(() => (found.failures += 1))))
  clearInterval(watching)
  return found
}
