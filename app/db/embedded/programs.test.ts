import { stat } from "node:fs/promises"
import { expect, test } from "vitest"
import { findInstalled, findPrograms, OLDEST_MAJOR } from "./programs.server.ts"
import { run } from "./run.server.ts"

test("npm's package has PostgreSQL's programs, of the version it says", async () => {
  const { major, ...programs } = await findPrograms()
  for (const path of Object.values(programs)) expect((await stat(path)).mode & 0o111).not.toBe(0)
  const { output } = await run(programs.postgres, ["--version"])
  expect(output).toContain(`PostgreSQL) ${major}.`)
})

// CI installs PostgreSQL; elsewhere there may be none, which `undefined` says.
test("of installed ones the newest is taken, or the one that is asked for, and none that is too old", async () => {
  const newest = await findInstalled()
  expect(newest?.major ?? OLDEST_MAJOR).toBeGreaterThanOrEqual(OLDEST_MAJOR)
  expect(await findInstalled(newest?.major)).toEqual(newest)
  expect(await findInstalled(1)).toEqual(newest)
})
