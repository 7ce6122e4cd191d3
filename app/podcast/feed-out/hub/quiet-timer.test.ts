import { beforeEach, expect, test, vi } from "vitest"
import { createQuietTimer } from "./quiet-timer.ts"

beforeEach(() => void vi.useFakeTimers())

test("ten notes within seconds are one call, once it is quiet", () => {
  const call = vi.fn<() => void>()
  const timer = createQuietTimer(call, 2_000, 10_000)
  for (let count = 0; count < 10; count += 1) {
    timer.note()
    vi.advanceTimersByTime(900)
  }
  expect(call).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1_100)
  expect(call).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(call).toHaveBeenCalledTimes(1)
})

test("notes without end are called back all the same", () => {
  const call = vi.fn<() => void>()
  const timer = createQuietTimer(call, 2_000, 10_000)
  for (let count = 0; count < 100; count += 1) {
    timer.note()
    vi.advanceTimersByTime(1_000)
  }
  expect(call).toHaveBeenCalledTimes(10)
})

test("what is forgotten is not called back", () => {
  const call = vi.fn<() => void>()
  const timer = createQuietTimer(call, 2_000, 10_000)
  timer.note()
  timer.forget()
  vi.advanceTimersByTime(60_000)
  expect(call).not.toHaveBeenCalled()
})
