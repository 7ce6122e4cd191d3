import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { findRun, noteVersion } from "./versions-run.server.ts"

useDatabase()
beforeEach(async () => void (await db.execute(sql`delete from settings where name = 'versions-run'`)))

const ranBefore = async (running: string) =>
  (await findRun(running)).earlier.map(({ version }) => version).join(" ")

test("31.10 which version runs is noted once, however many processes start with it", async () => {
  expect(await findRun("1.0.0")).toEqual({ since: undefined, earlier: [] })
  await Promise.all(["1.0.0", "1.0.0", "1.0.0"].map(noteVersion))
  const { since, earlier } = await findRun("1.0.0")
  expect(Date.now() - Number(since)).toBeLessThan(60_000)
  expect(earlier).toEqual([])
  await noteVersion("1.0.0")
  expect((await findRun("1.0.0")).since).toEqual(since)

  await Promise.all(["1.1.0", "1.1.0"].map(noteVersion))
  expect(await ranBefore("1.1.0")).toBe("1.0.0")
  // Taken back to the one before.
  await noteVersion("1.0.0")
  expect(await ranBefore("1.0.0")).toBe("1.1.0 1.0.0")
  // One that does not run any more, on the process that still has it.
  expect(await ranBefore("1.1.0")).toBe("1.0.0")
})

test("fifty versions are kept, the newest", async () => {
  for (let minor = 0; minor < 60; minor += 1) await noteVersion(`1.${minor}.0`)
  const { earlier } = await findRun("1.59.0")
  expect([earlier.length, earlier.at(0)?.version, earlier.at(-1)?.version]).toEqual([49, "1.58.0", "1.10.0"])
})
