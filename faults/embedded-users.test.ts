import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { findPostmaster } from "../app/db/embedded/postmaster.server.ts"
import { startCommand, writeFeed } from "./commands.ts"
import { expectStopped, onEmbedded, variablesOf } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { compare, readOutbox } from "./kept.ts"
import { expectAllKept } from "./killing.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"
import { newLedger, startWriting } from "./writers.ts"

test("who comes and goes of several starts at once one makes the database, and the last to stop stops it", async () => {
  const dataDir = await makeFolder()
  const sites = await Promise.all([1, 2, 3].map(() => startOwnSite({ DATA_DIR: dataDir })))
  for (const { url } of sites) expect((await visit(`${url}/episodes/1`)).status).toBe(200)
  const [{ count } = {}] = await onEmbedded(dataDir, (query) =>
    query("select count(*)::int as count from episodes"),
  )
  expect(count).toBe(10)
  for (const [n, site] of sites.entries()) {
    expect(await site.stop(n % 2 ? "SIGTERM" : "SIGINT")).toBe(0)
    for (const { url } of sites.slice(n + 1)) expect((await visit(`${url}/healthz`)).status).toBe(200)
  }
  await expectStopped(dataDir)
})

test("who comes and goes workers, an import, a backup and a second site share it in any order, and none cuts another off", async () => {
  const dataDir = await makeFolder()
  const feed = await writeFeed(dataDir, 800)
  const first = startCommand(dataDir, "import", feed)
  const site = await startOwnSite(variablesOf(dataDir), ["--workers", "2"])
  const backup = startCommand(dataDir, "backup", join(dataDir, "copie.cko.gz"))
  expect(await first.ended).toMatchObject({ status: 0, output: expect.stringMatching(/^800 créés/m) })
  expect(await backup.ended).toMatchObject({ status: 0 })
  expect((await visit(`${site.url}/episodes`)).text).toContain("Reçu")

  const second = startCommand(dataDir, "import", feed)
  await sleep(300)
  expect(await site.stop("SIGTERM")).toBe(0)
  expect(await second.ended).toMatchObject({ status: 0, output: expect.stringMatching(/800 inchangés/) })
  await expectStopped(dataDir)
})

test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "who comes and goes a command ended by %s leaves nothing in the way",
  async (signal) => {
    const dataDir = await makeFolder()
    const feed = await writeFeed(dataDir, 3_000)
    const importing = startCommand(dataDir, "import", feed)
    await expect.poll(() => findPostmaster(dataDir)?.status, { timeout: 60_000, interval: 5 }).toBe("ready")
    await sleep(200)
    importing.child.kill(signal)
    await importing.ended
    if (signal !== "SIGKILL") await expectStopped(dataDir)
    const site = await startOwnSite(variablesOf(dataDir))
    expect((await visit(`${site.url}/episodes`)).status).toBe(200)
    expect(await site.stop("SIGINT")).toBe(0)
    await expectStopped(dataDir)
  },
)

test("who comes and goes a killed site's database is taken over, with a fresh start of it", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  await site.stop("SIGKILL")
  const left = findPostmaster(dataDir)?.pid
  expect(left).toBeGreaterThan(0)
  const next = await startOwnSite(variablesOf(dataDir))
  expect(findPostmaster(dataDir)?.pid).not.toBe(left)
  expect((await visit(`${next.url}/`)).status).toBe(200)
  await next.stop("SIGINT")
  await expectStopped(dataDir)
})

test("backups and imports keep no visitor waiting", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  const cookie = await prepare(site.url)
  const ledger = newLedger()
  const writing = startWriting(site.url, ledger, cookie)
  const feed = await writeFeed(dataDir, 800)
  const commands = [
    startCommand(dataDir, "import", feed),
    startCommand(dataDir, "backup", join(dataDir, "copie.cko.gz")),
  ]
  for (const { ended } of commands) expect(await ended).toMatchObject({ status: 0 })
  await writing.stop()
  expect(await site.stop("SIGINT")).toBe(0)
  expectAllKept(
    await onEmbedded(dataDir, (query) => compare(ledger, query, () => readOutbox(dataDir))),
    ledger,
  )
})
