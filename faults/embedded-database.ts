import { runOn } from "../test/server-database.ts"
import { joinEmbedded } from "../app/db/embedded/embedded.server.ts"

/** Runs statements on a folder's embedded database, whether a site has it or not. */
export async function onEmbedded<Result>(
  dataDir: string,
  work: (query: (statement: string) => Promise<Record<string, unknown>[]>) => Promise<Result>,
) {
  const { url, leave } = await joinEmbedded(dataDir)
  try {
    return await work((statement) => runOn(url, statement))
  } finally {
    await leave()
  }
}
