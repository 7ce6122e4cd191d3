import { expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { hasMoreParts } from "./bounded-json.ts"

test.each([
  ["1", 0],
  ['"a,b:[{"', 0],
  ['{"a":"1","b":"2"}', 4],
  ['{"a,b\\":[{":"\\\\","c":"\\"{,"}', 4],
  ["[1, 2, 3]", 3],
  ["[[[[", 4],
  ['{"a":[1,{"b":2}]}', 6],
  ['["sans fin,,,,', 1],
])("the JSON %s has %i parts", (json, parts) => {
  expect(hasMoreParts(json, parts)).toBe(false)
  expect(hasMoreParts(json, parts - 1)).toBe(parts > 0)
})

test.each([
  ["one text of quotes", `"${'\\"'.repeat(500_000)}"`],
  ["a text without an end", `"${"\\".repeat(1_000_000)}`],
  ["quotes", '"'.repeat(1_000_000)],
])("%s of 1 MB are counted in passing", async (_what, json) => {
  // Quadratic, it took minutes.
  expect(await leastCpuMs(50, () => hasMoreParts(json, 1_000))).toBeLessThan(50)
})
