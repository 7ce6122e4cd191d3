import { afterEach, expect, test, vi } from "vitest"
import { keepPosition, movePosition, parsePositions, readPosition } from "./positions.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ["is kept in whole seconds", 61.8, 3_600, [[7, 61]]],
  ["is kept when the length is not known", 61, undefined, [[7, 61]]],
  ["is kept just before the last 15 seconds", 3_584.9, 3_600, [[7, 3_584]]],
  ["is forgotten within the last 15 seconds", 3_585, 3_600, []],
  ["is forgotten at the end", 3_600, 3_600, []],
  ["is forgotten at the beginning", 0.9, 3_600, []],
  ["is forgotten in what lasts no longer than that", 5, 12, []],
])("movePosition a place %s", (_, seconds, duration, expected) => {
  expect(movePosition([[7, 30]], 7, seconds, duration)).toEqual(expected)
})

test("movePosition puts the latest first and keeps 50", () => {
  const positions = Array.from({ length: 50 }, (_, index): [number, number] => [index + 1, 60])
  const moved = movePosition(positions, 99, 10, 3_600)
  expect(moved).toHaveLength(50)
  expect(moved[0]).toEqual([99, 10])
  expect(moved.at(-1)).toEqual([49, 60])
  expect(movePosition(positions, 50, 70, 3_600)).toEqual([[50, 70], ...positions.slice(0, 49)])
})

test.each([
  [null, []],
  ["", []],
  ["{", []],
  ["null", []],
  ['{"7":61}', []],
  ['[[7,61],["8",1],[9],[10,-1],[11,null],3,null,[12,1e999]]', [[7, 61]]],
])("the kept text %j means %j", (text, expected) => {
  expect(parsePositions(text)).toEqual(expected)
})

test("3.6, 26.1 in the browser an episode is found where it was left", () => {
  const kept = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  keepPosition(7, 61.5, 3_600)
  keepPosition(8, 12, 3_600)
  expect([readPosition(7), readPosition(8), readPosition(9)]).toEqual([61, 12, undefined])
})

test("in the browser a storage that refuses everything disturbs nobody", () => {
  const refuse = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
  }
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse })
  keepPosition(7, 61, 3_600)
  expect(readPosition(7)).toBeUndefined()
})
