import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { DataFolderInUseError, lockDataFolder } from "#app/db/data-lock.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { serve } from "../test/serve.ts"
import { commandAddress } from "./command-address.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

// Opening an empty folder makes a whole PostgreSQL in it, which takes a while: two tests share theirs.
vi.setConfig({ testTimeout: 120_000 })

const folder = await mkdtemp(join(tmpdir(), "cko-site-"))
afterAll(() => rm(folder, { recursive: true }))

function openFolder(name: string, variables = {}) {
  const dataDir = join(folder, name)
  return openSite(
    readEnvironment({ DATA_DIR: dataDir, LOG_LEVEL: "silent", PUBLIC_URL: "https://cko.test", ...variables }),
  )
}

async function getStatus(site: Awaited<ReturnType<typeof openSite>>, path: string) {
  const { url, close } = await serve(site.listener)
  const { status } = await fetch(url + path)
  await close()
  return status
}

describe("openSite", () => {
  test("fills an empty folder once, and keeps what is in it", async () => {
    const first = await openFolder("filled")
    expect(await getStatus(first, "/episodes/1")).toBe(200)
    expect(await db.$count(episodes)).toBe(10)
    await db.delete(episodes)
    await first.close()

    const second = await openFolder("filled")
    expect(await db.$count(episodes)).toBe(0)
    expect(await getStatus(second, "/healthz")).toBe(200)
    await second.close()
  })

  test("has its folder for itself, and leaves it in order", async () => {
    const dataDir = join(folder, "empty")
    const site = await openFolder("empty", { STARTER_CONTENT: "0" })
    expect(await db.$count(episodes)).toBe(0)
    await expect(openFolder("empty")).rejects.toThrow(DataFolderInUseError)
    expect(() => lockDataFolder(dataDir)).toThrow(DataFolderInUseError)
    expect(await getStatus(site, "/")).toBe(200)

    await site.close()
    expect(lockDataFolder(dataDir)).not.toThrow()
    await expect(stat(commandAddress(dataDir))).rejects.toThrow("ENOENT")
  })

  test("takes the place of a killed site, whose socket is still there", async () => {
    const address = commandAddress(join(folder, "empty"))
    await mkdir(join(folder, "empty"), { recursive: true })
    await writeFile(address, "")
    const site = await openFolder("empty", { STARTER_CONTENT: "0" })
    const { mode } = await stat(address)
    expect(mode & 0o777).toBe(0o600)
    await site.close()
  })

  test("that cannot open its database gives the folder back", async () => {
    await mkdir(join(folder, "broken"))
    await writeFile(join(folder, "broken/database"), "not a folder")
    await expect(openFolder("broken")).rejects.toBeDefined()
    expect(lockDataFolder(join(folder, "broken"))).not.toThrow()
  })
})

describe("commandAddress", () => {
  test.each([
    ["/srv/cko", /^\/srv\/cko\/commands\.sock$/],
    [`/srv/${"a".repeat(120)}`, new RegExp(`^${tmpdir()}/cko-[0-9a-f]{16}\\.sock$`)],
    [`/srv/${"é".repeat(50)}`, new RegExp(`^${tmpdir()}/cko-[0-9a-f]{16}\\.sock$`)],
  ])("of %s is short enough for every system", (dataDir, address) => {
    expect(commandAddress(dataDir)).toMatch(address)
    expect(Buffer.byteLength(commandAddress(dataDir))).toBeLessThanOrEqual(100)
  })

  test("is another one for each folder", () => {
    const addresses = ["a", "b"].map((letter) => commandAddress(`/srv/${letter.repeat(120)}`))
    expect(new Set(addresses).size).toBe(2)
  })
})
