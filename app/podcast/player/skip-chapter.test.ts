import { expect, test } from "vitest"
import { chapterBeside } from "./skip-chapter.ts"

const CHAPTERS = [10_000, 60_500, 120_000].map((start) => ({ start, title: "" }))

test.each([
  [0, undefined, 10],
  [10, 0, 60.5],
  [12.9, 0, 60.5],
  [13.1, 10, 60.5],
  [61, 10, 120],
  [119, 60.5, 120],
  [121, 60.5, undefined],
  [999, 120, undefined],
])("39.4 at %d s the earlier chapter begins at %s, the later one at %s", (seconds, earlier, later) => {
  expect(chapterBeside(CHAPTERS, seconds, "earlier")).toBe(earlier)
  expect(chapterBeside(CHAPTERS, seconds, "later")).toBe(later)
})

test("without chapters there is nothing to go to", () => {
  expect(chapterBeside([], 5, "earlier")).toBeUndefined()
  expect(chapterBeside([], 5, "later")).toBeUndefined()
})
