import type { CueEditor } from "./use-cue-editor.ts"
import type { RowCommand } from "./row-keys.ts"
import * as rowList from "./rows.ts"

/** What the commands of a row act on. */
export type EditorContext = {
  editor: CueEditor
  focus: (rows: rowList.CueRows, row: number, field?: rowList.RowField, caret?: number) => void
  listen: (start: number | null) => void
  toggle: () => void
  back: () => void
  find: () => void
  save: () => void
  /** Says it to whoever does not see it. */
  say: (news: string) => void
}

/** @param caret in the sentence's text */
export function runCommand(
  command: RowCommand | "remove",
  { row, caret }: { row: number; caret: number },
  context: EditorContext,
) {
  const { editor, focus, say } = context
  const { rows } = editor
  const put = (next: rowList.CueRows, at: number, place: number, news: string) => {
    if (next === rows) return false
    editor.change(next)
    focus(next, at, "text", place)
    say(news)
    return true
  }
  const merge = (at: number) => {
    const merged = rowList.mergeRow(rows, at)
    if (merged) put(merged.rows, at - 1, merged.caret, "Phrases jointes")
  }
  const speak = (way: 1 | -1) => {
    const speaker = rowList.speakerBeside(rowList.speakersIn(rows), rows[row]?.speaker.trim() ?? "", way)
    editor.change(rowList.typeInto(rows, row, "speaker", speaker))
    say(speaker || "Personne")
  }
  const go = (way: 1 | -1) => focus(rows, row + way, "text", way === 1 ? 0 : undefined)
  const step = (next: rowList.CueRows, news: string) => {
    const at = rowList.firstDifference(rows, next)
    if (next !== rows) focus(next, at)
    say(next === rows ? `Rien à ${news}` : `${news === "annuler" ? "Annulé" : "Rétabli"}`)
  }
  switch (command) {
    case "split":
      if (!put(rowList.splitRow(rows, row, caret), row + 1, 0, "Phrase coupée")) say(CANNOT_SPLIT)
      return
    case "merge":
      return merge(row)
    case "merge-next":
      return merge(row + 1)
    case "insert":
      if (!put(rowList.insertRow(rows, row), row + 1, 0, "Phrase ajoutée")) say(FULL)
      return
    case "remove":
      put(rows.toSpliced(row, 1), Math.min(row, rows.length - 2), 0, "Phrase supprimée")
      return
    case "next":
      if (row + 1 < rows.length) go(1)
      else runCommand("insert", { row, caret }, context)
      return
    case "previous":
      return go(-1)
    case "text":
      return focus(rows, row)
    case "listen":
      return context.listen(rows[row]?.start ?? null)
    case "speaker-next":
      return speak(1)
    case "speaker-previous":
      return speak(-1)
    case "undo":
      return step(editor.undo(), "annuler")
    case "redo":
      return step(editor.redo(), "rétablir")
    default:
      return context[command]()
  }
}

const CANNOT_SPLIT = "Placez le curseur au milieu de la phrase, là où elle se coupe."
const FULL = "Une transcription a au plus 20\u00a0000 phrases."
