import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
import type { Sizes } from "#test/seed.ts"
import { closing } from "./cleanup.ts"
import { fill, migrate, SERVER, withDatabase } from "./databases.ts"
import { type Site, withSite } from "./site.ts"

/** About what the podcast has. */
export const PODCAST: Sizes = {
  episodes: 200,
  comments: 2_000,
  busiest: 200,
  likes: 2_000,
  others: 100,
  deeds: 1_000,
}
/** The episode with the most comments. */
export const BUSIEST = `/episodes/${PODCAST.episodes - 1}`

export type Kind = "PostgreSQL" | "embedded"

/** The kinds of database that are measured. */
export const KINDS: Kind[] = SERVER ? ["PostgreSQL", "embedded"] : ["embedded"]

/** Where the data of one kind of database is, filled with what a podcast has, for as long as `work` takes. */
export async function withData<Result>(
  kind: Kind,
  work: (where: { databaseUrl?: string; dataDir: string }) => Promise<Result>,
  sizes = PODCAST,
) {
  const dataDir = await mkdtemp(join(tmpdir(), "cko-bench-"))
  return closing(
    () => rm(dataDir, { recursive: true }),
    async () => {
      if (kind === "PostgreSQL" && SERVER) {
        return withDatabase(SERVER, async (databaseUrl) => {
          await migrate(databaseUrl)
          await fill(databaseUrl, sizes)
          return work({ databaseUrl, dataDir })
        })
      }
      const { url, leave } = await joinEmbedded(dataDir)
      await migrate(url)
      await fill(url, sizes)
      await leave()
      return work({ dataDir })
    },
  )
}

/** A running site with a podcast's data, kept on one core where that is possible. */
export function withPodcast<Result>(kind: Kind, work: (site: Site) => Promise<Result>) {
  return withData(kind, (where) => withSite({ ...where, core: 0 }, work))
}
