import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
import { closing } from "./cleanup.ts"
import { migrate } from "./databases.ts"
import { quantile, round } from "./figures.ts"
import { makeFrench } from "./search/french-like.ts"
import { measureSearches } from "./search/measure-searches.ts"
import { fillWithTranscripts } from "./search/transcribed-episodes.ts"
import { type Site, withSite } from "./site.ts"

const EPISODES = 100_000
const LOOK_MS = 2_000
const BEFORE_MS = 20_000

/** What searches take among many transcripts, and what it takes to index them. @param count of episodes */
export async function measureSearch(count = EPISODES) {
  console.log(
    `Search: ${count.toLocaleString("en")} episodes, each with a transcript of 1,000 words, of 50,000 made-up ones by Zipf's law after 45 that tell\n` +
      `nothing; embedded database. They are there before the index: the site makes it while one visitor asks again and again for the\n` +
      `home page and for a search, rendered anew. Then 40 searches of each sort, one after the other; milliseconds in the server\n` +
      `(Server-Timing), and of the processors that the database took, which other programs do not change. Aim: p95 at most 50 ms.`,
  )
  const dataDir = await mkdtemp(join(tmpdir(), "cko-bench-"))
  await closing(
    () => rm(dataDir, { recursive: true }),
    async () => {
      const { url, leave } = await joinEmbedded(dataDir)
      await closing(leave, async () => {
        await migrate(url)
        const french = makeFrench()
        await fillWithTranscripts(url, count, french)
        await withSite({ dataDir }, async (site) => {
          await measureIndexing(site, url, count)
          await onDatabase(url, "vacuum analyze")
          console.log(`site + database, in MB: ${await site.memory()}`)
          console.table(await sizesOf(url))
          await measureSearches(site, { url, dataDir }, french)
        })
      })
    },
  )
}

async function measureIndexing(site: Site, url: string, count: number) {
  const before = await waitsUntil(site, async () => (await sleep(BEFORE_MS), true))
  const started = performance.now()
  const isDone = async () => {
    await sleep(LOOK_MS)
    const [row] = await onDatabase(
      url,
      "select (select count(*) from search_documents)::int as indexed, (select count(*) from search_uncounted)::int as waiting",
    )
    return Number(row?.indexed) >= count && row?.waiting === 0
  }
  const meanwhile = await waitsUntil(site, isDone)
  console.log(`Indexed in ${round((performance.now() - started + BEFORE_MS) / 1_000)} s at most.`)
  console.table({ "just started": summary(before), meanwhile: summary(meanwhile) })
}

/** How long a visitor waits for pages that are made anew, until something is so. */
async function waitsUntil({ url }: Site, isSo: () => Promise<boolean>) {
  const waits: number[] = []
  let isOver = false
  const watched = (async () => {
    while (!(await isSo()));
  })().finally(() => (isOver = true))
  while (!isOver) {
    for (const path of ["/", "/recherche?q=chanson"]) {
      const asked = performance.now()
      await (await fetch(url + path, { headers: { cookie: "cko.session_token=none" } })).arrayBuffer()
      waits.push(performance.now() - asked)
    }
  }
  await watched
  return waits
}

const summary = (waits: number[]) => ({
  pages: waits.length,
  "p50 ms": round(quantile(waits, 0.5), 1),
  "p99 ms": round(quantile(waits, 0.99), 1),
  "longest ms": round(Math.max(...waits), 1),
})

const sizesOf = (url: string) =>
  onDatabase(
    url,
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size, pg_size_pretty(pg_total_relation_size(oid)) as "with all"
       from pg_class where relname ~ '^(search_|transcripts$)' and relkind in ('r', 'i') order by pg_total_relation_size(oid) desc`,
  )

async function onDatabase(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, number | string>>(statement)).rows
  } finally {
    await client.end()
  }
}
