import { type LineRow, useLineRows } from "#app/kit/form/use-line-rows.ts"
import { type ChapterLine, parseClock, readLine, writeLine } from "#app/kit/lib/chapters.ts"

export type ChapterRow = LineRow<ChapterLine>

const CHAPTERS = {
  empty: { clock: "", title: "", linkUrl: "", imageUrl: "", isHidden: false },
  read: readLine,
  write: writeLine,
  placeOf: ({ clock }: ChapterLine) => parseClock(clock),
}

/** The rows of an episode's chapters, and the field that sends them. @param text what the field holds at first */
export const useChapterRows = (text: string) => useLineRows(text, CHAPTERS)
