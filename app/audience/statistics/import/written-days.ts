/** A day as a table has it: year, month and day, or two numbers of which nobody knows yet which is the month, and the year. */
export type WrittenDay = readonly [string, string, string]
/** Which comes first where the year comes last. */
export type DayOrder = "day" | "month"

/** Reads `2026-11-20`, `20/11/2026` or `11/20/2026`, with or without a time behind. @returns undefined for anything else */
export function writtenDay(text: string): WrittenDay | undefined {
  const [, one, , other, last] =
    /^\s*(\d{4}|\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{1,2})(?:[T\s].*)?$/.exec(text.slice(0, 40)) ?? []
  if (one === undefined || other === undefined || last === undefined) return undefined
  return (one.length === 4) === (last.length === 4) ? undefined : [one, other, last]
}

/** Which comes first in all of them. @returns undefined where they contradict each other, or leave it open */
export function findDayOrder(days: readonly WrittenDay[]): DayOrder | undefined {
  let isAsked = false
  let isDay = false
  let isMonth = false
  for (const [one, other] of days) {
    if (one.length === 4) continue
    isAsked = true
    const [first, second] = [Number(one), Number(other)]
    isDay ||= first > 12 && first <= 31 && second <= 12
    isMonth ||= second > 12 && second <= 31 && first <= 12
  }
  if (isAsked && isDay === isMonth) return undefined
  return isMonth ? "month" : "day"
}

/** @returns the day as ISO has it; undefined where no calendar has it */
export function readDay([one, other, last]: WrittenDay, order: DayOrder) {
  const [year, month, day] =
    one.length === 4 ? [one, other, last] : order === "day" ? [last, other, one] : [last, one, other]
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const date = new Date(`${written}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written ? undefined : written
}
