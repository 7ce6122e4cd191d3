import { expect, test } from "vitest"
import { describePlan, describeProgress, describeResult } from "./feeds.copy.ts"

test.each([
  [
    [12, 3, 62, 1],
    "12 épisodes à créer, 3 à mettre à jour, 62 inchangés, 1 ignoré",
    "12 épisodes créés, 3 mis",
  ],
  [[0, 0, 0, 0], "0 épisode à créer, 0 à mettre à jour, 0 inchangé, 0 ignoré", "0 épisode créé, 0 mis"],
  [
    [1, 1, 1, 2_000],
    "1 épisode à créer, 1 à mettre à jour, 1 inchangé, 2\u202f000 ignorés",
    "1 épisode créé, 1",
  ],
])("%j in words", ([created = 0, updated = 0, unchanged = 0, skippedCount = 0], plan, result) => {
  const figures = { created, updated, unchanged, skippedCount }
  expect(describePlan(figures)).toBe(plan)
  expect(describeResult(figures)).toContain(result)
})

test("how far it is", () => {
  expect(describeProgress({ phase: "read", bytes: 1_240_000, items: 120 })).toBe(
    "Lecture du flux\u202f: 120 épisodes, 1,2 Mo",
  )
  expect(describeProgress({ phase: "write", done: 250, total: 600 })).toBe("Import\u202f: 250 sur 600")
})
