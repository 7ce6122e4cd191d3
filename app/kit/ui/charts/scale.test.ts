import { expect, test } from "vitest"
import {
  areaPath,
  bandPath,
  columnPath,
  groupsOf,
  linePath,
  namedSteps,
  niceTicks,
  peakOf,
  piecesOf,
  scaleOf,
  shorten,
  spell,
} from "./scale.ts"

test.each([
  [0, 0, [0, 1]],
  [1, 0, [0, 1]],
  [3, 0, [0, 1, 2, 3]],
  [7, 0, [0, 5, 10]],
  [10, 0, [0, 5, 10]],
  [70, 0, [0, 25, 50, 75]],
  [100, 0, [0, 50, 100]],
  [1_234_567, 0, [0, 500_000, 1_000_000, 1_500_000]],
  [12, -5, [-5, 0, 5, 10, 15]],
  [30, -1, [-10, 0, 10, 20, 30]],
  [0, -3, [-3, -2, -1, 0, 1]],
])("an axis up to %d and down to %d has the ticks %j", (high, low, ticks) => {
  expect(niceTicks(high, low)).toEqual(ticks)
})

test("any axis has two to six whole ticks around all values", () => {
  for (let high = 0; high < 5_000; high = Math.ceil(high * 1.1) + 1) {
    expect(niceTicks(high).length).toBeLessThanOrEqual(4)
    for (const low of [0, -1, -high]) {
      const ticks = niceTicks(high, low)
      expect([ticks.includes(0), ticks.every(Number.isInteger)]).toEqual([true, true])
      expect([ticks.length >= 2, ticks.length <= 6]).toEqual([true, true])
      expect([(ticks[0] ?? 1) <= low, (ticks.at(-1) ?? -1) >= high]).toEqual([true, true])
    }
  }
})

test("zero stands on the floor, the highest tick at the top", () => {
  const y = scaleOf([0, 50, 100], 200)
  expect([y(0), y(25), y(100)]).toEqual([200, 150, 0])
})

const y = scaleOf([0, 10], 100)

test("a line breaks where nothing is known, and an area with it", () => {
  const pieces = piecesOf([null, 1, 2, null, 3, null], 6)
  expect(pieces.map((piece) => piece.map(({ at }) => at))).toEqual([[1, 2], [4]])
  expect(linePath(pieces, 6, y)).toBe("M250 90 416.7 80M750 70")
  expect(areaPath(pieces, 6, y)).toBe("M250 90 416.7 80V100H250ZM750 70V100H750Z")
  expect(piecesOf([], 6)).toEqual([])
})

test("a band goes along its upper edge and back along the lower one, where both are known", () => {
  expect(bandPath([1, 1, null, 2], [3, 4, 5], 4, y)).toBe("M125 70 375 60 375 90 125 90Z")
})

test("columns stand on the floor; there is none for zero or what is not known", () => {
  expect(columnPath([0, 5, null, 10], 4, y)).toBe("M300 100V50h150V100ZM800 100V0h150V100Z")
})

test("ten years by day are drawn by 400 groups, whose lowest and highest days are kept", () => {
  const values = Array.from({ length: 3_650 }, (_, day) => (day === 1_234 ? 900 : day === 1_235 ? 0 : 100))
  const points = piecesOf(values, values.length).flat()
  expect(points.length).toBeLessThanOrEqual(800)
  expect(points).toEqual(
    expect.arrayContaining([
      { at: 1_234, value: 900 },
      { at: 1_235, value: 0 },
    ]),
  )
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((one, other) => one - other))
  const groups = groupsOf(values.length)
  expect([groups[0]?.from, groups.at(-1)?.to]).toEqual([0, 3_650])
  expect(groups.map((group) => peakOf(values, group))).toContain(1_234)
  expect(peakOf([null, null], { from: 1, to: 2 })).toBe(1)
})

test.each([
  ["all where they have room", Array(10).fill("10 %"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["five days of a year", Array(365).fill("2 nov. 2026"), [0, 91, 182, 273, 364]],
  ["at least three", Array(365).fill("une très longue désignation"), [0, 182, 364]],
  ["the only one", ["2 nov."], [0]],
  ["none of none", [], []],
])("below an axis are named %s", (_, names, named) => {
  expect(namedSteps(names)).toEqual(named)
})

test.each([
  [9, [0, 2, 4, 6, 8]],
  [12, [0, 6, 11]],
  [13, [0, 2, 4, 6, 8, 10, 12]],
  [30, [0, 5, 10, 15, 19, 24, 29]],
])("of %i days those are named that lie as far from another", (count, named) => {
  expect(namedSteps(Array.from({ length: count }, () => "22 nov."))).toEqual(named)
})

test("numbers are short on an axis and whole elsewhere", () => {
  expect([0, 750, 1_500, 12_000, 1_234_567].map(shorten)).toEqual(["0", "750", "1,5 k", "12 k", "1,2 M"])
  expect([0, 1_234_567, null, undefined].map(spell)).toEqual(["0", "1 234 567", "–", "–"])
})
