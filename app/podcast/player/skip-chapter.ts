import { type Chapter, chapterAt } from "#app/kit/lib/chapters.ts"

/** Who has heard more of a chapter goes back to its beginning first. */
const AGAIN_AFTER_S = 3

/** Where the later or the earlier chapter begins, in seconds; undefined where there is none. */
export function chapterBeside(chapters: readonly Chapter[], seconds: number, way: "earlier" | "later") {
  const at = chapterAt(chapters, seconds)
  const startOf = (index: number) => {
    const start = chapters[index]?.start
    return start === undefined ? undefined : start / 1_000
  }
  if (way === "later") return startOf(at + 1)
  const own = startOf(at)
  if (own === undefined || seconds - own > AGAIN_AFTER_S) return own
  // Before the first one there may be something without a name.
  return startOf(at - 1) ?? 0
}
