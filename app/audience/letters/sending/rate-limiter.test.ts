import { beforeAll, beforeEach, expect, test } from "vitest"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { setSettings } from "#test/site-settings.ts"
import { createRateLimiter } from "./rate-limiter.server.ts"

beforeAll(openTestDatabase)
beforeEach(emptyDatabase)

const MINUTE_MS = 500

test("however late some are, within any minute there are never more than are set", async () => {
  await setSettings("letters", { perMinute: 20, connections: 4 })
  const rateLimiter = createRateLimiter({ signal: new AbortController().signal, minuteMs: MINUTE_MS })
  const mails: { from: number; to: number }[] = []
  const send = async () => {
    for (let n = 0; n < 25; n += 1) {
      const permit = await rateLimiter.acquire(async () => {})
      const from = performance.now()
      // Every tenth takes a third of a minute.
      if (n % 10 === 3) await new Promise((resolve) => setTimeout(resolve, MINUTE_MS / 3))
      mails.push({ from, to: performance.now() })
      permit?.done()
    }
  }
  await Promise.all([send(), send(), send(), send()])
  expect(mails).toHaveLength(100)
  const inOrder = mails.toSorted((a, b) => a.from - b.from)
  for (const [at, mail] of inOrder.slice(20).entries())
    expect(mail.from - (inOrder[at]?.to ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS - 1)
})

test("nobody waits without a rate", async () => {
  await setSettings("letters", { perMinute: 0 })
  const rateLimiter = createRateLimiter({ signal: new AbortController().signal })
  for (let n = 0; n < 5; n += 1) expect(await rateLimiter.acquire(async () => {})).toBeDefined()
})

test("who is told to stop stops waiting", async () => {
  await setSettings("letters", { perMinute: 1 })
  const stop = new AbortController()
  const rateLimiter = createRateLimiter({ signal: stop.signal })
  expect(await rateLimiter.acquire(async () => {})).toBeDefined()
  const closed: string[] = []
  const waiting = rateLimiter.acquire(async () => {
    closed.push("closed")
    stop.abort()
  })
  expect(await waiting).toBeUndefined()
  expect(closed).toEqual(["closed"])
})
