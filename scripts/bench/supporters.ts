import { request } from "undici"
import { feedKeyOf } from "#app/audience/supporters/feed/supporter-keys.server.ts"
import { feedPathOf } from "#app/audience/supporters/feed/supporter-paths.ts"
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { median, quantile, round, timed } from "./figures.ts"
import { makeFolder, migrate, fill, onDatabase, openSite, startEmbedded } from "./site.ts"

const EPISODES = 1_000
/** One of so many is for supporters only. */
const RESERVED = 10
const FEEDS = 100
/** What is said of an episode: as much as of the podcasts that one finds, or several times that. */
const NOTES = {
  "short notes": "update episodes set description = left(description, 1000)",
  "long notes": "update episodes set description = repeat(description, 3)",
}

/** How long apps wait for the feed of a supporter. @param supporters how many there are */
export async function measureSupporters(supporters = 10_000) {
  console.log(
    `Feeds of supporters: ${FEEDS} of ${supporters.toLocaleString("en")}, one after the other, each another one's, of ${EPISODES.toLocaleString("en")} episodes, every\n` +
      `${RESERVED}th of them reserved; compressed as apps take them, and once more by who has it. Aim: 50 ms.`,
  )
  const dataDir = await makeFolder()
  const databaseUrl = await startEmbedded(dataDir)
  await migrate(databaseUrl)
  await fill(databaseUrl, {
    episodes: EPISODES,
    comments: 1_000,
    busiest: 100,
    likes: 1_000,
    others: supporters,
    deeds: 100,
  })
  await onDatabase(databaseUrl, [
    `update episodes set reserved_for = 'always', reserved_level_id = 1 + id % 3 where id % ${RESERVED} = 0`,
    "update supporters set until = null",
    "vacuum analyze",
  ])
  const site = await openSite({ dataDir })
  const paths = await findPaths(databaseUrl, supporters)
  const rows: Record<string, Record<string, number>> = {}
  for (const [notes, change] of Object.entries(NOTES)) {
    await onDatabase(databaseUrl, [change])
    // All that feeds share is written anew, and for everybody.
    const body = await (await fetch(site.url + paths[0])).arrayBuffer()
    const fresh: number[] = []
    const again: number[] = []
    for (const path of paths) {
      let etag = ""
      fresh.push(await timed(async () => (etag = await ask(site.url + path))))
      again.push(await timed(() => ask(site.url + path, { "If-None-Match": etag })))
    }
    rows[`${notes}, ${round(body.byteLength / 1_000)} kB`] = summary(fresh)
    rows[`${notes}, known`] = summary(again)
  }
  console.table(rows)
}

/** As apps ask, to the last byte as it is sent: what it takes to decompress it is theirs. */
async function ask(url: string, headers = {}) {
  const response = await request(url, { headers: { "Accept-Encoding": "gzip", ...headers } })
  await response.body.dump({ limit: 100_000_000 })
  return response.headers.etag?.toString() ?? ""
}

const summary = (times: number[]) => ({
  "median ms": round(median(times), 1),
  "p95 ms": round(quantile(times, 0.95), 1),
})

/** The addresses of feeds, which hold the site's secret. */
async function findPaths(databaseUrl: string, supporters: number) {
  await openDatabase({ databaseUrl, dataDir: "" })
  const step = Math.floor(supporters / FEEDS)
  const keys = Array.from({ length: FEEDS }, (_, n) => feedKeyOf({ id: 1 + n * step, feedNumber: 1 }))
  const paths = (await Promise.all(keys)).map(feedPathOf)
  await closeDatabase()
  return paths
}
