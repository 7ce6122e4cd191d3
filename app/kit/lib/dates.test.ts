import fc from "fast-check"
import { expect, test } from "vitest"
import {
  formatAgo,
  formatLongDate,
  formatMoment,
  formatRelativeDate,
  formatShortDate,
  publicationTime,
  toClock,
  toDay,
} from "./dates.ts"

const DAY_MS = 86_400_000
const now = new Date("2026-11-20T12:00:00Z")
const ago = (milliseconds: number) => formatRelativeDate(new Date(now.getTime() - milliseconds), now)

test.each([
  [0, "Il y a quelques jours"],
  [6, "Il y a quelques jours"],
  [7, "Il y a 1 semaine"],
  [13, "Il y a 1 semaine"],
  [14, "Il y a 2 semaines"],
  [21, "Il y a 3 semaines"],
  [29, "Il y a 4 semaines"],
  [30, "Il y a 1 mois"],
  [59, "Il y a 1 mois"],
  [60, "Il y a 2 mois"],
  [365, "Il y a 12 mois"],
])("20.3 formatRelativeDate says of %i days ago: %s", (days, text) => {
  expect(ago(days * DAY_MS)).toBe(text)
  expect(ago((days + 1) * DAY_MS - 1)).toBe(text)
})

test("formatRelativeDate knows nothing of a missing date", () => {
  expect(formatRelativeDate(null, now)).toBe("Date inconnue")
})

test("formatRelativeDate takes a date that is a little ahead, as two clocks may be", () => {
  expect(ago(-5_000)).toBe("Il y a quelques jours")
})

test.each([
  ["the last minute of a winter day", "2026-01-14T22:59:59Z", "14 janvier 2026", "14/01/2026"],
  ["winter midnight", "2026-01-14T23:00:00Z", "15 janvier 2026", "15/01/2026"],
  ["the last minute of a summer day", "2026-07-13T21:59:59Z", "13 juillet 2026", "13/07/2026"],
  ["summer midnight", "2026-07-13T22:00:00Z", "14 juillet 2026", "14/07/2026"],
  ["the midnight before clocks go forward", "2026-03-28T23:00:00Z", "29 mars 2026", "29/03/2026"],
  ["the last minute of that day", "2026-03-29T21:59:59Z", "29 mars 2026", "29/03/2026"],
  ["the midnight after it", "2026-03-29T22:00:00Z", "30 mars 2026", "30/03/2026"],
  ["the midnight before clocks go back", "2026-10-24T22:00:00Z", "25 octobre 2026", "25/10/2026"],
  ["the last minute of that day", "2026-10-25T22:59:59Z", "25 octobre 2026", "25/10/2026"],
  ["the midnight after it", "2026-10-25T23:00:00Z", "26 octobre 2026", "26/10/2026"],
  ["the new year", "2025-12-31T23:00:00Z", "1er janvier 2026", "01/01/2026"],
  ["a leap day", "2028-02-29T12:00:00Z", "29 février 2028", "29/02/2028"],
])("20.1 formatLongDate and formatShortDate, in Paris %s", (_name, instant, long, short) => {
  expect(formatLongDate(new Date(instant))).toBe(long)
  expect(formatShortDate(new Date(instant))).toBe(short)
})

test.each([
  ["2026-01-15", "2026-01-14T23:00:00Z"],
  ["2026-07-14", "2026-07-13T22:00:00Z"],
  ["2026-03-29", "2026-03-28T23:00:00Z"],
  ["2026-03-30", "2026-03-29T22:00:00Z"],
  ["2026-10-25", "2026-10-24T22:00:00Z"],
  ["2026-10-26", "2026-10-25T23:00:00Z"],
  ["1900-01-01", "1899-12-31T23:50:39Z"],
])("18.2 publicationTime of %s is its first minute in Paris", (day, instant) => {
  expect(publicationTime(day, now)).toEqual(new Date(instant))
  expect(toDay(publicationTime(day, now))).toBe(day)
})

test("publicationTime of today is now, in Paris too", () => {
  expect(publicationTime("2026-11-20", now)).toBe(now)
  const lateEvening = new Date("2026-11-19T23:30:00Z")
  expect(publicationTime("2026-11-20", lateEvening)).toBe(lateEvening)
})

test("18.2 publicationTime of a day that was not changed is the time it had", () => {
  const previous = new Date("2026-01-15T17:42:03.123Z")
  expect(publicationTime("2026-01-15", now, previous)).toBe(previous)
  expect(publicationTime("2026-01-16", now, previous)).toEqual(new Date("2026-01-15T23:00:00Z"))
})

test.each([
  ["2026-01-15", "18:05", "2026-01-15T17:05:00Z"],
  ["2026-07-14", "00:00", "2026-07-13T22:00:00Z"],
  ["2026-03-29", "01:59", "2026-03-29T00:59:00Z"],
  // There is no such time on that day.
  ["2026-03-29", "02:30", "2026-03-29T01:30:00Z"],
  ["2026-03-29", "03:00", "2026-03-29T01:00:00Z"],
  ["2026-10-25", "02:30", "2026-10-25T01:30:00Z"],
])("3.9 publicationTime of %s at %s is that minute in Paris", (day, clock, instant) => {
  expect(publicationTime(day, now, undefined, clock)).toEqual(new Date(instant))
})

test("publicationTime of a day and a time that were not changed is the exact time it had", () => {
  const previous = new Date("2026-01-15T17:42:03.123Z")
  expect(publicationTime("2026-01-15", now, previous, "18:42")).toBe(previous)
  expect(publicationTime("2026-01-15", now, previous, "18:43")).toEqual(new Date("2026-01-15T17:43:00Z"))
  expect(publicationTime("2026-01-16", now, previous, "18:42")).toEqual(new Date("2026-01-16T17:42:00Z"))
})

test("publicationTime is every minute that its day and its time of day say", () => {
  const minute = fc.integer({
    min: Date.parse("1920-01-01") / 60_000,
    max: Date.parse("2100-12-30") / 60_000,
  })
  fc.assert(
    fc.property(minute, (minutes) => {
      const date = new Date(minutes * 60_000)
      const [day, clock] = [toDay(date), toClock(date)]
      const found = publicationTime(day, now, undefined, clock)
      expect([toDay(found), toClock(found)]).toEqual([day, clock])
    }),
  )
})

test.each([
  ["2026-11-20T11:59:01Z", "à 12:59", "à l’instant"],
  ["2026-11-20T11:48:00Z", "à 12:48", "il y a 12 minutes"],
  ["2026-11-19T23:00:00Z", "à 00:00", "il y a 13 heures"],
  ["2026-11-19T22:59:00Z", "le 19 novembre 2026 à 23:59", "il y a 13 heures"],
  ["2026-11-01T13:05:00Z", "le 1er novembre 2026 à 14:05", "il y a 18 jours"],
])("20.2 formatMoment and formatAgo, in Paris %s", (instant, moment, ago) => {
  expect(formatMoment(new Date(instant), now)).toBe(moment)
  expect(formatAgo(new Date(instant), now)).toBe(ago)
})
