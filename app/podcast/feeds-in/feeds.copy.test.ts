import { expect, test } from "vitest"
import { describeLack, describePlan, describeProgress, describeResult, describeRow } from "./feeds.copy.ts"

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
])("4.5 %j in words", ([created = 0, updated = 0, unchanged = 0, skippedCount = 0], plan, result) => {
  const figures = { created, drafts: 0, linked: 0, updated, unchanged, skippedCount }
  expect(describePlan(figures)).toBe(plan)
  expect(describeResult(figures)).toContain(result)
})

test("episodes that are on the site already are named where there are any", () => {
  const figures = { created: 0, drafts: 0, linked: 2, updated: 0, unchanged: 0, skippedCount: 0 }
  expect(describePlan(figures)).toContain("0 épisode à créer, 2 déjà sur le site, 0 à mettre")
  expect(describeResult(figures)).toContain("0 épisode créé, 2 déjà sur le site, 0 mis")
})

test("4.9 drafts are named where there are any", () => {
  const figures = { created: 3, drafts: 2, linked: 0, updated: 0, unchanged: 0, skippedCount: 0 }
  expect(describePlan(figures)).toContain("3 épisodes à créer dont 2 en brouillon, 0 à mettre")
  expect(describeResult(figures)).toContain("3 épisodes créés dont 2 en brouillon, 0 mis")
})

test.each([
  [{ kind: "create", fields: [] }, "Nouvel épisode"],
  [{ kind: "create", fields: [], isDraft: true }, "Nouvel épisode, en brouillon"],
  [{ kind: "update", fields: ["titre", "durée"] }, "Mise à jour\u202f: titre, durée"],
  [{ kind: "link", twin: "Le Mur", fields: [] }, "Déjà sur le site\u202f: «\u00a0Le Mur\u00a0»"],
  [
    { kind: "link", twin: "Le Mur", fields: ["durée"] },
    "Déjà sur le site\u202f: «\u00a0Le Mur\u00a0», complété par le flux\u202f: durée",
  ],
] as const)("%j in words", (row, words) => {
  expect(describeRow({ ...row, fields: [...row.fields] })).toBe(words)
})

test("how far it is", () => {
  expect(describeProgress({ phase: "read", bytes: 1_240_000, items: 120 })).toBe(
    "Lecture du flux\u202f: 120 épisodes, 1,2 Mo",
  )
  expect(describeProgress({ phase: "write", done: 250, total: 600 })).toBe("Import\u202f: 250 sur 600")
})

test.each([
  [{ items: 0, withoutAudio: 0, skipped: 0 }, /ne contient aucun épisode/],
  [{ items: 0, withoutAudio: 0, skipped: 3 }, /ne peut devenir un épisode/],
  [{ items: 3, withoutAudio: 3, skipped: 0 }, /Aucun épisode de ce flux n’a de fichier audio/],
  [{ items: 3, withoutAudio: 1, skipped: 0 }, /^1 épisode sur 3 n’a pas de fichier audio\.$/],
  [{ items: 3, withoutAudio: 2, skipped: 0 }, /^2 épisodes sur 3 n’ont pas de fichier audio\.$/],
])("4.7 what a feed with %j lacks", (figures, text) => {
  expect(describeLack(figures)).toMatch(text)
})

test("a podcast's feed lacks nothing", () => {
  expect(describeLack({ items: 3, withoutAudio: 0, skipped: 2 })).toBeUndefined()
})
