import { parseClock } from "#app/kit/lib/chapters.ts"
import { type Cue, MAX_CUES } from "#app/kit/lib/cues.ts"

/** A sentence while it is edited. */
export type CueRow = {
  readonly key: number
  readonly start: number | null
  readonly end: number | null
  readonly speaker: string
  readonly text: string
  /** Its time as it is typed, until it is left. */
  readonly clock?: string
}
export type CueRows = readonly CueRow[]
export type RowField = "text" | "speaker" | "start"

/** What somebody hears of who inserts one without knowing how long it takes. */
const NEW_MS = 2_000

let lastKey = 0
const newKey = () => (lastKey += 1)

export function rowsOf(cues: readonly Cue[]): CueRows {
  return cues.map(({ start, end, speaker = "", text }) => ({ key: newKey(), start, end, speaker, text }))
}

/** Cues as the site has put them in order: those that are as they were are the same rows. */
export function rowsLike(rows: CueRows, cues: readonly Cue[]): CueRows {
  const known = new Map(rows.map((row) => [nameOf(row), row]))
  return rowsOf(cues).map((row) => {
    const same = known.get(nameOf(row))
    // Two that say the same at the same time are two.
    known.delete(nameOf(row))
    return same ? { ...row, key: same.key } : row
  })
}

const nameOf = ({ start, speaker, text }: CueRow) => JSON.stringify([start, speaker.trim(), text.trim()])

/** Those in which something is said. */
export function cuesOf(rows: CueRows): Cue[] {
  return rows
    .filter(({ text }) => text.trim() !== "")
    .map(({ start, end, speaker, text }) => ({ start, end, ...(speaker && { speaker }), text }))
}

export function typeInto(rows: CueRows, at: number, field: RowField, value: string): CueRows {
  const row = rows[at]
  if (!row) return rows
  if (field !== "start") return rows.with(at, { ...row, [field]: value })
  return rows.with(at, { ...row, clock: value, start: parseClock(value.trim()) ?? row.start })
}

/** What was typed as a time shows as one once it is left, if it is one. */
export function leaveTime(rows: CueRows, at: number): CueRows {
  const row = rows[at]
  if (row?.clock === undefined || isTimeWrong(row)) return rows
  const { clock: _, ...rest } = row
  return rows.with(at, rest)
}

export const isTimeWrong = ({ clock }: CueRow) =>
  clock !== undefined && parseClock(clock.trim()) === undefined

/** Two sentences of one, cut where the caret is; between the times by the share of its letters. */
export function splitRow(rows: CueRows, at: number, caret: number): CueRows {
  const row = rows[at]
  if (!row || rows.length >= MAX_CUES) return rows
  const [before, after] = [row.text.slice(0, caret).trimEnd(), row.text.slice(caret).trimStart()]
  if (before.trim() === "" || after === "") return rows
  const { start, end } = row
  const share = before.length / (before.length + after.length)
  const middle = start === null ? null : Math.round(start + ((end ?? start) - start) * share)
  return rows.toSpliced(
    at,
    1,
    { ...row, end: middle, text: before },
    { key: newKey(), start: middle, end, speaker: row.speaker, text: after },
  )
}

/** A sentence and the one before as one, of who said the first. @returns where they meet as `caret` */
export function mergeRow(rows: CueRows, at: number) {
  const [earlier, later] = [rows[at - 1], rows[at]]
  if (!earlier || !later) return undefined
  const [first, second] = [earlier.text.trimEnd(), later.text.trimStart()]
  const merged = {
    ...earlier,
    end: later.end ?? earlier.end,
    speaker: earlier.speaker || later.speaker,
    text: [first, second].filter(Boolean).join(" "),
  }
  return {
    rows: rows.toSpliced(at - 1, 2, merged),
    caret: first === "" ? 0 : first.length + (second ? 1 : 0),
  }
}

/** An empty sentence after another one, of the same voice. */
export function insertRow(rows: CueRows, at: number): CueRows {
  const row = rows[at]
  if (!row || rows.length >= MAX_CUES) return rows
  const start = row.start === null ? null : (row.end ?? row.start)
  const end = start === null ? null : Math.min(start + NEW_MS, rows[at + 1]?.start ?? Infinity)
  return rows.toSpliced(at + 1, 0, { key: newKey(), start, end, speaker: row.speaker, text: "" })
}

export function renameSpeaker(rows: CueRows, from: string, to: string): CueRows {
  return rows.map((row) => (row.speaker === from ? { ...row, speaker: to } : row))
}

/** Each once, in the order in which they speak first. */
export function speakersIn(rows: CueRows) {
  return [...new Set(rows.map(({ speaker }) => speaker.trim()))].filter(Boolean)
}

/** The next or the one before of those who speak, and nobody between the last and the first. */
export function speakerBeside(speakers: readonly string[], current: string, way: 1 | -1) {
  const all = ["", ...speakers]
  return all.at((all.indexOf(current) + way + all.length) % all.length) ?? ""
}

/** The sentence that is heard: of those that have begun the latest; -1 before the first. Rows may be in disorder for now. */
export function rowAt(rows: CueRows, seconds: number) {
  let [found, latest] = [-1, -1]
  for (const [index, { start }] of rows.entries()) {
    if (start === null || start > seconds * 1_000 || start < latest) continue
    found = index
    latest = start
  }
  return found
}

/** Where two states begin to differ. */
export function firstDifference(before: CueRows, after: CueRows) {
  const at = after.findIndex((row, index) => row !== before[index])
  return at === -1 ? Math.max(0, after.length - 1) : at
}
