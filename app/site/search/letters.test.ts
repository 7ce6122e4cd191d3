import { describe, expect, test } from "vitest"
import { wordsBeginningAs, wordsInARow } from "./letters.ts"

const found = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([word]) => word)

describe("words that begin as others do are found whatever their accents, case and ligatures:", () => {
  test.each<[words: string[], text: string, found: string[]]>([
    [["emile"], "L’oncle Émile, EMILIE et mille émeutes, une gemme", ["Émile", "EMILIE", "émeutes"]],
    [["Œuvre"], "oeuvre, ŒUVRES, coeur et Oedipe", ["oeuvre", "ŒUVRES", "Oedipe"]],
    [["coeur"], "cœur, Cœurs, COEUR, corps, chœur", ["cœur", "Cœurs", "COEUR", "corps"]],
    [["e\u0301te\u0301"], "été e\u0301te\u0301 étés", ["été", "e\u0301te\u0301", "étés"]],
    [["lukasz"], "Łukasz Lukas", ["Łukasz", "Lukas"]],
    [["ça", "la"], "Ça va, c\u0327a va, la vie", ["Ça", "c\u0327a", "la"]],
    [["a"], "a à As", ["a", "à"]],
    [["50"], "500 50 5", ["500", "50"]],
    [["日本語"], "日本 日", ["日本"]],
    [["rap"], "", []],
    [["]^-\\"], "rien", []],
  ])("%j in %j", (words, text, expected) => {
    expect(found(text, wordsBeginningAs(words, 2))).toEqual(expected)
  })
})

describe("words in a row are found over signs and lines, and not within others:", () => {
  test.each<[words: string[], text: string, found: string[]]>([
    [["c", "est", "l", "ete"], "C’est\nl'Été !", ["C’est\nl'Été"]],
    [["jeune", "homme"], "jeunes hommes, jeune… homme, Jeune homme", ["jeune… homme", "Jeune homme"]],
    [["un", "coeur"], "un cœur d’un chœur", ["un cœur"]],
  ])("%j in %j", (words, text, expected) => {
    expect(found(text, wordsInARow(words))).toEqual(expected)
  })
})

test("of a very long row its beginning is looked for", () => {
  const row = Array.from({ length: 60 }, (_, n) => `mot${n}`)
  expect(found(row.join(" "), wordsInARow(row))).toEqual([row.slice(0, 12).join(" ")])
})
