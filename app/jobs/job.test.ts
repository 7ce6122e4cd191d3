import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { type Job, seconds, startJob } from "./job.server.ts"

/** No job's of the site: what another file left behind may wake that one in this process. */
const NAME = "essai"
const stops: (() => Promise<void>)[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  // Nobody ends the turns under way.
  for (const stop of stops.splice(0)) void stop()
})

/** A job whose turns are noted, by whether it was woken, and end when they are told to. */
function start(options: Partial<Job> = {}) {
  const turns: boolean[] = []
  const ends: ((error?: Error) => void)[] = []
  const job: Job = {
    name: NAME,
    firstMs: seconds(20),
    everyMs: seconds(60),
    run: ({ isAsked }) => {
      turns.push(isAsked)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ends.push((error) => (error ? reject(error) : resolve()))
      return promise
    },
    failed: "not done",
    ...options,
  }
  const stop = startJob(job)
  stops.push(stop)
  const end = async (error?: Error) => {
    ends.shift()?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { turns, end, stop }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test("a job is looked at not at the start itself, but soon after, and then from time to time", async () => {
  const { turns, end } = start()
  await pass(seconds(20) - 1)
  expect(turns).toEqual([])
  await pass(1)
  expect(turns).toEqual([false])
  await end()
  await pass(seconds(40))
  expect(turns).toEqual([false, false])
})

test("a job that is woken has its turn at once, and no other job", async () => {
  const { turns } = start()
  const other = start({ name: "autre" })
  wakeHere(NAME)
  await pass(0)
  expect([turns, other.turns]).toEqual([[true], []])
})

test("a turn waits for the one before; woken meanwhile, it comes right after, once; the clock alone is no reason", async () => {
  const { turns, end } = start()
  await pass(seconds(20))
  await pass(seconds(600))
  expect(turns).toEqual([false])
  wakeHere(NAME)
  wakeHere(NAME)
  await end()
  expect(turns).toEqual([false, true])
  await end()
  await pass(seconds(60))
  expect(turns).toEqual([false, true, false])
})

test("a turn that fails is logged, also one that throws at once, and the next one comes", async () => {
  const { turns, end } = start()
  await pass(seconds(20))
  await end(new Error("no database"))
  expect(takeLoggedErrors()).toHaveLength(1)
  await pass(seconds(60))
  expect(turns).toHaveLength(2)
  start({
    name: "autre",
    run: () => {
      throw new Error("at once")
    },
  })
  wakeHere("autre")
  await pass(0)
  expect(takeLoggedErrors()).toHaveLength(1)
})

test("an outage that lasts is logged once, and anything else each time", async () => {
  const { end } = start()
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })
  const turns = [away, away, new Error("another thing"), away, undefined, away]
  const logged: number[] = []
  await pass(seconds(20))
  for (const error of turns) {
    await end(error)
    logged.push(takeLoggedErrors().length)
    await pass(seconds(60))
  }
  expect(logged).toEqual([1, 0, 1, 0, 0, 1])
})

test("stopped, a job hears so, is waited for, does what is left, and has no further turn", async () => {
  const done: string[] = []
  const heard = Promise.withResolvers<void>()
  const stop = startJob({
    name: NAME,
    firstMs: 0,
    everyMs: seconds(60),
    run: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          heard.resolve()
          void pass(5).then(() => resolve(done.push("turn")))
        })
      }),
    failed: "not done",
    // What goes wrong there keeps nothing else from ending.
    atEnd: async () => {
      done.push("end")
      throw new Error("no database")
    },
  })
  await pass(0)
  await Promise.all([stop(), heard.promise])
  wakeHere(NAME)
  await pass(seconds(600))
  expect(done).toEqual(["turn", "end"])
  expect(takeLoggedErrors()).toHaveLength(1)
})
