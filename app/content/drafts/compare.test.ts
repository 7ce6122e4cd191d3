import { expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { compare, compareTexts, type Piece } from "./compare.server.ts"

const text = (pieces: Piece[], kinds: Piece["kind"][]) =>
  pieces
    .filter(({ kind }) => kinds.includes(kind))
    .map((piece) => piece.text)
    .join("")

test.each([
  ["", "un mot"],
  ["un mot", ""],
  ["le premier round", "le dernier round"],
  ["a\n\nb", "a\nb"],
  ["œuvre, déjà vu", "Œuvre ; déjà lu"],
  ["🥊🥊", "🥊"],
])("a comparison of %j and %j holds both", (was, is) => {
  const pieces = compareTexts(was, is)
  expect(text(pieces, ["same", "removed"])).toBe(was)
  expect(text(pieces, ["same", "added"])).toBe(is)
})

test("18.8 a comparison shows the words that changed, not the letters", () => {
  expect(compareTexts("le premier round", "le dernier round").filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "premier" },
    { kind: "added", text: "dernier" },
  ])
})

test("a comparison says oui and non of boxes, and nothing of fields that are the same or empty", () => {
  const before = { title: "T", isPublished: "on", excerpt: "", content: "a" }
  const after = { title: "T ", content: "a", slug: "" }
  expect(compare(before, after, { isPublished: "publié" })).toEqual([
    {
      ...{ name: "isPublished", label: "Publié" },
      pieces: [
        { kind: "removed", text: "oui" },
        { kind: "added", text: "non" },
      ],
    },
  ])
})

test("a comparison leaves out most of what is the same in long texts", () => {
  const same = "mot ".repeat(2_000)
  const pieces = compareTexts(`${same}un${same}`, `${same}deux${same}`)
  expect(pieces.length).toBeLessThan(5)
  expect(pieces.map((piece) => piece.text).join("").length).toBeLessThan(1_000)
})

test.each([
  ["other words", "mot ".repeat(25_000), "tom ".repeat(25_000)],
  ["every other word", "a b ".repeat(25_000), "a c ".repeat(25_000)],
  ["one long word", "a".repeat(100_000), "b".repeat(100_000)],
  ["other lines", "a\n".repeat(50_000), "b\n".repeat(50_000)],
  ["marks", "!?".repeat(50_000), "?!".repeat(50_000)],
  ["blanks", " ".repeat(100_000), "\n\t".repeat(50_000)],
  ["halves of letters", "\ud800".repeat(100_000), "\udc00".repeat(100_000)],
])("a comparison of hundred thousand letters ends soon: %s", async (_what, was, is) => {
  const ms = await leastCpuMs(2_000, () => expect(compareTexts(was, is).length).toBeGreaterThan(0))
  expect(ms).toBeLessThan(2_000)
})
