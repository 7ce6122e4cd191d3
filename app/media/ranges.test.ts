import { expect, test } from "vitest"
import { readRanges } from "./ranges.ts"

/** Of a file of 100 bytes. */
test.each<[string, string | undefined]>([
  ["bytes=0-0", "0-0"],
  ["bytes=10-19", "10-19"],
  ["bytes=90-", "90-99"],
  ["bytes=0-", "0-99"],
  ["bytes=-10", "90-99"],
  ["bytes=-1000", "0-99"],
  ["bytes=50-1000", "50-99"],
  ["Bytes=1-2", "1-2"],
  ["bytes= 1-2 ", "1-2"],
  ["bytes=0-1,5-6", "0-1 5-6"],
  ["bytes=0-1 ,\t5-6,,-1,", "0-1 5-6 99-99"],
  ["bytes=5-6,0-1", "5-6 0-1"],
  ["bytes=0-1,100-", "0-1"],
  ["bytes=0-9,5-14", "0-9 5-14"],
  [`bytes=0-${"9".repeat(5_000)}`, "0-99"],
  [`bytes=-${"9".repeat(5_000)}`, "0-99"],
  // None can be had.
  ["bytes=100-", ""],
  ["bytes=100-200,300-", ""],
  ["bytes=-0", ""],
  [`bytes=${"9".repeat(5_000)}-`, ""],
  // Ignored.
  ["", undefined],
  ["bytes", undefined],
  ["bytes=", undefined],
  ["bytes=,", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
  ["bytes=1", undefined],
  ["bytes=--1", undefined],
  ["bytes=1-2-3", undefined],
  ["bytes=0x1-2", undefined],
  ["bytes=+1-2", undefined],
  ["bytes=1 - 2", undefined],
  ["bytes=1.5-2", undefined],
  ["bytes=٣-٤", undefined],
  ["bytes=9-3", undefined],
  ["bytes=0-1,9-3", undefined],
  ["items=0-1", undefined],
  ["bytes:0-1", undefined],
  ["bytes=0-99,0-99", undefined],
  ["bytes=0-60,40-99", undefined],
  [`bytes=${Array(17).fill("0-0").join(",")}`, undefined],
])("readRanges takes %j as %j", (header, expected) => {
  const ranges = readRanges(header, 100)
  expect(ranges?.map(({ start, end }) => `${start}-${end}`).join(" ")).toBe(expected)
})

test("readRanges finds nothing in an empty file", () => {
  for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"]) expect(readRanges(header, 0)).toEqual([])
})
