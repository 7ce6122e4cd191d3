import fc from "fast-check"
import { expect, test } from "vitest"
import { dayOrderIn, dayOrderOf, parseFeedDate } from "./feed-dates.ts"

test.each([
  ["Fri, 03 Jul 2026 09:00:00 +0200", "2026-07-03T07:00:00.000Z"],
  ["Fri, 03 Jul 2026 07:00:00 GMT", "2026-07-03T07:00:00.000Z"],
  ["3 Jul 2026 07:00 Z", "2026-07-03T07:00:00.000Z"],
  ["03 Jul 26 07:00:00 UT", "2026-07-03T07:00:00.000Z"],
  ["03 Jul 98 07:00:00 UT", "1998-07-03T07:00:00.000Z"],
  ["Fri, 3 Jul 2026 03:00:00 EDT", "2026-07-03T07:00:00.000Z"],
  ["Sat, 3 Jan 2026 02:00:00 EST", "2026-01-03T07:00:00.000Z"],
  ["Fri, 3 Jul 2026 00:00:00 PDT", "2026-07-03T07:00:00.000Z"],
  ["Fri, 3 Jul 2026 23:30:00 PST", "2026-07-04T07:30:00.000Z"],
  ["Friday, 3 July 2026 07:00:00 +0000 (UTC)", "2026-07-03T07:00:00.000Z"],
  ["July 3, 2026 9:05 PM", "2026-07-03T21:05:00.000Z"],
  ["July 3, 2026 12:05 am", "2026-07-03T00:05:00.000Z"],
  ["Fri Jul  3 07:00:00 2026", "2026-07-03T07:00:00.000Z"],
  ["03-Jul-2026 07:00:00 GMT+2", "2026-07-03T05:00:00.000Z"],
  ["Fri, 03 Jul 2026", "2026-07-03T00:00:00.000Z"],
  ["Fri, 03 Jul 2026 07:00:60 GMT", "2026-07-03T07:00:59.000Z"],
  ["ven., 3 juil. 2026 09:00:00 +0200", "2026-07-03T07:00:00.000Z"],
  ["vendredi 3 juillet 2026 à 9h00 +02:00", "2026-07-03T07:00:00.000Z"],
  ["mar. 3 févr. 2026 08:00:00 +0100", "2026-02-03T07:00:00.000Z"],
  ["mar. 3 mars 2026 08:00:00 +0100", "2026-03-03T07:00:00.000Z"],
  ["sam., 1er août 2026 08:00:00 CEST", "2026-08-01T06:00:00.000Z"],
  ["2026-07-03T09:00:00+02:00", "2026-07-03T07:00:00.000Z"],
  ["2026-07-03T07:00:00.123Z", "2026-07-03T07:00:00.000Z"],
  ["2026-07-03 07:00", "2026-07-03T07:00:00.000Z"],
  ["2026-07-03", "2026-07-03T00:00:00.000Z"],
  ["Sun, 29 Feb 2032 12:00:00 GMT", "2032-02-29T12:00:00.000Z"],
  ["Fri, 31 Dec 2099 23:00:00 GMT", "2099-12-31T23:00:00.000Z"],
])("%s", (text, instant) => {
  expect(parseFeedDate(text)).toBe(instant)
})

test.each([
  "",
  "hier",
  "31 Feb 2026 07:00:00 GMT",
  "29 Feb 2026 07:00:00 GMT",
  "0 Jul 2026 07:00:00 GMT",
  "3 Jul 2026 25:00:00 GMT",
  "3 Jul 2026 07:61:00 GMT",
  "3 Jul 2026 07:00:00 +9900",
  "3 Jul 1899 07:00:00 GMT",
  "3 Jul 10000 07:00:00 GMT",
  "0026-07-03T07:00:00Z",
  "2026-13-03T07:00:00Z",
  "9999-12-31T23:00:00-05:00",
  "03/07/2026 09:00",
  "1783072087",
  "Jul 2026",
])("%j is refused", (text) => {
  expect(parseFeedDate(text)).toBeNull()
})

test.each([
  ["25/12/2026 09:00", "2026-12-25T09:00:00.000Z"],
  ["12/25/2026", "2026-12-25T00:00:00.000Z"],
  ["05.05.2026 8h30", "2026-05-05T08:30:00.000Z"],
  ["ven. 25-12-2026 à 9 h 05", "2026-12-25T09:05:00.000Z"],
  ["25.12.2026, 09.30 Uhr", "2026-12-25T09:30:00.000Z"],
  ["2026/11/02 08:00:00 +0100", "2026-11-02T07:00:00.000Z"],
  ["25/12/2026 - 09:00", "2026-12-25T09:00:00.000Z"],
  ["2026-1-2", "2026-01-02T00:00:00.000Z"],
  ["25/12/26T08:00:00Z", "2026-12-25T08:00:00.000Z"],
])("4.9 a date of numbers that can be read in one way only is read: %s", (text, instant) => {
  expect(parseFeedDate(text)).toBe(instant)
})

test.each(["02/11/2026", "02.11.2026 08:00", "2-11-26 8h", "lundi 02/11/2026 à 08 h 00"])(
  "4.9 a date of numbers that can be read in two ways waits for its feed's order: %s",
  (text) => {
    expect(parseFeedDate(text)).toBeNull()
    expect(parseFeedDate(text, "day-first")).toMatch(/^2026-11-02T0[08]:00/)
    expect(parseFeedDate(text, "month-first")).toMatch(/^2026-02-11T0[08]:00/)
  },
)

test.each([
  "32/12/2026",
  "2026/13/01",
  "1/2/3",
  "02/11.2026",
  "02/11/2026 25:00",
  "99/99/9999",
  "3 mars 02/11/2026",
])("%s is no date in any order", (text) => {
  expect([parseFeedDate(text, "day-first"), parseFeedDate(text, "month-first")]).toEqual([null, null])
})

test("a date shows its order where the other one is impossible", () => {
  expect(dayOrderOf("25/12/2026")).toBe("day-first")
  expect(dayOrderOf("12.25.2026 08:00")).toBe("month-first")
  for (const text of ["02/11/2026", "05/05/2026", "2026-12-25", "Fri, 03 Jul 2026", "hier"])
    expect(dayOrderOf(text)).toBeUndefined()
})

test.each([
  ["fr", "day-first"],
  ["fr_FR", "day-first"],
  ["FR-ca", "day-first"],
  ["pt-BR", "day-first"],
  ["en-GB", "day-first"],
  ["en-us", "month-first"],
  ["en", undefined],
  ["ja", undefined],
  ["", undefined],
  ["français", undefined],
  ["xx-klingon", undefined],
])("the order of the language %j is %s", (language, order) => {
  expect(dayOrderIn(language)).toBe(order)
})

test("any text gives null or an instant between 1900 and 9999", () => {
  const word = fc.constantFrom(
    "fri,",
    "3",
    "31",
    "2026",
    "26",
    "99999",
    "jul",
    "mar.",
    "09:00",
    "25:99",
    "+0200",
    "z",
    "-9999",
    "2026-07-03",
    "02/11/2026",
    "31.1.26",
    "8h",
    "t",
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map((words) => words.join(" ")),
      ),
      (text) => {
        const instant = parseFeedDate(text)
        if (instant === null) return
        expect(new Date(instant).toISOString()).toBe(instant)
        expect(instant).toMatch(/^(19|[2-9]\d)\d\d-/)
      },
    ),
  )
})

test("every instant is read back from RFC 822 and ISO 8601", () => {
  const range = { min: new Date("1900-01-02"), max: new Date("9999-12-30"), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(range), (date) => {
      date.setUTCMilliseconds(0)
      expect(parseFeedDate(date.toUTCString())).toBe(date.toISOString())
      expect(parseFeedDate(date.toISOString())).toBe(date.toISOString())
    }),
  )
})
