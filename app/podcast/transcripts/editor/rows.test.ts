import { describe, expect, test } from "vitest"
import { type Cue, MAX_CUES } from "#app/kit/lib/cues.ts"
import {
  type CueRows,
  cuesOf,
  firstDifference,
  insertRow,
  isTimeWrong,
  leaveTime,
  mergeRow,
  renameSpeaker,
  rowAt,
  rowsLike,
  rowsOf,
  speakerBeside,
  speakersIn,
  splitRow,
  typeInto,
} from "./rows.ts"

const CUES: Cue[] = [
  { start: 1_000, end: 4_000, speaker: "Awa", text: "Bonsoir à tous et merci." },
  { start: 4_000, end: 6_000, speaker: "Sam", text: "Salut." },
  { start: 8_000, end: 9_000, text: "On y va." },
]
const rows = () => rowsOf(CUES)
const said = (list: CueRows) => list.map(({ start, end, speaker, text }) => [start, end, speaker, text])

test("cues are the same after they were rows", () => expect(cuesOf(rows())).toEqual(CUES))

describe("a sentence", () => {
  test("is split where the caret is, its time by the letters, which are no fewer", () => {
    expect(said(splitRow(rows(), 0, "Bonsoir à".length)).slice(0, 2)).toEqual([
      [1_000, 2_174, "Awa", "Bonsoir à"],
      [2_174, 4_000, "Awa", "tous et merci."],
    ])
    expect(said(splitRow(rowsOf([{ start: null, end: null, text: "Oui non" }]), 0, 3))).toEqual([
      [null, null, "", "Oui"],
      [null, null, "", "non"],
    ])
  })

  test.each([0, 24, 99])("is not split at %d, where one half is empty", (caret) => {
    const before = rows()
    expect(splitRow(before, 0, caret)).toBe(before)
  })

  test("is joined to the one before, and the caret is where they meet", () => {
    const merged = mergeRow(rows(), 1)
    expect(merged && said(merged.rows)).toEqual([
      [1_000, 6_000, "Awa", "Bonsoir à tous et merci. Salut."],
      [8_000, 9_000, "", "On y va."],
    ])
    expect(merged?.caret).toBe("Bonsoir à tous et merci. ".length)
    expect(mergeRow(rows(), 0)).toBeUndefined()
    expect(mergeRow(rows(), 3)).toBeUndefined()
  })

  test("is joined again as it was split", () => {
    for (const caret of [1, 7, 8, 9, 20]) {
      const merged = mergeRow(splitRow(rows(), 0, caret), 1)
      expect(merged?.rows[0]?.text.replaceAll(" ", "")).toBe(CUES[0]?.text.replaceAll(" ", ""))
      expect(merged?.rows.length).toBe(3)
    }
  })

  test("is inserted between its neighbours, of the same voice, and says nothing until something is typed", () => {
    const inserted = insertRow(rows(), 1)
    expect(said(inserted)[2]).toEqual([6_000, 8_000, "Sam", ""])
    expect(cuesOf(inserted)).toEqual(CUES)
  })

  test("is none too many", () => {
    const full = rowsOf(Array.from({ length: MAX_CUES }, () => ({ start: null, end: null, text: "a b" })))
    expect([splitRow(full, 0, 1), insertRow(full, 0)]).toEqual([full, full])
  })
})

test("a time that cannot be read is kept as it is typed, until it can", () => {
  const typed = typeInto(rows(), 1, "start", "5h")
  expect([typed[1]?.clock, typed[1]?.start, typed.map(isTimeWrong)]).toEqual([
    "5h",
    4_000,
    [false, true, false],
  ])
  expect(leaveTime(typed, 1)).toBe(typed)
  const mended = leaveTime(typeInto(typed, 1, "start", " 0:05.5 "), 1)
  expect(mended[1]).toEqual({ ...rows()[1], key: typed[1]?.key, start: 5_500 })
})

test.each([
  [0, -1],
  [1, 0],
  [3.9, 0],
  [4, 1],
  [60, 2],
])("at %d s row %d is heard, in whatever order they are", (seconds, row) => {
  expect(rowAt(rows(), seconds)).toBe(row)
  const turned = rows().toReversed()
  expect(rowAt(turned, seconds)).toBe(row === -1 ? -1 : 2 - row)
})

test("who speaks is known once, renamed everywhere, and changed around", () => {
  const named = renameSpeaker(rows(), "Awa", "Awa Diop")
  expect(speakersIn(named)).toEqual(["Awa Diop", "Sam"])
  expect(said(named)[0]?.[2]).toBe("Awa Diop")
  expect(["", "Awa", "Sam"].map((name) => speakerBeside(["Awa", "Sam"], name, 1))).toEqual(["Awa", "Sam", ""])
  expect(["", "Awa", "Sam"].map((name) => speakerBeside(["Awa", "Sam"], name, -1))).toEqual([
    "Sam",
    "",
    "Awa",
  ])
})

test("what the site has put in order are the same rows", () => {
  const [first, second, third] = rows()
  if (!first || !second || !third) throw new Error("no rows")
  const sorted = rowsLike([third, { ...first, text: " Bonsoir à tous et merci. " }, second], CUES)
  expect(sorted.map(({ key }) => key)).toEqual([first.key, second.key, third.key])
  const twice = rowsLike([first], [CUES[0], CUES[0]] as Cue[])
  expect(new Set(twice.map(({ key }) => key)).size).toBe(2)
})

test("what differs between two states is found", () => {
  const before = rows()
  expect(firstDifference(before, typeInto(before, 1, "text", "Oui"))).toBe(1)
  expect(firstDifference(before, before.slice(0, 2))).toBe(1)
  expect(firstDifference(before, [])).toBe(0)
})
