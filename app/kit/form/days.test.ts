import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, addMonths, formatDay, isDay, lastOfMonth, weeksOfMonth } from "./days.ts"

const anyDay = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each([
  ["2026-11-20", "20 novembre 2026"],
  ["2026-11-01", "1er novembre 2026"],
  ["2026-13-01", ""],
  ["20/11/2026", ""],
])("formatDay says of %s: %s", (day, text) => {
  expect(formatDay(day)).toBe(text)
})

test.each([
  ["2024-01-31", 1, "2024-02-29"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2026-01-15", -1, "2025-12-15"],
  ["2026-03-31", -1, "2026-02-28"],
])("addMonths leads from %s by %i to %s", (day, count, other) => {
  expect(addMonths(day, count)).toBe(other)
})

test("the summer's clock moves no day", () => {
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30")
  expect(addDays("2026-10-26", -2)).toBe("2026-10-24")
})

test("20.1 a month's weeks begin on Mondays and hold each of its days once, in order", () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      const weeks = weeksOfMonth(day)
      const days = weeks.flat().filter((known) => known !== undefined)
      expect(days[0]).toBe(`${day.slice(0, 8)}01`)
      expect(days.at(-1)).toBe(lastOfMonth(day))
      expect(days).toEqual(days.map((_, index) => addDays(`${day.slice(0, 8)}01`, index)))
      for (const week of weeks) {
        expect(week).toHaveLength(7)
        expect(week.some((known) => known !== undefined)).toBe(true)
        const weekdays = week.map((known, index) => (known ? (new Date(known).getUTCDay() + 6) % 7 : index))
        expect(weekdays).toEqual([0, 1, 2, 3, 4, 5, 6])
      }
    }),
  )
})

test("months and days lead to days", () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -600, max: 600 }), (day, count) => {
      expect(isDay(addMonths(day, count))).toBe(true)
      expect(addDays(addDays(day, count), -count)).toBe(day)
    }),
  )
})
