import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { median, quantile, round, timesUntil, visit } from "./figures.ts"
import { makeFrench } from "./search/french-like.ts"
import { makeBeginnings, makeSearches } from "./search/searches.ts"
import { fillWithTranscripts } from "./search/transcribed-episodes.ts"
import {
  databaseProcesses,
  makeFolder,
  memoryOf,
  migrate,
  NOT_CACHED,
  onDatabase,
  openSite,
  startEmbedded,
} from "./site.ts"

const AIM_MS = 50

/** What searches take among many transcripts, and what it takes to index them. @param count of episodes */
export async function measureSearch(count = 100_000) {
  console.log(
    `Search: ${count.toLocaleString("en")} episodes, each with a transcript of 1,000 words, of 50,000 made-up ones by Zipf's law after 45 that tell\n` +
      `nothing; embedded database. They are there before the index: the site makes it while one visitor asks again and again for the\n` +
      `home page and for a search, rendered anew. Then 40 searches of each sort, one after the other; milliseconds in the server\n` +
      `(Server-Timing), and of the processors that the database took, which other programs do not change. Aim: p95 at most ${AIM_MS} ms.`,
  )
  const dataDir = await makeFolder()
  const database = await startEmbedded(dataDir)
  await migrate(database)
  const french = makeFrench()
  await fillWithTranscripts(database, count, french)
  const site = await openSite({ dataDir })
  await measureIndexing(site.url, database, count)
  await onDatabase(database, ["vacuum analyze"])
  console.log(`site + database, in MB: ${memoryOf(site, dataDir)}`)
  console.table(
    await onDatabase(database, [
      `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size, pg_size_pretty(pg_total_relation_size(oid)) as "with all"
         from pg_class where relname ~ '^(search_|transcripts$)' and relkind in ('r', 'i') order by pg_total_relation_size(oid) desc`,
    ]),
  )
  const samples = await onDatabase(database, [
    `select split_part(text, E'\\n', 40) as said, split_part(guest, ' ', 1) || ' ' || split_part(title, ' ', 3) as title
       from transcripts t join episodes e on e.id = t.episode_id order by t.id limit 400`,
  ])
  const [said, titles] = [samples.map((row) => String(row.said)), samples.map(({ title }) => String(title))]
  const rows: Record<string, Record<string, number | string>> = {}
  const measure = async (sort: string, path: string, queries: string[]) => {
    for (const query of queries.slice(0, 3)) await ask(`${site.url}${path}?${query}`, dataDir)
    const times: Times[] = []
    for (const query of queries) times.push(await ask(`${site.url}${path}?${query}`, dataDir))
    rows[sort] = summary(times)
  }
  for (const { sort, queries } of makeSearches(french, said, titles))
    await measure(sort, "/recherche", queries)
  await measure("suggestions", "/recherche/suggestions", makeBeginnings(french, titles))
  console.table(rows)
}

/** How long a visitor waits for pages that are made anew, before and while the site indexes. */
async function measureIndexing(site: string, database: string, count: number) {
  const paths = ["/", "/recherche?q=chanson"]
  const ask = async () => visit(site + (paths.reverse()[0] ?? ""), NOT_CACHED)
  const started = performance.now()
  const before = await timesUntil(sleep(20_000), ask)
  const isDone = async () => {
    const [row] = await onDatabase(database, [
      "select (select count(*) from search_documents)::int as indexed, (select count(*) from search_uncounted)::int as waiting",
    ])
    return Number(row?.indexed) >= count && row?.waiting === 0
  }
  const meanwhile = await timesUntil(
    (async () => {
      while (!(await isDone())) await sleep(2_000)
    })(),
    ask,
  )
  console.log(`Indexed in ${round((performance.now() - started) / 1_000)} s at most.`)
  console.table({ "just started": waits(before), meanwhile: waits(meanwhile) })
}

const waits = (times: number[]) => ({
  pages: times.length,
  "p50 ms": round(median(times), 1),
  "p99 ms": round(quantile(times, 0.99), 1),
  "longest ms": round(Math.max(...times), 1),
})

type Times = { page: number; database: number; found: boolean }

async function ask(url: string, dataDir: string): Promise<Times> {
  const before = processorTimes(dataDir)
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const page = Number(/dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1])
  // What was started in the meantime counts wholly.
  const database = processorTimes(dataDir)
    .entries()
    .reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
  return { page, database, found: !text.includes("Aucun résultat") }
}

/** What each process of the database has taken of the processors, in ms by its id: load does not change it. */
const processorTimes = (dataDir: string) =>
  new Map(
    databaseProcesses(dataDir).map((pid) => {
      try {
        return [pid, Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6]
      } catch {
        // It has ended.
        return [pid, 0]
      }
    }),
  )

function summary(times: Times[]) {
  const [page, database] = [times.map(({ page }) => page), times.map(({ database }) => database)]
  const p95 = quantile(page, 0.95)
  return {
    "page p50": round(median(page), 1),
    "page p95": `${round(p95, 1)}${p95 > AIM_MS ? " !" : ""}`,
    "database p50": round(median(database), 1),
    "database p95": round(quantile(database, 0.95), 1),
    "found %": round((100 * times.filter(({ found }) => found).length) / times.length),
  }
}
