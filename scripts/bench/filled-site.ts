import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type pg from "pg"
import { closeDatabase, db, openDatabase } from "../../app/db/client.server.ts"
import { type Sizes, seedStatements } from "../../test/seed.ts"
import { closing } from "./cleanup.ts"
import { fill, findServerProblem, migrate, withDatabase } from "./databases.ts"
import { type Site, withSite } from "./site.ts"

/** About what the podcast has. */
export const PODCAST: Sizes = { episodes: 200, comments: 2_000, busiest: 200, likes: 2_000, others: 100 }
/** The episode with the most comments. */
export const BUSIEST = `/episodes/${PODCAST.episodes - 1}`

export type Kind = "PostgreSQL" | "embedded"

/** The kinds of database that can be measured here; says so when one cannot. */
export async function kindsAtHand(): Promise<Kind[]> {
  const problem = await findServerProblem()
  if (problem) console.log(`Only embedded: ${problem}.`)
  return problem ? ["embedded"] : ["PostgreSQL", "embedded"]
}

/** Where the data of one kind of database is, filled with what a podcast has, for as long as `work` takes. */
export async function withData<Result>(
  kind: Kind,
  work: (where: { databaseUrl?: string; dataDir?: string }) => Promise<Result>,
) {
  if (kind === "PostgreSQL") {
    return withDatabase(async (databaseUrl) => {
      await migrate(databaseUrl)
      await fill(databaseUrl, PODCAST)
      return work({ databaseUrl })
    })
  }
  const dataDir = await mkdtemp(join(tmpdir(), "cko-bench-"))
  return closing(
    () => rm(dataDir, { recursive: true }),
    async () => {
      await fillEmbedded(dataDir)
      return work({ dataDir })
    },
  )
}

/** A running site with a podcast's data, kept on one core where that is possible. */
export function withPodcast<Result>(kind: Kind, work: (site: Site) => Promise<Result>) {
  return withData(kind, (where) => withSite({ ...where, core: 0 }, work))
}

async function fillEmbedded(dataDir: string) {
  await openDatabase({ dataDir })
  const client = await (db as typeof db & { $client: pg.Pool }).$client.connect()
  for (const statement of seedStatements(PODCAST)) await client.query(statement)
  client.release()
  await closeDatabase()
}
