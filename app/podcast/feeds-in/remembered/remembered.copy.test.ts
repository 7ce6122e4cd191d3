import { describe, expect, test } from "vitest"
import { describeCounts, describeInterval, describeNextReading, describeTrouble } from "./remembered.copy.ts"

const now = new Date("2026-11-22T12:00:00Z")
const feed = {
  ...{ createdCount: 0, updatedCount: 0, unchangedCount: 0, skippedCount: 0, failures: 0, error: null },
  ...{ isAutomatic: true, isReading: false, dueAt: new Date("2026-11-22T13:05:00Z") },
  ...{ readAt: new Date("2026-11-22T11:58:00Z"), succeededAt: new Date("2026-11-20T09:00:00Z") },
}

test.each([
  [5, "toutes les 5 minutes"],
  [60, "toutes les heures"],
  [90, "toutes les 90 minutes"],
  [180, "toutes les 3 heures"],
  [1_440, "tous les jours"],
  [10_080, "tous les 7 jours"],
])("every %i minutes is %j", (minutes, text) => {
  expect(describeInterval(minutes)).toBe(text)
})

test.each([
  [{}, "Rien de nouveau (0 épisode)"],
  [{ unchangedCount: 235, skippedCount: 2 }, "Rien de nouveau (235 épisodes)"],
  [{ createdCount: 1 }, "1 nouvel épisode"],
  [
    { createdCount: 2, updatedCount: 1, unchangedCount: 1, skippedCount: 1 },
    "2 nouveaux épisodes, 1 mis à jour, 1 inchangé, 1 ignoré",
  ],
  [{ updatedCount: 3, unchangedCount: 1_200 }, "3 mis à jour, 1\u202f200 inchangés"],
])("%j is %j", (counts, text) => {
  expect(describeCounts({ ...feed, ...counts })).toBe(text)
})

test.each([
  [{}, 60, "vers 14:05"],
  [{ dueAt: new Date("2026-11-23T00:30:00Z") }, 60, "le 23 novembre 2026 à 01:30"],
  [{ dueAt: new Date("2026-11-22T11:59:59Z") }, 60, "dans un instant"],
  [{ isAutomatic: false }, 60, "aucune, la lecture automatique est arrêtée"],
  [{}, 0, "aucune, la lecture automatique est désactivée sur ce site"],
])("the next reading of %j, every %i minutes, is %j", (values, minutes, text) => {
  expect(describeNextReading({ ...feed, ...values }, minutes, now)).toBe(text)
})

describe("trouble", () => {
  const failing = { ...feed, error: "En panne.", failures: 2 }

  test("trouble is nothing where all is well", () => {
    expect(describeTrouble(feed, 60, now)).toBeUndefined()
  })

  test("trouble says since when, and what comes next", () => {
    expect(describeTrouble(failing, 60, now)).toMatchObject({
      error: "En panne.",
      since: "Dernière lecture réussie le 20 novembre 2026 à 10:00, 2 échecs depuis.",
      advice: expect.stringMatching(/^Le site réessaiera vers 14:05\. Si le podcast a une autre adresse/),
    })
    expect(describeTrouble({ ...failing, failures: 1 }, 60, now)?.since).toMatch(/à 10:00\.$/)
  })

  test("trouble that ended the reading says how it begins again", () => {
    expect(describeTrouble({ ...failing, isAutomatic: false }, 60, now)?.advice).toContain(
      "reprenez sa lecture",
    )
    expect(describeTrouble(failing, 0, now)?.advice).toContain("Réessayez plus tard")
  })
})
