import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { findPostmaster } from "#app/db/embedded/postmaster.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { serve } from "../test/serve.ts"
import { readEnvironment } from "./env.ts"
import { openSite } from "./site.ts"

vi.setConfig({ testTimeout: 120_000 })

const folder = await mkdtemp(join(tmpdir(), "cko-site é-"))
const dataDir = join(folder, "filled")
afterAll(() => rm(folder, { recursive: true }))

function openFolder(path: string, variables = {}) {
  return openSite(
    readEnvironment({ DATA_DIR: path, LOG_LEVEL: "silent", PUBLIC_URL: "https://cko.test", ...variables }),
  )
}

async function getStatus(site: Awaited<ReturnType<typeof openSite>>, path: string) {
  const { url, close } = await serve(site.listener)
  const { status } = await fetch(url + path)
  await close()
  return status
}

describe("openSite", () => {
  test("fills an empty folder once, keeps what is in it, and leaves nothing running", async () => {
    const first = await openFolder(dataDir)
    expect(await getStatus(first, "/episodes/1")).toBe(200)
    expect(await db.$count(episodes)).toBe(10)
    await db.delete(episodes)
    await first.close()
    expect(findPostmaster(dataDir)).toBeUndefined()

    const second = await openFolder(dataDir)
    expect(await db.$count(episodes)).toBe(0)
    expect(await getStatus(second, "/healthz")).toBe(200)
    await second.close()
    expect(findPostmaster(dataDir)).toBeUndefined()
  })

  test("keeps its folder to itself", async () => {
    for (const path of ["", "database", "database/log"]) {
      expect([path, (await stat(join(dataDir, path))).mode & 0o777]).toEqual([path, 0o700])
    }
    for (const path of await readdir(dataDir, { recursive: true })) {
      expect([path, (await stat(join(dataDir, path))).mode & 0o077]).toEqual([path, 0])
    }
  })

  test("that cannot open its database says so in one line", async () => {
    await mkdir(join(folder, "broken"))
    await writeFile(join(folder, "broken/database"), "not a folder")
    await expect(openFolder(join(folder, "broken"))).rejects.toThrow(
      expect.objectContaining({ name: "EmbeddedDatabaseError", message: expect.stringMatching(/broken/) }),
    )
  })
})
