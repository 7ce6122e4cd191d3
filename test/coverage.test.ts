import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { COVERAGE, readCoverage } from "../scripts/coverage.ts"

const { document, untested, unknown } = await readCoverage()

test("each rule of product.md has a test whose title begins with its number", () => {
  expect(untested).toEqual([])
})

test("no test's title begins with a rule that product.md does not have", () => {
  expect(unknown).toEqual([])
})

test("coverage.md says what the titles of tests say", () => {
  expect(readFileSync(COVERAGE, "utf8"), "write it anew: npm run coverage").toBe(document)
})
