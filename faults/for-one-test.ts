import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { startSite } from "#test/running-site.ts"
import { startPostgres } from "./postgres.ts"

/** A folder that is gone when the test is over. */
export async function makeFolder() {
  const { path, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  return path
}

/** A folder for several tests. */
export async function makeTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "cko-fault-"))
  // The database of a site that was killed goes on writing in it for a moment.
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return { path, remove }
}

/** A site that ends with the test, however that ends (`startSite`). */
export async function startOwnSite(...args: Parameters<typeof startSite>) {
  const site = await startSite(...args)
  onTestFinished(async () => void (await site.stop("SIGKILL")))
  return site
}

/** A PostgreSQL server that is gone when the test is over. */
export async function startOwnPostgres() {
  const postgres = await startPostgres()
  onTestFinished(postgres.remove)
  return postgres
}
