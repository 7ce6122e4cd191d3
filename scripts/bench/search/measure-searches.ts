import pg from "pg"
import { median, quantile, round } from "../figures.ts"
import type { Site } from "../site.ts"
import type { French } from "./french-like.ts"
import { passedSince, readProcessorTimes } from "./processor-time.ts"
import { makeBeginnings, makeSearches } from "./searches.ts"

const AIM_MS = 50
const SAMPLES = 400

type Times = { page: number; database: number; found: boolean }

/** Asks a filled site for searches of every sort, one after the other, and shows what they took. */
export async function measureSearches(
  site: Pick<Site, "url">,
  where: { url: string; dataDir: string },
  french: French,
) {
  const { said, titles } = await readSamples(where.url)
  const asked = makeSearches(french, said, titles)
  const rows: Record<string, Record<string, number | string>> = {}
  const measure = async (sort: string, path: string, queries: string[]) => {
    for (const query of queries.slice(0, 3)) await ask(`${site.url}${path}?${query}`, where.dataDir)
    const times: Times[] = []
    for (const query of queries) times.push(await ask(`${site.url}${path}?${query}`, where.dataDir))
    rows[sort] = summary(times)
  }
  for (const { sort, queries } of asked) await measure(sort, "/recherche", queries)
  await measure("suggestions", "/recherche/suggestions", makeBeginnings(french, titles))
  console.table(rows)
}

async function readSamples(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ said: string; title: string }>(
      `select split_part(text, E'\\n', 40) as said, split_part(guest, ' ', 1) || ' ' || split_part(title, ' ', 3) as title
         from transcripts t join episodes e on e.id = t.episode_id order by t.id limit $1`,
      [SAMPLES],
    )
    return { said: rows.map(({ said }) => said), titles: rows.map(({ title }) => title) }
  } finally {
    await client.end()
  }
}

async function ask(url: string, dataDir: string): Promise<Times> {
  const before = readProcessorTimes(dataDir)
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const page = Number(/dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1])
  return { page, database: passedSince(before, dataDir), found: !text.includes("Aucun résultat") }
}

function summary(times: Times[]) {
  const page = times.map(({ page }) => page)
  const database = times.map(({ database }) => database)
  const p95 = quantile(page, 0.95)
  return {
    "page p50": round(median(page), 1),
    "page p95": `${round(p95, 1)}${p95 > AIM_MS ? " !" : ""}`,
    "database p50": round(median(database), 1),
    "database p95": round(quantile(database, 0.95), 1),
    "found %": round((100 * times.filter(({ found }) => found).length) / times.length),
  }
}
