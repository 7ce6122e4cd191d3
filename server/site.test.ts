import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { DataFolderInUseError, lockDataFolder } from "#app/db/data-lock.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { commandAddress } from "./command-address.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

// Opening a folder for the first time makes a whole PostgreSQL in it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let dataDir = ""
const environment = (variables = {}) =>
  readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", PUBLIC_URL: "https://cko.test", ...variables })

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cko-site-"))
})
afterEach(() => rm(dataDir, { recursive: true }))

async function getStatus(site: Awaited<ReturnType<typeof openSite>>, path: string) {
  return (await site.fetch(new Request(`https://cko.test${path}`))).status
}

describe("openSite", () => {
  test("fills an empty folder once, and keeps what is in it", async () => {
    const first = await openSite(environment())
    expect(await getStatus(first, "/episodes/1")).toBe(200)
    expect(await db.$count(episodes)).toBe(10)
    await db.delete(episodes)
    await first.close()

    const second = await openSite(environment())
    expect(await db.$count(episodes)).toBe(0)
    expect(await getStatus(second, "/healthz")).toBe(200)
    await second.close()
  })

  test("has its folder for itself, and leaves it in order", async () => {
    const site = await openSite(environment({ STARTER_CONTENT: "0" }))
    expect(await db.$count(episodes)).toBe(0)
    await expect(openSite(environment())).rejects.toThrow(DataFolderInUseError)
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError)
    expect(await getStatus(site, "/")).toBe(200)

    await site.close()
    lockDataFolder(dataDir)()
    await expect(stat(commandAddress(dataDir))).rejects.toThrow("ENOENT")
  })

  test("takes the place of a killed site, whose socket is still there", async () => {
    await writeFile(commandAddress(dataDir), "")
    const site = await openSite(environment({ STARTER_CONTENT: "0" }))
    const { mode } = await stat(commandAddress(dataDir))
    expect(mode & 0o777).toBe(0o600)
    await site.close()
  })

  test("that cannot open its database gives the folder back", async () => {
    await writeFile(join(dataDir, "database"), "not a folder")
    await expect(openSite(environment())).rejects.toThrow(/database/)
    lockDataFolder(dataDir)()
  })
})

describe("commandAddress", () => {
  test.each([
    ["/srv/cko", /^\/srv\/cko\/commands\.sock$/],
    [`/srv/${"a".repeat(120)}`, new RegExp(`^${tmpdir()}/cko-[0-9a-f]{16}\\.sock$`)],
    [`/srv/${"é".repeat(50)}`, new RegExp(`^${tmpdir()}/cko-[0-9a-f]{16}\\.sock$`)],
  ])("of %s is short enough for every system", (folder, address) => {
    expect(commandAddress(folder)).toMatch(address)
    expect(Buffer.byteLength(commandAddress(folder))).toBeLessThanOrEqual(100)
  })

  test("is another one for each folder", () => {
    const folders = ["a", "b"].map((letter) => `/srv/${letter.repeat(120)}`)
    expect(new Set(folders.map((folder) => commandAddress(folder))).size).toBe(2)
  })
})
