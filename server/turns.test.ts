import { setImmediate as nextRound } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { PUBLIC_URL } from "#test/app.ts"
import { databaseUrl, openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { serve } from "#test/serve.ts"
import { openPages } from "./pages.ts"
import { createTurns, turnsOfVisitors } from "./turns.ts"

/** Turns over work that ends when it is told to, and the order in which it began. */
function openTurns(options: Parameters<typeof createTurns>[0]) {
  const inTurn = createTurns(options)
  const began: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  /** @param name the client's letter and a number */
  const ask = (name: string) =>
    inTurn(name.charAt(0), () => {
      began.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  const end = async (name: string) => {
    ends.get(name)?.resolve(name)
    await nextRound()
    await nextRound()
  }
  return { began, ask, end, ends }
}

test.each([
  { concurrency: 1, asked: "a1 a2 a3 a4 b1", order: "a1 a2 b1 a3 a4" },
  { concurrency: 1, asked: "a1 a2 a3 b1 b2 b3 c1", order: "a1 a2 b1 c1 a3 b2 b3" },
  { concurrency: 2, asked: "a1 a2 a3 a4 a5 b1 b2", order: "a1 a2 a3 b1 a4 b2 a5" },
  { concurrency: 9, asked: "a1 a2 b1 a3 c1", order: "a1 a2 b1 a3 c1" },
])(
  "with a concurrency of $concurrency, who asked $asked begin as $order",
  async ({ concurrency, asked, order }) => {
    const { began, ask, end } = openTurns({ concurrency })
    const results = asked.split(" ").map(ask)
    for (const [done, name] of order.split(" ").entries()) {
      expect(began).toEqual(order.split(" ").slice(0, done + concurrency))
      await end(name)
    }
    expect(await Promise.all(results)).toEqual(asked.split(" "))
  },
)

test("a client who asks again after a turn stands behind those who wait", async () => {
  const { began, ask, end } = openTurns({ concurrency: 1 })
  for (const name of ["a1", "b1", "c1"]) void ask(name)
  await end("a1")
  void ask("a2")
  for (const name of ["b1", "c1"]) await end(name)
  expect(began).toEqual(["a1", "b1", "c1", "a2"])
})

test("what fails gives its slot back, and fails for who asked", async () => {
  const { began, ask, end, ends } = openTurns({ concurrency: 1 })
  const failing = ask("a1")
  void ask("a2")
  ends.get("a1")?.reject(new Error("broken"))
  await expect(failing).rejects.toThrow("broken")
  const inTurn = createTurns({ concurrency: 1 })
  const thrown = inTurn("a", () => {
    throw new Error("at once")
  })
  await expect(thrown).rejects.toThrow("at once")
  expect(await inTurn("a", async () => "free")).toBe("free")
  await nextRound()
  expect(began).toEqual(["a1", "a2"])
  await end("a2")
})

test("who works for long keeps nobody behind, and gives back one slot in all", async () => {
  const { began, ask, end } = openTurns({ concurrency: 1, timeoutMs: 5 })
  for (const name of ["a1", "a2"]) void ask(name)
  await expect.poll(() => began, { interval: 2 }).toEqual(["a1", "a2"])
  const patient = openTurns({ concurrency: 1 })
  for (const name of ["a1", "a2", "a3"]) void patient.ask(name)
  await end("a1")
  await patient.end("a1")
  expect(patient.began).toEqual(["a1", "a2"])
})

test("what waited begins in a round of the event loop of its own, after what came meanwhile", async () => {
  const inTurn = createTurns({ concurrency: 1 })
  const seen: string[] = []
  const all = ["first", "second", "third"].map((name) => inTurn("a", async () => seen.push(name)))
  for (const name of ["one", "two"]) {
    await nextRound()
    seen.push(name)
  }
  await Promise.all(all)
  expect(seen).toEqual(["first", "one", "second", "two", "third"])
})

test("who left while they waited begin nothing, and the others go on", async () => {
  const began: string[] = []
  const held = Promise.withResolvers<void>()
  const inTurn = turnsOfVisitors()
  const site = await serve((incoming, outgoing) => {
    const work = async () => {
      began.push(incoming.url ?? "")
      await held.promise
      outgoing.end()
    }
    asked += 1
    outgoing.on("close", () => (gone += 1))
    inTurn(incoming, outgoing, work).catch((error: Error) => refused.push(error.message))
  })
  onTestFinished(site.close)
  let asked = 0
  let gone = 0
  const refused: string[] = []
  const leaving = new AbortController()
  const ask = (path: string, signal?: AbortSignal) =>
    fetch(site.url + path, { signal }).catch(() => undefined)
  const first = [1, 2, 3, 4].map(() => ask("/first"))
  await expect.poll(() => asked, { interval: 2 }).toBe(4)
  const left = [1, 2, 3].map(() => ask("/left", leaving.signal))
  await expect.poll(() => asked, { interval: 2 }).toBe(7)
  const last = ask("/last")
  await expect.poll(() => asked, { interval: 2 }).toBe(8)
  leaving.abort()
  await Promise.all(left)
  await expect.poll(() => gone, { interval: 2 }).toBe(3)
  held.resolve()
  await Promise.all([...first, last])
  expect(began).toEqual(["/first", "/first", "/first", "/first", "/last"])
  expect(refused).toEqual(["aborted", "aborted", "aborted"])
})

test("one visitor's many pages keep neither another visitor nor what needs no page waiting behind them", async () => {
  const closeDatabase = await openTestDatabase()
  await createEpisode()
  const pages = openPages({ publicUrl: PUBLIC_URL, databaseUrl, trustedProxies: 1 })
  const MANY = 60
  const OTHERS = ["/healthz", "/recherche?q=mot", "/episodes?q=mot1"]
  const arrived: Parameters<typeof pages.listener>[] = []
  const ended: string[] = []
  // All are there before the first begins.
  const site = await serve((incoming, outgoing) => {
    arrived.push([incoming, outgoing])
    outgoing.on("finish", () => ended.push(String(incoming.headers["x-forwarded-for"])))
    if (arrived.length < 2 * MANY + OTHERS.length) return
    const isLast = ([{ headers }]: (typeof arrived)[number]) => headers["x-forwarded-for"] !== "192.0.2.1"
    for (const one of arrived.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b))))
      pages.listener(...one)
  })
  onTestFinished(async () => {
    await site.close()
    await pages.close()
    await closeDatabase()
  })
  const get = async (path: string, from: string) =>
    (await fetch(site.url + path, { headers: { "X-Forwarded-For": from } })).status
  const statuses = await Promise.all([
    ...Array.from({ length: MANY }, (_, n) => get(`/recherche?q=mot${n}`, "192.0.2.1")),
    ...Array.from({ length: MANY }, (_, n) => get(`/episodes?q=mot${n}`, "192.0.2.1")),
    ...OTHERS.map((path, n) => get(path, `192.0.2.${n + 2}`)),
  ])
  expect(new Set(statuses)).toEqual(new Set([200]))
  // Behind the few that had begun, and those that began with them.
  for (const n of OTHERS.keys()) expect(ended.indexOf(`192.0.2.${n + 2}`)).toBeLessThan(20)
})
