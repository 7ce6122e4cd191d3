import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect } from "vitest"

type Query = (statement: string) => Promise<Record<string, unknown>[]>

const BYTES = 200_000

/** Gives an episode of a site a sound that the site serves. @param name of 22 letters @returns its path */
export async function createSound(query: Query, dataDir: string, name: string, episodeId = 1) {
  const key = name.padEnd(22, "-")
  const digest = Buffer.from(key).toString("hex").padEnd(64, "0").slice(0, 64)
  const path = `so/${key}/son.mp3`
  const file = join(dataDir, "media", path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, Buffer.alloc(BYTES, 1))
  await query(`
    with medium as (
        insert into media (key, kind, type, title, bytes, sha256, state, duration_ms)
        values ('${key}', 'audio', 'audio/mpeg', 'son.mp3', ${BYTES}, '${digest}', 'ready', 600000) returning id
      ),
      used as (insert into media_uses (medium_id, source, row_id) select id, 'episodes', ${episodeId} from medium)
    insert into media_files (medium_id, role, name, type, bytes, sha256, path)
    select id, 'main', 'son.mp3', 'audio/mpeg', ${BYTES}, '${digest}', '${path}' from medium`)
  return `/media/${key}/son.mp3`
}

/** Takes a sound in two pieces, each listener with a network of their own. @returns how the site answered */
export async function listen(url: string, listeners: number[], method = "GET") {
  const answers = listeners.flatMap((listener) =>
    [`bytes=0-${BYTES / 2 - 1}`, `bytes=${BYTES / 2}-`].map(async (Range) => {
      const headers = { Range, "User-Agent": "AntennaPod/3.5.0", "X-Forwarded-For": `192.0.2.${listener}` }
      const response = await fetch(url, { method, headers })
      await response.arrayBuffer()
      return response.status
    }),
  )
  return Promise.all(answers)
}

/** Has what a site counted in memory written. */
export const writeCounts = (query: Query) => query("select pg_notify('cko_jobs', 'visits')")

/** What is counted so far of a day, or of all: what is not folded yet, and what is. */
export async function countDownloads(query: Query, day = "%") {
  const [row] = await query(`
    select (select count(*) from deliveries where day::text like '${day}')::int
      + (select coalesce(sum(count), 0) from audience_days
         where measure = 'downloads' and episode_id = 0 and day::text like '${day}')::int as downloads`)
  return Number(row?.downloads)
}

/** Has all days become totals, as if they were over. */
export async function foldAll(query: Query) {
  await query("update deliveries set day = day - 2")
  await query("select pg_notify('cko_jobs', 'audience')")
}

export async function waitForFold(query: Query) {
  const left = async () => {
    // A site that has just begun may not have heard of it the first time.
    await query("select pg_notify('cko_jobs', 'audience')")
    return (await query("select from deliveries")).length
  }
  await expect.poll(left).toBe(0)
}
