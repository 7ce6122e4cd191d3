import { expect, test } from "vitest"
import { episodeAddress, parseLinkTime } from "./link-times.ts"

test.each([
  [0, "/episodes/7"],
  [0.9, "/episodes/7"],
  [754.8, "/episodes/7?t=754"],
])("a link to second %d of an episode is %s", (seconds, address) => {
  expect(episodeAddress(7, seconds)).toBe(address)
})

test.each([
  ["?t=754", 754],
  ["?utm_source=mail&t=0012", 12],
  ["?t=86400", 86_400],
  ["?t=1&t=2", 1],
])("3.11 a page opened with %s begins there", (search, seconds) => {
  expect(parseLinkTime(search)).toBe(seconds)
})

test.each([
  "",
  "?t",
  "?t=0",
  "?t=-5",
  "?t=1.5",
  "?t=1e3",
  "?t=86401",
  "?t=999999999999",
  "?t=%00",
  "?t=12m",
  "?t=٣",
])("a page opened with %s begins where its listener left it", (search) => {
  expect(parseLinkTime(search)).toBeUndefined()
})
