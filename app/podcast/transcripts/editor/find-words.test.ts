import { expect, test } from "vitest"
import { correct, countChanged, finder, patternOf, replaceAll, replaceOne } from "./find-words.ts"
import { rowsOf } from "./rows.ts"

const rowsWith = (...texts: string[]) => rowsOf(texts.map((text) => ({ start: null, end: null, text })))
const ROWS = rowsWith("L’eau du Rap, l'eau.", "Drapeau, rap rap", "Nk\u202fO (c'est « n.k.o. »)")

const found = (words: string, { isWhole = true, isExact = false } = {}) => {
  const pattern = patternOf({ words, isWhole, isExact })
  return pattern
    ? finder(pattern)(ROWS).map(({ row, from, to }) => [row, ROWS[row]?.text.slice(from, to)])
    : []
}

test.each<[string, { isWhole?: boolean; isExact?: boolean }, [number, string][]]>([
  [
    "rap",
    {},
    [
      [0, "Rap"],
      [1, "rap"],
      [1, "rap"],
    ],
  ],
  [
    "rap",
    { isExact: true },
    [
      [1, "rap"],
      [1, "rap"],
    ],
  ],
  [
    "rap",
    { isWhole: false },
    [
      [0, "Rap"],
      [1, "rap"],
      [1, "rap"],
      [1, "rap"],
    ],
  ],
  [
    "L'EAU",
    {},
    [
      [0, "L’eau"],
      [0, "l'eau"],
    ],
  ],
  ["nk o", {}, [[2, "Nk\u202fO"]]],
  ["n.k.o.", {}, [[2, "n.k.o."]]],
  ["a", {}, []],
  [" ", {}, []],
  ["", {}, []],
  ["(.*)[", {}, []],
])("« %s » is found where it is said (%j)", (words, options, places) =>
  expect(found(words, options)).toEqual(places),
)

test("all places are replaced by what is typed, letter for letter", () => {
  const pattern = patternOf({ words: "rap", isWhole: true, isExact: false }) ?? /$^/
  const replaced = replaceAll(ROWS, pattern, "$& R&B")
  expect(replaced.map(({ text }) => text).slice(0, 2)).toEqual([
    "L’eau du $& R&B, l'eau.",
    "Drapeau, $& R&B $& R&B",
  ])
  expect(countChanged(ROWS, replaced)).toBe(2)
  expect(replaced[2]).toBe(ROWS[2])
  expect(replaceAll(ROWS, patternOf({ words: "zzz", isWhole: true, isExact: true }) ?? /$^/, "")).toBe(ROWS)
})

test("nothing in its place leaves no two spaces", () => {
  const pattern = patternOf({ words: "euh", isWhole: true, isExact: false }) ?? /$^/
  expect(replaceAll(rowsWith("Euh je euh crois"), pattern, "")[0]?.text).toBe("je crois")
})

test("one place is replaced alone", () => {
  expect(replaceOne(ROWS, { row: 1, from: 9, to: 12 }, "slam")[1]?.text).toBe("Drapeau, slam rap")
  expect(replaceOne(ROWS, { row: 9, from: 0, to: 1 }, "x")).toBe(ROWS)
})

test("what a transcriber always gets wrong is corrected one after the other", () => {
  const corrections = [
    { wrong: "sécréo", right: "CKO" },
    { wrong: "awa diope", right: "Awa Diop" },
    { wrong: " ", right: "x" },
  ]
  const rows = rowsWith("Ici Sécréo, Awa Diope.", "Rien.")
  const corrected = correct(rows, corrections)
  expect(corrected.map(({ text }) => text)).toEqual(["Ici CKO, Awa Diop.", "Rien."])
  expect(correct(corrected, corrections)).toBe(corrected)
})
