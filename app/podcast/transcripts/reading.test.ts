import { expect, test } from "vitest"
import { sentenceAt } from "./sentences.ts"
import { passagesWith } from "./use-text-search.ts"
import { writeQuotation } from "./quotation.ts"

test.each([
  [0, -1],
  [1, 0],
  [3.9, 0],
  [4, 1],
  [999, 2],
])("at %d s the sentence is number %d", (seconds, place) =>
  expect(sentenceAt([1, 4, 10], seconds)).toBe(place),
)

const PIECES = ["Déjà l’été, Œuvre", "à Évry.", "L'ete revient"].map((text, element) => ({ element, text }))

test.each([
  ["ete", [[0], [2]]],
  ["ÉTÉ", [[0], [2]]],
  ["oeuvre à evry", [[0, 1]]],
  ["l’été", [[0], [2]]],
  ["rien", []],
  ["  ", []],
])("the search for « %s » finds what is said so", (words, found) =>
  expect(passagesWith(words, PIECES)).toEqual(found),
)

test("38.4 a quotation says who, where and when", () => {
  const episode = { id: 12, title: "Le poids", guest: "Awa" }
  expect(writeQuotation({ text: " On y\nva. ", seconds: 754.5 }, episode, "https://cko.test")).toBe(
    "« On y va. » (Awa, « Le poids », à 12:34) https://cko.test/episodes/12?t=754",
  )
  expect(
    writeQuotation({ text: "Oui", seconds: undefined }, { ...episode, guest: "" }, "https://cko.test"),
  ).toBe("« Oui » (« Le poids ») https://cko.test/episodes/12")
})
