import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { databaseUrl, openOwnDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { writeBackup } from "./backup.server.ts"
import { db } from "../client.server.ts"

vi.setConfig({ testTimeout: 300_000 })

const SCRIPT = fileURLToPath(new URL("../../../test/short-lived-restore.ts", import.meta.url))
const folder = await mkdtemp(join(tmpdir(), "cko-killed-restore-"))
const file = join(folder, "copie.cko.gz")
beforeAll(openOwnDatabase)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Restores in a process of its own, which is killed as soon as it says that it writes. */
async function restoreAndKill() {
  const child = spawn(process.execPath, [SCRIPT, databaseUrl, folder, file], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "close")
  const [said] = await once(child.stdout, "data")
  child.kill("SIGKILL")
  await ended
  return String(said)
}

test("a restore killed while it writes leaves what was there, to the last number given out", async () => {
  // What is searched of them is in no copy.
  await db.execute(sql`alter table episodes disable trigger episodes_index`)
  await db.execute(sql`
    insert into episodes (title, description)
    select 'De la copie ' || n, md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text) from generate_series(1, 20000) n`)
  await writeBackup({ file, dataDir: folder })
  await db.execute(sql`truncate episodes restart identity cascade`)
  await createEpisode({ title: "D’ici" })

  expect(await restoreAndKill()).toMatch(/^writing\n/)
  expect(await storedRows("episodes")).toMatchObject([{ title: "D’ici" }])
  expect(await createEpisode()).toMatchObject({ id: 2 })
})
