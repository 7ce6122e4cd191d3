import { feedKeyOf } from "#app/audience/supporters/feed/supporter-keys.server.ts"
import { feedPathOf } from "#app/audience/supporters/feed/supporter-paths.ts"
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { median, quantile, round, timed, visit } from "./figures.ts"
import { makeFolder, migrate, fill, onDatabase, openSite, startEmbedded } from "./site.ts"

const EPISODES = 1_000
/** One of so many is for supporters only. */
const RESERVED = 10
const FEEDS = 100

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
  await visit(site.url + paths[0])
  const fresh: number[] = []
  const again: number[] = []
  for (const path of paths) {
    fresh.push(await timed(() => visit(site.url + path)))
    const { headers } = await fetch(site.url + path)
    const known = { "If-None-Match": headers.get("etag") ?? "" }
    again.push(await timed(() => visit(site.url + path, known)))
  }
  const summary = (times: number[]) => ({
    "median ms": round(median(times), 1),
    "p95 ms": round(quantile(times, 0.95), 1),
  })
  rows["a feed"] = summary(fresh)
  rows["one that is known"] = summary(again)
  const body = await (await fetch(site.url + paths[0])).arrayBuffer()
  rows["a feed"]["kB"] = round(body.byteLength / 1_000)
  console.table(rows)
}

/** The addresses of feeds, which hold the site's secret. */
async function findPaths(databaseUrl: string, supporters: number) {
  await openDatabase({ databaseUrl, dataDir: "" })
  const step = Math.floor(supporters / FEEDS)
  const keys = Array.from({ length: FEEDS }, (_, n) => feedKeyOf({ id: 1 + n * step, feedNumber: 1 }))
  const paths = (await Promise.all(keys)).map(feedPathOf)
  await closeDatabase()
  return paths
}
