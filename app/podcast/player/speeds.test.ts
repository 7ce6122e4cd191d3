import { afterEach, expect, test, vi } from "vitest"
import { formatSpeed, readSpeed, SPEEDS } from "./speeds.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [null, 1],
  ["1.5", 1.5],
  ["2", 2],
  ["3", 1],
  ["0", 1],
  ["vite", 1],
])("the kept speed %j means %d", (kept, speed) => {
  vi.stubGlobal("localStorage", { getItem: () => kept })
  expect(readSpeed()).toBe(speed)
})

test("speeds are written as in French", () => {
  expect(SPEEDS.map(formatSpeed)).toEqual(["0,75×", "1×", "1,25×", "1,5×", "1,75×", "2×"])
})
