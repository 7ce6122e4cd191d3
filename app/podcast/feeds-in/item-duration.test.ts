import { expect, test } from "vitest"
import { readItemDuration } from "./item-duration.ts"

test.each([
  ["10:00", 1_000, 600, undefined],
  ["54321987", 54_321_987, null, "égale à la taille du fichier («\u00a054321987\u00a0»)"],
  ["54321987", null, null, "impossible"],
  ["3723000", 59_568_000, 3_723, "Durée donnée en millisecondes\u00a0: lue comme 1:02:03."],
  ["3723000", null, null, "impossible"],
  ["120000", 1_920_000, 120, "millisecondes"],
  ["1034:10:00", 59_568_000, 3_723, "millisecondes"],
  // As seconds, it is a quiet sound; a video; and a size that is made up.
  ["90000", 180_000_000, 90_000, undefined],
  ["90000", 90_000_000_000, 90_000, undefined],
  ["3600", 57_600, 3_600, undefined],
  ["48:00:00", null, 172_800, undefined],
  ["48:00:01", null, null, "impossible"],
  ["62&#39;03", null, 3_723, undefined],
  ["une heure", null, null, "illisible («\u00a0une heure\u00a0»)"],
  ["99999999999", null, null, "illisible"],
  ["00:00:00", null, null, undefined],
  ["", null, null, undefined],
])("4.10 the duration %j of %j bytes is %j", (said, bytes, seconds, remark) => {
  const found = readItemDuration([said], bytes)
  expect(found.seconds).toBe(seconds)
  expect(found.remark ?? "nothing").toContain(remark ?? "nothing")
})

test("4.10 of several durations the first that is one counts, and nothing is said of the others", () => {
  expect(readItemDuration(["54321987", "600"], 54_321_987)).toEqual({ seconds: 600 })
  expect(readItemDuration(["hier", "demain"], null)).toMatchObject({
    remark: expect.stringContaining("hier"),
  })
})
