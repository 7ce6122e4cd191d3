import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { findPostmaster } from "../app/db/embedded/postmaster.server.ts"
import { killPostmaster, onEmbedded, variablesOf } from "./embedded-database.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { compare, readOutbox } from "./kept.ts"
import { expectAllKept } from "./killing.ts"
import { childrenOf } from "./processes.ts"
import { prepare } from "./prepared-site.ts"
import { newLedger, write } from "./writers.ts"
import { announceLogs } from "./site-logs.ts"

// Whatever needs the database tells of it.
announceLogs(/"level":[45]0/)

function isKilled(pid: number) {
  try {
    return process.kill(pid, "SIGKILL")
  } catch {
    return false
  }
}

test.each([
  ["its first process", (dataDir: string) => Promise.resolve(void killPostmaster(dataDir))],
  [
    "one that answers a query",
    async (dataDir: string) => {
      const pids = await childrenOf(findPostmaster(dataDir)?.pid ?? 0)
      // Some come and go.
      if (!pids.reverse().some(isKilled)) throw new Error("no process of the database runs")
    },
  ],
])(
  "a killed database (%s) is there again within seconds, and nothing acknowledged is lost",
  async (_name, kill) => {
    const dataDir = await makeFolder()
    const site = await startOwnSite(variablesOf(dataDir))
    const cookie = await prepare(site.url)
    const ledger = newLedger()
    const statuses: Record<number, number> = {}
    for (let time = 1; time <= 5; time += 1) {
      // A process that outlives the first one for a moment may have answered the writes before.
      await expect
        .poll(() => findPostmaster(dataDir)?.status, { timeout: 60_000, interval: 20 })
        .toBe("ready")
      await kill(dataDir)
      const killed = performance.now()
      for (let isBack = false; !isBack;) {
        const { status } = await write(site.url, "comment", ledger, cookie)
        statuses[status] = (statuses[status] ?? 0) + 1
        isBack = status === 302
        if (!isBack) await sleep(20)
        expect(performance.now() - killed).toBeLessThan(30_000)
      }
      for (const kind of ["like", "view", "newsletter", "message", "episode"] as const) {
        await write(site.url, kind, ledger, cookie)
      }
    }
    console.log(`  answered: ${JSON.stringify(statuses)}`)
    expect(Object.keys(statuses).filter((status) => !["302", "503"].includes(status))).toEqual([])
    expect(await site.stop("SIGINT")).toBe(0)
    expectAllKept(
      await onEmbedded(dataDir, (query) => compare(ledger, query, () => readOutbox(dataDir))),
      ledger,
    )
  },
)

test("a killed database while nobody asks for anything, is started all the same", async () => {
  const dataDir = await makeFolder()
  const site = await startOwnSite(variablesOf(dataDir))
  const killed = killPostmaster(dataDir)
  const isReplaced = () => {
    const { pid = killed, status } = findPostmaster(dataDir) ?? {}
    return pid !== killed && status === "ready"
  }
  await expect.poll(isReplaced, { timeout: 60_000, interval: 50 }).toBe(true)
  // The new database goes with its site, before its folder does.
  expect(await site.stop("SIGINT")).toBe(0)
})
