import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import type { compare } from "./kept.ts"
import { startOwnSite } from "./for-one-test.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"
import { type Ledger, newLedger, startWriting } from "./writers.ts"

/**
 * Starts the site, lets visitors and an admin write, and kills it in the middle, time and again. Then it starts once
 * more and shows its pages.
 *
 * @returns what was sent and acknowledged
 */
export async function killUnderWrites(variables: Record<string, string>, kills: number) {
  const ledger = newLedger()
  let cookie = ""
  for (let kill = 1; kill <= kills; kill += 1) {
    const site = await startOwnSite(variables)
    cookie ||= await prepare(site.url)
    const before = countAcknowledged(ledger)
    const writing = startWriting(site.url, ledger, cookie)
    await expect.poll(() => countAcknowledged(ledger), { timeout: 60_000 }).toBeGreaterThan(before + 10)
    await sleep(Math.random() * 500)
    await site.stop("SIGKILL")
    await writing.stop()
  }
  const site = await startOwnSite(variables)
  expect((await visit(`${site.url}/episodes/1`)).status).toBe(200)
  expect((await visit(`${site.url}/admin/episodes`, { cookie })).status).toBe(200)
  await site.stop("SIGINT")
  return ledger
}

export function expectAllKept(kept: Awaited<ReturnType<typeof compare>>, ledger: Ledger) {
  expect(kept.lost).toEqual({ comment: 0, like: 0, view: 0, newsletter: 0, message: 0, episode: 0 })
  expect(kept.halves).toEqual([])
  // Nor is anything counted that nobody sent.
  expect(kept.views).toBeLessThanOrEqual(ledger.view.sent.length)
  for (const { acknowledged } of Object.values(ledger)) expect(acknowledged.length).toBeGreaterThan(0)
}

function countAcknowledged(ledger: Ledger) {
  return Object.values(ledger).reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
}
