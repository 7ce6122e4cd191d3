import { expect, test } from "vitest"
import { parseRetryAfter } from "#app/kit/http/retry-after.ts"
import { delayAfterFailure, delayAfterSuccess } from "./feed-schedule.ts"

const HOUR = 3_600
const DAY = 24 * HOUR
const WEEK = 7 * DAY

test.each([
  [60, null, HOUR],
  [60, 0, HOUR],
  [60, 15, HOUR],
  [60, 180, 3 * HOUR],
  [60, 999_999, DAY],
  [5, null, 300],
  [10_080, null, WEEK],
  [10_080, 60, WEEK],
  [0, null, HOUR],
])("after a success every %i minutes, a feed that asks for %j waits for %i s", (interval, ttl, seconds) => {
  expect(delayAfterSuccess(interval, ttl, 0)).toBe(seconds)
})

test("after a success not all sites ask at once: up to a fifth is added", () => {
  expect(delayAfterSuccess(60, null, 0.5)).toBe(3_960)
  expect(delayAfterSuccess(60, null, 1)).toBe(4_320)
  expect(new Set(Array.from({ length: 20 }, () => delayAfterSuccess(60, null))).size).toBeGreaterThan(1)
})

test.each([
  [60, 1, 0, HOUR],
  [60, 2, 0, 2 * HOUR],
  [60, 5, 0, 16 * HOUR],
  [60, 6, 0, DAY],
  [60, 2_147_483_647, 0, DAY],
  [5, 1, 0, 300],
  [10_080, 1, 0, WEEK],
  [10_080, 9, 0, WEEK],
  [0, 1, 0, HOUR],
  [60, 1, 7_200, 2 * HOUR],
  [60, 4, 7_200, 8 * HOUR],
  [60, 1, 1e9, WEEK],
])(
  "after failures every %i minutes, %i in a row, asked for %i s: %i s",
  (interval, failures, retryAfter, seconds) => {
    expect(delayAfterFailure(interval, failures, retryAfter, 0)).toBe(seconds)
  },
)

test.each([
  [null, 0],
  ["", 0],
  ["120", 120],
  [" 120 ", 120],
  ["-5", 0],
  ["1e9", 0],
  ["Sun, 22 Nov 2026 13:00:00 GMT", HOUR],
  ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
  ["demain", 0],
])("Retry-After: %j is %i s from noon", (header, seconds) => {
  expect(parseRetryAfter(header, new Date("2026-11-22T12:00:00Z"))).toBe(seconds)
})
