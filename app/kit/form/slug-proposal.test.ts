import fc from "fast-check"
import { expect, test } from "vitest"
import { isSlug } from "#app/kit/lib/slugs.ts"
import { proposeSlug } from "./slug-proposal.ts"

test.each([
  ["L’École du rap", "l-ecole-du-rap"],
  ["  Cœur & âme : n° 12 ! ", "coeur-ame-n-12"],
  ["NTM — 30 ans", "ntm-30-ans"],
  ["日本", ""],
  ["", ""],
])("of %j makes %j", (title, slug) => {
  expect(proposeSlug(title)).toBe(slug)
})

test("cuts between words", () => {
  expect(proposeSlug("bonjour ".repeat(20))).toBe(Array.from({ length: 10 }, () => "bonjour").join("-"))
})

test("18.5 proposes a slug or nothing, whatever the title", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (title) => {
      const slug = proposeSlug(title)
      expect(slug === "" || isSlug(slug)).toBe(true)
    }),
  )
})
