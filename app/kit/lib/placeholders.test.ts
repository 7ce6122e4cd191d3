import { expect, test } from "vitest"
import { letterOf, lookOf } from "./placeholders.ts"

test.each([
  ["Awa Diop", "A"],
  ["Pourquoi le Dôme", "P"],
  ["nadia@cko.test", "n"],
  ["awa+podcast@cko.test", "a"],
  ["E\u0301lodie", "É"],
  ["« Solo » Diop", "S"],
  ["2Chill", "2"],
  ["𝒦ev", "𝒦"],
  ["?!", ""],
  ["", ""],
])("25.2 one letter stands for « %s », never two that make a word: %s", (name, letter) => {
  expect(letterOf(name)).toBe(letter)
})

test("25.2 placeholders look the same each time, and none like the four after it", () => {
  const look = (id: number) => Object.values(lookOf(id)).join()
  const looks = Array.from({ length: 200 }, (_, id) => look(id))
  expect(looks).toEqual(looks.map((_look, id) => look(id)))
  expect(new Set(looks).size).toBe(12)
  for (const [id, one] of looks.entries()) expect(looks.slice(id + 1, id + 5)).not.toContain(one)
})
