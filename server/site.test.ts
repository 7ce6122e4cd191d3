import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { findPostmaster } from "#app/db/embedded/postmaster.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { sendMail } from "#app/base/mail/mail.server.ts"
import { serve } from "#test/serve.ts"
import { keepDailyBackups } from "#app/media/backup/make-copies.server.ts"
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

test("openSite fills an empty folder once, keeps what is in it, and leaves nothing running", async () => {
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

test("26.2 openSite keeps its folder to itself", async () => {
  for (const path of ["", "database", "database/log"]) {
    expect([path, (await stat(join(dataDir, path))).mode & 0o777]).toEqual([path, 0o700])
  }
  for (const path of await readdir(dataDir, { recursive: true })) {
    expect([path, (await stat(join(dataDir, path))).mode & 0o077]).toEqual([path, 0])
  }
})

test("openSite takes a folder back that others could read and write, and makes nothing that they can", async () => {
  const path = join(folder, "open")
  const before = process.umask(0)
  await mkdir(join(path, "outbox/old"), { recursive: true })
  for (const name of ["outbox/a.eml", "outbox/old/b.eml", "backup.cko.gz"])
    await writeFile(join(path, name), "")
  await writeFile(join(folder, "elsewhere"), "")
  await symlink(join(folder, "elsewhere"), join(path, "link"))
  const site = await openFolder(path)
  await sendMail({ to: "awa@cko.test", subject: "Essai", text: "Essai" })
  await keepDailyBackups(path, new Date())
  await site.close()
  process.umask(before)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  const names = await readdir(path, { recursive: true })
  expect(names.filter((name) => /eml$|gz$/.test(name))).toHaveLength(5)
  for (const name of names.filter((one) => one !== "link")) {
    expect([name, (await stat(join(path, name))).mode & 0o077]).toEqual([name, 0])
  }
  expect((await stat(join(folder, "elsewhere"))).mode & 0o777).toBe(0o666)
})

test("27.1 openSite that cannot open its database says so in one line", async () => {
  await mkdir(join(folder, "broken"))
  await writeFile(join(folder, "broken/database"), "not a folder")
  await expect(openFolder(join(folder, "broken"))).rejects.toThrow(
    expect.objectContaining({ name: "EmbeddedDatabaseError", message: expect.stringMatching(/broken/) }),
  )
})
