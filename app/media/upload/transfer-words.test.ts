import { describe, expect, test } from "vitest"
import { newSpeed } from "./speed.ts"
import { formatTimeLeft, formatTransfer } from "./transfer-words.ts"

test.each([
  [0.2, "encore 1\u00a0s"],
  [59.4, "encore 59\u00a0s"],
  [60, "encore 1\u00a0min"],
  [3_540, "encore 59\u00a0min"],
  [3_599, "encore 1\u00a0h 00"],
  [7_500, "encore 2\u00a0h 05"],
])("28.2 %d seconds are said as %j", (seconds, words) => {
  expect(formatTimeLeft(seconds)).toBe(words)
})

test("a transfer says how far it is, and how fast once that is known", () => {
  const transfer = { bytes: 12_400_000, total: 340_000_000 }
  expect(formatTransfer(transfer)).toBe("12,4\u00a0Mo sur 340\u00a0Mo")
  expect(formatTransfer({ ...transfer, speed: 3_100_000 })).toBe(
    "12,4\u00a0Mo sur 340\u00a0Mo – 3,1\u00a0Mo/s – encore 2\u00a0min",
  )
})

describe("the speed", () => {
  test("is that of the last seconds, and begins anew where the sender had to go back", () => {
    let at = 0
    const speed = newSpeed(() => at)
    const after = (ms: number, bytes: number) => {
      at += ms
      return speed(bytes)
    }
    expect([after(0, 0), after(400, 400), after(600, 1_000)]).toEqual([undefined, undefined, 1_000])
    expect(after(10_000, 1_000)).toBeUndefined()
    expect(after(1_000, 3_000)).toBe(2_000)
    expect([after(100, 500), after(1_000, 1_000)]).toEqual([undefined, 500])
  })
})
