import { expect } from "vitest"
import { joinEmbedded } from "../app/db/embedded/embedded.server.ts"
import { findPostmaster } from "../app/db/embedded/postmaster.server.ts"
import { runOn } from "#test/server-database.ts"

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

export const variablesOf = (dataDir: string) => ({ DATA_DIR: dataDir, STARTER_CONTENT: "0" })

/** As if it had run out of luck. @returns the process that was killed */
export function killPostmaster(dataDir: string) {
  const { pid } = findPostmaster(dataDir) ?? {}
  if (!pid) throw new Error("no database runs")
  process.kill(pid, "SIGKILL")
  return pid
}

/** Until nothing of it is left, or an assertion says that something is. */
export async function expectStopped(dataDir: string) {
  await expect.poll(() => findPostmaster(dataDir), { timeout: 60_000 }).toBeUndefined()
}
