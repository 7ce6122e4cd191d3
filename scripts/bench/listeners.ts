import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { get } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
import type { BucketSettings } from "../../app/kit/lib/settings.server.ts"
import { openStores } from "../../app/media/store/store.server.ts"
import { createMedium } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { startS3 } from "#test/s3.ts"
import { round, watch } from "./figures.ts"
import { atEnd, makeFolder, migrate, openSite, variablesOf } from "./site.ts"

/** An episode of an hour and a half. */
const BYTES = 80_000_000
const WARMING = 20
const SECONDS = 15

/** What listeners who are there at once cost of memory. */
export async function measureListeners(count = 200) {
  console.log(
    `Listeners: ${count} at once, each on a connection of its own, of a sound of ${BYTES / 1e6} MB, for ${SECONDS} s: some as fast as they can,\n` +
      `some at 64 kB/s; the most memory of the site's process (VmRSS) meanwhile, beyond that before, after ${WARMING} others. Aim: 60 MB.`,
  )
  const s3 = await startS3()
  atEnd(s3.close)
  console.table({ disk: await measure(count), bucket: await measure(count, s3.bucket) })
}

async function measure(count: number, bucket?: BucketSettings) {
  const dataDir = await makeFolder()
  const path = await makeSound(dataDir, bucket)
  const site = await openSite({ dataDir, core: 0, variables: variablesOf(bucket) })
  await listen(site.url + path, WARMING, 3)
  await sleep(2_000)
  const before = site.memory()
  const row: Record<string, number> = { "before MB": round(before), failures: 0 }
  for (const [name, speed] of [["slow", 64_000] as const, ["fast"] as const]) {
    const most = watch(site.memory)
    const { bytes, failures } = await listen(site.url + path, count, SECONDS, speed)
    row[`${name}: more MB`] = round(most() - before)
    row[`${name} MB/s`] = round(bytes / SECONDS / 1e6, 1)
    row.failures = (row.failures ?? 0) + failures
  }
  await site.stop()
  return row
}

async function makeSound(dataDir: string, bucket?: BucketSettings) {
  const key = "listeners-of-the-bench"
  const { url, leave } = await joinEmbedded(dataDir)
  await migrate(url)
  await openDatabase({ databaseUrl: url, dataDir })
  const medium = await createMedium({ key, kind: "audio", type: "audio/mpeg", title: "episode.mp3" })
  await createMediaFile(openStores({ dataDir, bucket }).target, randomBytes(BYTES), { mediumId: medium.id })
  await closeDatabase()
  await leave()
  return `/media/${key}/episode.mp3`
}

/** @param speed in bytes a second; as fast as they can without it */
async function listen(url: string, count: number, seconds: number, speed?: number) {
  const end = Date.now() + seconds * 1_000
  const found = { bytes: 0, failures: 0 }
  const one = async () => {
    while (Date.now() < end) {
      const [response] = await once(get(url, { agent: false, headers: { Range: "bytes=0-" } }), "response")
      if (response.statusCode !== 206) found.failures += 1
      for await (const chunk of response as AsyncIterable<Buffer>) {
        found.bytes += chunk.length
        if (Date.now() > end) break
        if (speed) await sleep((chunk.length / speed) * 1_000)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, () => one().catch(() => (found.failures += 1))))
  return found
}
