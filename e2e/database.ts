import { realpath } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { findReach } from "#app/db/embedded/reach.server.ts"
import { siteFolder, type SiteName } from "./sites.ts"

/** Runs a statement on a running site's database, for what takes longer than a journey does. */
export async function query(site: SiteName, statement: string, values: unknown[] = []) {
  const { url } = await findReach(await realpath(join(siteFolder(site), "data")))
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}
