import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { closeDatabase, openDatabase } from "../app/db/client.server.ts"
import { joinEmbedded } from "../app/db/embedded/embedded.server.ts"
import { createServerDatabase, runOn } from "./server-database.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a PostgreSQL server of a role that may create databases. */
    databaseServer: string
    /** The name of a migrated, empty database on it. */
    databaseTemplate: string
  }
}

/**
 * What makes a server safe is of no use to tests, and slow. Nor does it tidy up: what it found by itself at one moment or
 * another would change plans, and in which order rows come.
 */
const UNSAFE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }

/**
 * Starts a PostgreSQL server for all test files (or takes that of `TEST_DATABASE_URL`) and migrates a database on it once;
 * each worker copies it.
 */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "cko-test-"))
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? undefined : await joinEmbedded(folder, UNSAFE)
  const server = given ?? embedded?.url ?? ""
  const template = await createServerDatabase(server)
  await openDatabase({ databaseUrl: template.databaseUrl, dataDir: folder })
  await closeDatabase()
  project.provide("databaseServer", server)
  project.provide("databaseTemplate", template.name)
  return async () => {
    await template.drop()
    const copies = await runOn<{ name: string }>(
      server,
      `select datname as name from pg_database where datname like '${template.name}\\_%'`,
    )
    for (const { name } of copies) await runOn(server, `drop database ${name} with (force)`)
    await embedded?.leave()
    await rm(folder, { recursive: true })
  }
}
