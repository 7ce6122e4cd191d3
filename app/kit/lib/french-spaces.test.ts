import fc from "fast-check"
import { expect, test } from "vitest"
import { frenchSpaces } from "./french-spaces.ts"

test.each([
  ["Quoi ?", "Quoi\u202f?"],
  ["Quoi ? Oui !", "Quoi\u202f? Oui\u202f!"],
  ["Quoi  ?!", "Quoi\u202f?!"],
  ["Quoi ?…", "Quoi\u202f?…"],
  ["un ; deux", "un\u202f; deux"],
  ["Le rap : une histoire", "Le rap\u00a0: une histoire"],
  ["« Été »", "«\u00a0Été\u00a0»"],
  ["« Vraiment ? »", "«\u00a0Vraiment\u202f?\u00a0»"],
  ["(« oui »)", "(«\u00a0oui\u00a0»)"],
  ["(vraiment ?)", "(vraiment\u202f?)"],
  [" : la suite d’un mot en gras", "\u00a0: la suite d’un mot en gras"],
])("20.5 frenchSpaces puts no-break spaces into %j", (text, expected) => {
  expect(frenchSpaces(text)).toBe(expected)
})

test.each(
  [
    [
      "",
      "Quoi?",
      "Quoi\u202f? Oui\u00a0: peut-être",
      "à 20 :30 et 20:30",
      "content :) :-) :D",
      "voir ?q=1 et !important",
    ],
    ["https://a.fr/?a=b ;c", "a  b", "   ", ":", "?", "«»", "a\n: b"],
  ].flat(),
)("frenchSpaces leaves %j as it is", (text) => {
  expect(frenchSpaces(text)).toBe(text)
})

test("frenchSpaces changes nothing but spaces, and nothing more the second time", () => {
  const piece = fc.constantFrom(..."a 1\u00a0\u202f:;!?«»()\n".split(""), "  ", " ?", " »")
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("")
      const french = frenchSpaces(text)
      expect(french.replace(/[ \u00a0\u202f]/g, "")).toBe(text.replace(/[ \u00a0\u202f]/g, ""))
      expect(frenchSpaces(french)).toBe(french)
    }),
  )
})
