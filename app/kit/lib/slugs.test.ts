import { expect, test } from "vitest"
import { isSlug, toSlug } from "./slugs.ts"

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

test.each([
  ["L’été à Paris : œuvre n° 3 !", "l-ete-a-paris-oeuvre-n-3"],
  ["  --Déjà  vu--  ", "deja-vu"],
  ["Straße", "strasse"],
  ["日本", ""],
  ["", ""],
])("18.5 toSlug makes of %j the slug %j", (text, slug) => {
  expect(toSlug(text)).toBe(slug)
})
