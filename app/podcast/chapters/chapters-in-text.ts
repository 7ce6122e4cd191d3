import { type ChapterLine, MAX_CHAPTERS, parseClock, writeClock } from "#app/kit/lib/chapters.ts"
import { escapeMarkdown } from "#app/kit/lib/markdown/escape.ts"

const MAX_LINES = 5_000
const MAX_LINE = 1_000
const LINK = /\[([^[\]]{0,200})\]\([^()\s]{0,500}\)/g
const CLOCK = String.raw`(?:\d{1,2}:)?\d{1,3}:\d{2}`
/** « 12:30 – La rencontre », « (12:30) La rencontre », « 12:30-15:00 La rencontre » */
const BEFORE = new RegExp(`^[([]?(${CLOCK})[)\\]]?(?: ?[-–—] ?[([]?${CLOCK}[)\\]]?)? ?[-–—:|•→]? ?(.+)$`)
/** « La rencontre (12:30) » */
const AFTER = new RegExp(`^(.{1,900})(?<![\\d:])(${CLOCK})[)\\]]?$`)

/**
 * The chapters that hosts write into descriptions, a time and a title a line, as apps read them too.
 *
 * @returns none where there are not at least two in order
 */
export function findChapters(markdown: string): ChapterLine[] {
  const found: ChapterLine[] = []
  let last = -1
  for (const line of markdown.split("\n", MAX_LINES)) {
    const { clock, title } = timeOf(line.slice(0, MAX_LINE)) ?? {}
    const start = clock === undefined ? undefined : parseClock(clock)
    if (clock === undefined || !title || start === undefined || start <= last) continue
    last = start
    found.push({ clock, title, linkUrl: "", imageUrl: "", isHidden: false })
    if (found.length === MAX_CHAPTERS) break
  }
  return found.length > 1 ? found : []
}

/**
 * A description that says when each chapter begins, a line each, below what it says besides. Apps that read no other chapters
 * take them from there where the first one begins at 0:00.
 */
export function withChapters(markdown: string, chapters: readonly ChapterLine[]) {
  const listed = chapters.filter(
    ({ clock, title, isHidden }) => !isHidden && title.trim() && parseClock(clock) !== undefined,
  )
  const starts = listed.map(({ clock, title }) => ({
    start: parseClock(clock) ?? 0,
    title: escapeMarkdown(title),
  }))
  const inOrder = starts.toSorted((one, other) => one.start - other.start)
  const first = inOrder[0]?.start === 0 ? [] : [{ start: 0, title: "Introduction" }]
  const lines = [...first, ...inOrder].map(
    ({ start, title }) => `${writeClock(Math.floor(start / 1_000) * 1_000)} ${title}`,
  )
  if (lines.length < 2) return markdown
  return [withoutChapters(markdown).trim(), lines.join("\n")].filter(Boolean).join("\n\n")
}

/** What such a description says besides. */
export function withoutChapters(markdown: string) {
  if (findChapters(markdown).length === 0) return markdown
  return markdown
    .split("\n")
    .filter((line) => timeOf(line.slice(0, MAX_LINE)) === undefined)
    .join("\n")
}

function timeOf(line: string) {
  const text = line
    .replace(LINK, "$1")
    .replace(/[*_`\\]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[^\p{L}\p{N}([]{1,10}/u, "")
  const [, clock, title] = BEFORE.exec(text) ?? []
  if (clock) return { clock, title: title?.trim() }
  const [, name, time] = AFTER.exec(text) ?? []
  return time ? { clock: time, title: name?.replace(/[-–—:|([\s]{1,10}$/, "") } : undefined
}
