import { mkdir, mkdtemp, rm, stat, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { runOn } from "#test/server-database.ts"
import { findPrograms } from "./programs.server.ts"
import { findPostmaster, startPostmaster, stopPostmaster } from "./postmaster.server.ts"
import { ensureSocketFolder, findReach } from "./reach.server.ts"

let folder = ""

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cko-reach-"))
})
afterEach(() => rm(folder, { recursive: true }))

test.each([
  ["/srv/cko", /^\/srv\/cko\/database\/\.s\.PGSQL\.5432$/],
  [`/srv/${"a".repeat(120)}`, /^\/tmp\/cko-[0-9a-f]{16}\/\.s\.PGSQL\.5432$/],
  [`/srv/${"é".repeat(50)}`, /^\/tmp\/cko-[0-9a-f]{16}\/\.s\.PGSQL\.5432$/],
])("by a socket of %s is short enough for every system", async (dataDir, path) => {
  const { address } = await findReach(dataDir, false)
  expect(address).toEqual({ path: expect.stringMatching(path) })
})

test("by a socket is another one for each folder", async () => {
  const one = await findReach(`/srv/${"a".repeat(120)}`, false)
  const other = await findReach(`/srv/${"b".repeat(120)}`, false)
  expect(one.url).not.toBe(other.url)
})

test("by a socket a folder outside that somebody else could have made is refused", async () => {
  const own = async () => {}
  const path = join(folder, "socket")
  await ensureSocketFolder(path, own)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  await ensureSocketFolder(path, own)
  await mkdir(join(folder, "open"))
  await expect(ensureSocketFolder(join(folder, "open"), own)).rejects.toThrow(/n’est pas à nous/)
  await symlink(path, join(folder, "link"))
  await expect(ensureSocketFolder(join(folder, "link"), own)).rejects.toThrow(/n’est pas à nous/)
})

test("by the loopback address, as on Windows it asks for the password, which is kept", async () => {
  const reach = await findReach(folder, true)
  expect((await findReach(folder, true)).url).toBe(reach.url)
  const server = { dataDir: folder, programs: await findPrograms(), reach }
  await startPostmaster(server)
  try {
    expect(await runOn(reach.url, "select 1 as one")).toEqual([{ one: 1 }])
    const { password } = new URL(reach.url)
    await expect(runOn(reach.url.replace(password, "autre"), "select 1")).rejects.toThrow(/password/)
    for (const name of ["database-access.json", "database-password"]) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
  } finally {
    await stopPostmaster(server)
  }
  expect(findPostmaster(folder)).toBeUndefined()
})
