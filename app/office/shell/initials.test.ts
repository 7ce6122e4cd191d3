import { expect, test } from "vitest"
import { initialsOf } from "./initials.ts"

test.each([
  ["nadia@cko.test", "N"],
  ["awa.kone@cko.test", "AK"],
  ["jean-luc_d.petit@cko.test", "JP"],
  ["awa+podcast@cko.test", "A"],
  ["élodie@cko.test", "É"],
  ["round12@cko.test", "R"],
  ["2026@cko.test", "2"],
])("15.1 %s is shown as %s", (email, initials) => {
  expect(initialsOf(email)).toBe(initials)
})
