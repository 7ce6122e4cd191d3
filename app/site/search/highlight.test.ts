import { describe, expect, test } from "vitest"
import { highlight, passage, type Segment } from "./highlight.ts"
import { nearest, distanceOf } from "./nearest-word.ts"

const EMPTY = ["de", "la", "le", "l", "du"]
/** Of words that every text is full of nothing tells anything but where there are no others. */
const among = (...words: string[]) => ({
  isMatch: (word: string) => words.includes(word),
  tells: (word: string) => !EMPTY.includes(word) || words.every((one) => EMPTY.includes(one)),
})
const told = (segments: Segment[]) =>
  segments.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("")

describe("40.2 what was searched for is marked:", () => {
  test.each([
    ["Le rap, encore le RAP", ["rap"], "Le [rap], encore le [RAP]"],
    ["Le rap français", ["rap", "français"], "Le [rap français]"],
    ["rap", ["rap"], "[rap]"],
    ["l’art", ["art"], "l’[art]"],
    ["hip-hop", ["hip", "hop"], "[hip-hop]"],
    ["l’art, d'abord", ["l", "art", "d", "abord"], "[l’art], [d'abord]"],
    ["l’art", ["l"], "[l]’art"],
    ["<b>rap</b> & co", ["rap"], "<b>[rap]</b> & co"],
    ["E\u0301te\u0301", ["été"], "[E\u0301te\u0301]"],
    ["feu🔥ici", ["🔥"], "feu[🔥]ici"],
    ["La panne de courant", ["panne", "de", "courant"], "La [panne de courant]"],
    ["maisons de quartier", ["panne", "de", "courant"], "maisons de quartier"],
    ["de la panne, du courant", ["panne", "de", "courant"], "de la [panne], du [courant]"],
    ["au bout de la rue de Paris", ["la", "rue"], "au bout de [la rue] de Paris"],
    ["l’or et l’art", ["l", "art"], "l’or et [l’art]"],
    ["de la rue", ["de", "la"], "[de la] rue"],
    ["rien", ["rap"], "rien"],
    ["", ["rap"], ""],
  ])("%j", (text, words, expected) => {
    expect(told(highlight(text, among(...words)))).toBe(expected)
  })

  test("all of the text is there, whatever is in it", () => {
    const text = "A\u0000 <mark> « rap » 🔥\n\ud83d fin"
    expect(
      highlight(text, { isMatch: () => true, tells: () => true })
        .map((segment) => segment.text)
        .join(""),
    ).toBe(text)
  })
})

describe("a passage is where the words stand", () => {
  const filler = (count: number) => Array.from({ length: count }, () => "et puis encore").join(" ")

  test("from the beginning where it is near, whole where it is short", () => {
    expect(told(passage("Le rap d’ici.", among("rap"), 200))).toBe("Le [rap] d’ici.")
    expect(told(passage("Rien de tel.", among("rap"), 200))).toBe("Rien de tel.")
    expect(told(passage("", among("rap"), 200))).toBe("")
  })

  test("far into a text, with what leads to it", () => {
    const shown = told(passage(`${filler(100)} du vrai rap ici ${filler(100)}`, among("rap"), 120))
    expect(shown).toMatch(/^… .*du vrai \[rap\] ici.*…$/)
    expect(shown.length).toBeLessThan(160)
  })

  test("where different words stand together rather than where one stands often", () => {
    const text = `${"rap ".repeat(20)}${filler(60)} le rap de Paris ${filler(60)}`
    expect(told(passage(text, among("rap", "paris"), 120))).toContain("[rap] de [Paris]")
  })

  test("where what tells something stands rather than words that every text has", () => {
    const text = `${"de la rue ".repeat(20)}${filler(60)} la panne fut longue ${filler(60)}`
    expect(told(passage(text, among("la", "panne", "de"), 120))).toContain("[la panne]")
  })

  test("of the beginning where nothing was found in it, cut at a word", () => {
    expect(told(passage(filler(100), among("rap"), 60))).toMatch(/^et puis encore.*\S…$/)
  })

  test("also of a single word without an end", () => {
    const shown = told(passage("a".repeat(10_000), among("rap"), 100))
    expect(shown.length).toBeLessThanOrEqual(101)
  })
})

describe("the word most like a mistyped one:", () => {
  test.each<[string, [string, number][], string | undefined]>([
    ["booab", [["booba", 3]], "booba"],
    [
      "bouba",
      [
        ["booba", 3],
        ["bamba", 9],
      ],
      "booba",
    ],
    ["uperrcut", [["uppercut", 1]], "uppercut"],
    [
      "raap",
      [
        ["rap", 9],
        ["rapt", 1],
      ],
      "rap",
    ],
    ["musik", [["musique", 9]], undefined],
    ["rap", [["rap", 9]], undefined],
    ["xyz", [], undefined],
    [
      "chamson",
      [
        ["chanson", 2],
        ["charson", 1],
      ],
      "chanson",
    ],
  ])("%s", (typed, known, expected) => {
    expect(nearest(typed, known)).toBe(expected)
  })

  test.each([
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["abc", "acb", 1],
    ["chien", "niche", 4],
    ["rap", "rap", 0],
  ])("from %j to %j it is %i", (one, other, distance) => {
    expect(distanceOf(one, other)).toBe(distance)
    expect(distanceOf(other, one)).toBe(distance)
  })
})
