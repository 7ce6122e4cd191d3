import { expect, test } from "vitest"
import { surplusElsewhere } from "./kept-elsewhere.ts"

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** What is there after so many nights, of which each makes a copy and deletes what is too much. */
function live(first: string, nights: number) {
  let there: string[] = []
  for (let night = 0; night < nights; night += 1) {
    const today = dayAfter(first, night)
    there.push(today)
    const surplus = surplusElsewhere(there, today)
    there = there.filter((day) => !surplus.includes(day))
  }
  return there
}

test("27.6 seven days, four weeks and six months are kept after a year", () => {
  expect(live("2025-11-27", 365)).toEqual([
    ...["2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"],
    ...["2026-11-08", "2026-11-15"],
    ...["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"],
  ])
})

test("the first week loses nothing", () => {
  expect(live("2026-11-20", 7)).toHaveLength(7)
})

test("after months without the site the new copy takes the place of a day, a week and a month, and no more", () => {
  const there = live("2025-11-27", 365)
  expect(surplusElsewhere([...there, "2027-06-01"], "2027-06-01")).toHaveLength(3)
})

test("copies of days to come neither count nor go", () => {
  const there = live("2026-11-20", 7)
  const wrong = Array.from({ length: 30 }, (_, index) => dayAfter("2031-01-01", index))
  expect(surplusElsewhere([...wrong, ...there], "2026-11-26")).toEqual([])
})
