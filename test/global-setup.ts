import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { closeDatabase, openDatabase } from "../app/db/client.server.ts"
import { openEmbedded } from "../app/db/embedded.server.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** An archive of a migrated, empty embedded database; unused on a PostgreSQL server. */
    dumpFile: string
  }
}

/** Migrates once; each test file then starts from the result. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "cko-test-"))
  const dumpFile = join(folder, "empty.tar")
  project.provide("dumpFile", dumpFile)
  if (!process.env.TEST_DATABASE_URL) {
    const dataDir = join(folder, "data")
    await openDatabase({ dataDir })
    await closeDatabase()
    const embedded = await openEmbedded({ dataDir: join(dataDir, "database") })
    await writeFile(dumpFile, Buffer.from(await embedded.dump()))
    await embedded.close()
  }
  return () => rm(folder, { recursive: true })
}
