import { expect, test } from "vitest"
import { isSlug } from "./slugs.ts"

test.each([
  ["a", true],
  ["mentions-legales", true],
  ["top-10-2026", true],
  ["a".repeat(200), true],
  ["a".repeat(201), false],
  ["", false],
  ["-a", false],
  ["a-", false],
  ["a--b", false],
  ["Mentions", false],
  ["été", false],
  ["a b", false],
  ["a/b", false],
  ["a.b", false],
  ["a_b", false],
  ["a\n", false],
  ["..", false],
  ["\0", false],
])("%j: %j", (value, isOne) => {
  expect(isSlug(value)).toBe(isOne)
})
