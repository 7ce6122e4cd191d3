import fc from "fast-check"
import { expect, test } from "vitest"
import { formatDuration, formatViews, parseId, parsePageNumber } from "./numbers.ts"

test.each([
  [0, "0"],
  [1, "1"],
  [999, "999"],
  [1_000, "1K"],
  [1_234, "1K"],
  [1_499, "1K"],
  [1_500, "2K"],
  [12_345, "12K"],
  [999_499, "999K"],
  [999_500, "1.0M"],
  [999_999, "1.0M"],
  [1_000_000, "1.0M"],
  [1_249_999, "1.2M"],
  [1_250_000, "1.3M"],
  [2_700_000, "2.7M"],
  [10_000_000, "10.0M"],
  [2_147_483_647, "2147.5M"],
])("20.4 formatViews prints %i as %s", (views, text) => {
  expect(formatViews(views)).toBe(text)
})

test("formatViews is never further from the count than half of its last digit", () => {
  fc.assert(
    fc.property(fc.nat(2_147_483_647), (views) => {
      const [, figure, unit] = /^(\d+(?:\.\d)?)([KM]?)$/.exec(formatViews(views)) ?? []
      const [scale, lastDigit] = { "": [1, 1], K: [1_000, 1_000], M: [1_000_000, 100_000] }[unit as "K"]
      // One more than a half for what floating point loses of a tenth of a million.
      expect(Math.abs(Number(figure) * (scale ?? 0) - views)).toBeLessThanOrEqual((lastDigit ?? 0) / 2 + 1)
    }),
  )
})

test("formatViews never prints fewer for more", () => {
  const value = (text: string) =>
    Number.parseFloat(text) * (text.endsWith("M") ? 1_000_000 : text.endsWith("K") ? 1_000 : 1)
  fc.assert(
    fc.property(fc.nat(2_147_483_000), fc.nat(2_000), (views, more) => {
      expect(value(formatViews(views + more))).toBeGreaterThanOrEqual(value(formatViews(views)))
    }),
  )
})

test.each([
  [0, "1 min"],
  [29, "1 min"],
  [89, "1 min"],
  [90, "2 min"],
  [58 * 60, "58 min"],
  [59 * 60 + 29, "59 min"],
  [59 * 60 + 30, "1 h 00"],
  [3_600, "1 h 00"],
  [3_840, "1 h 04"],
  [5_412, "1 h 30"],
  [100 * 3_600 + 59 * 60, "100 h 59"],
])("20.4 formatDuration prints %i seconds as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test("formatDuration is at most half a minute off, from the first minute on", () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 1_000_000 }), (seconds) => {
      const [minutes, hours = 0] = (formatDuration(seconds).match(/\d+/g) ?? []).map(Number).toReversed()
      expect(Math.abs((hours * 60 + (minutes ?? 0)) * 60 - seconds)).toBeLessThanOrEqual(30)
    }),
  )
})

test.each([
  ["1", 1],
  ["2", 2],
  ["100000", 100_000],
  ["100001", 1],
  ["0", 1],
  ["-1", 1],
  ["1.5", 1],
  ["1e9", 1],
  ["Infinity", 1],
  ["NaN", 1],
  ["deux", 1],
  ["", 1],
  [null, 1],
])("parsePageNumber reads %j as %i", (value, page) => {
  expect(parsePageNumber(value)).toBe(page)
})

test.each([
  ["1", 1],
  ["42", 42],
  ["2147483647", 2_147_483_647],
  ["2147483648", undefined],
  ["9999999999", undefined],
  ["99999999999999999999", undefined],
  ["0", undefined],
  ["01", undefined],
  ["-1", undefined],
  ["1.0", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  [" 1", undefined],
  ["1\n", undefined],
  ["١", undefined],
  ["abc", undefined],
  ["", undefined],
])("parseId reads %j as %s", (value, id) => {
  expect(parseId(value)).toBe(id)
})
