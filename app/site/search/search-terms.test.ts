import { describe, expect, test } from "vitest"
import { cutAt, MAX_LENGTH, MAX_PARTS, parseTerms } from "./search-terms.ts"

/** As people would write it down: phrases in brackets, excluded ones with a minus, begun ones with a star. */
const told = (typed: string) =>
  parseTerms(typed).parts.map(({ text, isPhrase, isExcluded, isBegun }) => {
    const shown = isPhrase ? `[${text}]` : text
    return `${isExcluded ? "-" : ""}${shown}${isBegun ? "*" : ""}`
  })

describe("40.1 what is typed is read as words, phrases and exclusions:", () => {
  test.each<[string, string[]]>([
    ["rap", ["rap*"]],
    ["  rap\n français ", ["rap", "français*"]],
    ['"jeune homme"', ["[jeune homme]"]],
    ["« jeune homme » rap", ["[jeune homme]", "rap*"]],
    ["“jeune homme” rap", ["[jeune homme]", "rap*"]],
    ["„jeune homme‟", ["[jeune homme]"]],
    ['"rap"', ["rap"]],
    ["rap -jul", ["rap", "-jul"]],
    ["rap −jul", ["rap", "-jul"]],
    ["-jul rap", ["-jul", "rap*"]],
    ['rap -"jeune homme"', ["rap", "-[jeune homme]"]],
    ["rap -« jeune homme »", ["rap", "-[jeune homme]"]],
    ["hip-hop", ["hip-hop*"]],
    ["l’art d'où", ["l’art", "d'où*"]],
    ['jeune "homme', ["jeune", "homme*"]],
    ['"jeune homme" "rap', ["[jeune homme]", "rap*"]],
    ["rap & | ! ( ) : * <-> -", ["rap"]],
    ["rap 🔥", ["rap", "🔥*"]],
    ["rap\u0000\u0007fort", ["rap", "fort*"]],
  ])("%j", (typed, expected) => {
    expect(told(typed)).toEqual(expected)
  })
})

describe("where nothing can be searched for it is said why:", () => {
  test.each<[string, string | undefined]>([
    ["", "empty"],
    [" \t\n", "empty"],
    ["\u0000", "empty"],
    ["a", "short"],
    ["é", "short"],
    ["e\u0301", "short"],
    ["« a »", "short"],
    ["a -rap", "short"],
    ["-rap", "excluding"],
    ['-"jeune homme"', "excluding"],
    ["&|!()*:<->", "signs"],
    ['"', "signs"],
    ['""', "signs"],
    ["- -- ---", "signs"],
    ["5", undefined],
    ["🔥", undefined],
    ["🇫🇷", undefined],
    ["日", undefined],
    ["a b", "short"],
    ["ab", undefined],
  ])("%j: %s", (typed, problem) => {
    expect(parseTerms(typed).problem).toBe(problem)
  })
})

test("only the beginning of a long search is taken, and that is told", () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `m${n}`).join(" ")
  expect(parseTerms(many)).toMatchObject({ isCut: true })
  expect(parseTerms(many).parts).toHaveLength(MAX_PARTS)
  expect(parseTerms("x".repeat(100_000)).parts).toMatchObject([{ text: "x".repeat(MAX_LENGTH) }])
  expect(parseTerms(`${" ".repeat(100_000)}rap`)).toMatchObject({ isCut: true })
  expect(parseTerms("rap français")).toMatchObject({ isCut: false })
})

test("nothing is cut in the middle of a sign", () => {
  expect(cutAt("rap🔥", 4)).toBe("rap")
  expect(parseTerms(`${"a".repeat(MAX_LENGTH - 1)}🔥`).parts[0]?.text).toBe("a".repeat(MAX_LENGTH - 1))
  expect(parseTerms("rap \ud83d").parts.map(({ text }) => text)).toEqual(["rap"])
})
