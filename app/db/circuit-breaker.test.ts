import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { createCircuitBreaker } from "./circuit-breaker.ts"

/** A circuit whose clock and whose other side the test moves, and what it said and did. */
function circuitOf({ responses = true, reviving = Promise.resolve() } = {}) {
  const other = { responses, now: 0, told: [] as string[] }
  const breaker = createCircuitBreaker({
    timeoutMs: 2_000,
    now: () => other.now,
    async probe() {
      other.told.push("probe")
      return other.responses
    },
    onOpen: () => other.told.push("open"),
    onClose: () => other.told.push("closed"),
    onSilence: () => {
      other.told.push("silence")
      return reviving
    },
  })
  const isRefused = () => {
    try {
      breaker.refuseIfOpen()
      return false
    } catch {
      return true
    }
  }
  return Object.assign(other, { breaker, isRefused })
}

type Circuit = ReturnType<typeof circuitOf>

test.each<[what: string, responses: boolean, happens: (circuit: Circuit) => void, told: string[]]>([
  ["nothing", false, () => {}, []],
  ["a tick while nobody waits", false, ({ breaker }) => breaker.tick(), []],
  ["a failure while it answers", true, ({ breaker }) => breaker.suspect(), ["probe"]],
  ["a failure while it does not", false, ({ breaker }) => breaker.suspect(), ["probe", "open", "silence"]],
  [
    "failures of many at once",
    false,
    ({ breaker }) => [1, 2, 3].forEach(breaker.suspect),
    ["probe", "open", "silence"],
  ],
  [
    "a failure at its end",
    false,
    ({ breaker }) => {
      breaker.suspect()
      void breaker.end()
    },
    ["probe"],
  ],
  [
    "a failure after its end",
    false,
    ({ breaker }) => {
      void breaker.end()
      breaker.suspect()
    },
    [],
  ],
  ["a wait that is patient", false, (circuit) => waitFor(circuit, 2_000), []],
  ["a wait that takes long while it answers", true, (circuit) => waitFor(circuit, 2_001), ["probe"]],
  [
    "a long wait while it does not",
    false,
    (circuit) => waitFor(circuit, 2_001),
    ["probe", "open", "silence"],
  ],
  [
    "a long wait that is over",
    false,
    (circuit) => {
      const end = circuit.breaker.wait(() => {})
      circuit.now = 2_001
      end()
      circuit.breaker.tick()
    },
    [],
  ],
])("%s, answered: %s", async (_what, responses, happens, told) => {
  const circuit = circuitOf({ responses })
  happens(circuit)
  await setImmediate()
  expect(circuit.told).toEqual(told)
  expect(circuit.isRefused()).toBe(told.includes("open"))
})

function waitFor(circuit: Circuit, ms: number) {
  circuit.breaker.wait(() => {})
  circuit.now = ms
  circuit.breaker.tick()
}

test("who waits when the circuit opens gives up, and is told why", async () => {
  const circuit = circuitOf({ responses: false })
  const given: Error[] = []
  const ends = [1, 2].map(() => circuit.breaker.wait((error) => given.push(error)))
  circuit.breaker.suspect()
  await setImmediate()
  expect(given.map(({ name }) => name)).toEqual(["DatabaseDownError", "DatabaseDownError"])
  expect(ends.map((end) => end())).toEqual([false, false])
})

test("a wait has its own limit, after which it is given up though the circuit stays closed", async () => {
  const circuit = circuitOf()
  const given: string[] = []
  const endLimited = circuit.breaker.wait(() => given.push("limited"), 60_000)
  const endOther = circuit.breaker.wait(() => given.push("other"))
  circuit.now = 60_001
  circuit.breaker.tick()
  await setImmediate()
  expect(given).toEqual(["limited"])
  expect([endLimited(), endOther()]).toEqual([false, true])
  expect(circuit.isRefused()).toBe(false)
})

test("an open circuit is probed at every tick, and closes with the first answer", async () => {
  const circuit = circuitOf({ responses: false })
  circuit.breaker.suspect()
  await setImmediate()
  circuit.told = []
  circuit.breaker.tick()
  await setImmediate()
  expect(circuit.told).toEqual(["probe", "silence"])
  circuit.responses = true
  circuit.breaker.tick()
  await setImmediate()
  expect(circuit.told).toEqual(["probe", "silence", "probe", "closed"])
  expect(circuit.isRefused()).toBe(false)
})

test("an answer from elsewhere closes it, too", async () => {
  const circuit = circuitOf({ responses: false })
  circuit.breaker.suspect()
  await setImmediate()
  circuit.breaker.answered()
  expect(circuit.isRefused()).toBe(false)
  expect(circuit.told.at(-1)).toBe("closed")
})

test("a probe without an answer opens nothing where somebody else is answered meanwhile", async () => {
  const circuit = circuitOf({ responses: false })
  circuit.breaker.suspect()
  circuit.breaker.answered()
  await setImmediate()
  expect(circuit.told).toEqual(["probe"])
  expect(circuit.isRefused()).toBe(false)
  // What it said before it fell silent is no answer.
  circuit.breaker.suspect()
  await setImmediate()
  expect(circuit.told).toEqual(["probe", "probe", "open", "silence"])
})

test("the next probe waits for what its silence set off", async () => {
  const reviving = Promise.withResolvers<void>()
  const circuit = circuitOf({ responses: false, reviving: reviving.promise })
  circuit.breaker.suspect()
  await setImmediate()
  circuit.breaker.tick()
  circuit.breaker.tick()
  await setImmediate()
  expect(circuit.told).toEqual(["probe", "open", "silence"])
  reviving.resolve()
  await setImmediate()
  circuit.breaker.tick()
  expect(circuit.told).toEqual(["probe", "open", "silence", "probe"])
})

test("its end waits for what a silence set off", async () => {
  const reviving = Promise.withResolvers<void>()
  const circuit = circuitOf({ responses: false, reviving: reviving.promise })
  circuit.breaker.suspect()
  await setImmediate()
  const ended = circuit.breaker.end().then(() => circuit.told.push("ended"))
  await setImmediate()
  expect(circuit.told).toEqual(["probe", "open", "silence"])
  reviving.resolve()
  await ended
  expect(circuit.told.at(-1)).toBe("ended")
})
