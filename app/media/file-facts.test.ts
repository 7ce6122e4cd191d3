import { expect, test } from "vitest"
import { factsOf, formatBytes, formatLength } from "./file-facts.ts"

test.each([
  [0, "0 o"],
  [999, "999 o"],
  [1_000, "1 ko"],
  [999_940, "999,9 ko"],
  [999_960, "1 Mo"],
  [1_234_567, "1,2 Mo"],
  [2_147_483_648, "2,1 Go"],
  [5e15, "5 000 To"],
])("%i bytes are read as %s", (bytes, text) => {
  expect(formatBytes(bytes).replace(/[\u00a0\u202f]/g, " ")).toBe(text)
})

test.each([
  [0, "0:00"],
  [59_600, "1:00"],
  [754_000, "12:34"],
  [3_600_000, "1:00:00"],
  [-5, "0:00"],
])("%i ms last %s", (ms, text) => {
  expect(formatLength(ms)).toBe(text)
})

test("a medium is told in few words, also one of a type that has no name here", () => {
  const picture = {
    kind: "image",
    type: "image/png",
    bytes: 840_000,
    width: 1600,
    height: 1200,
    durationMs: null,
  } as const
  expect(factsOf(picture).join(" · ")).toBe("PNG · 1600\u00a0×\u00a01200 · 840\u00a0ko")
  const sound = {
    ...picture,
    kind: "audio",
    type: "audio/x",
    width: null,
    height: null,
    durationMs: 61_000,
  } as const
  expect(factsOf(sound).join(" · ")).toBe("Son · 1:01 · 840\u00a0ko")
})
