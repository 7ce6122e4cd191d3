import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { ADVISORY_LOCKS } from "./advisory-locks.ts"

test("no two locks are the same", () => {
  const numbers = Object.values(ADVISORY_LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test("whoever takes a lock names it from the one list", () => {
  const taken = globSync("{app,server,scripts}/**/*.ts")
    .filter((file) => !file.includes(".test."))
    .flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/pg_(?:try_)?advisory_(?!unlock_all)\w+\(([^)]*)\)/g),
    ])
  expect(taken.length).toBeGreaterThan(10)
  expect(taken.filter(([, lock]) => lock !== "$1" && !lock?.startsWith("${ADVISORY_LOCKS."))).toEqual([])
})
