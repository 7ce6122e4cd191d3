import { useState } from "react"
import { cleanCues } from "#app/kit/lib/cues.ts"
import { packCues, unpackCues } from "../formats/packed-cues.ts"
import { type CueRows, cuesOf, rowsLike, rowsOf } from "./rows.ts"
import { change, type History, redo, startHistory, undo } from "./history.ts"

export type CueEditor = ReturnType<typeof useCueEditor>

type State = {
  /** As the site has it. */
  packed: string
  saved: CueRows
  sent: CueRows | undefined
  history: History
}

/**
 * The sentences of a transcript while they are edited. They outlast saving: what was done before can still be undone.
 *
 * @param packed as the site has them; where that becomes something else, by another version, it takes their place and can
 *   be undone, too
 */
export function useCueEditor(packed: string) {
  const [state, setState] = useState<State>(() => {
    const rows = rowsOf(unpackCues(packed))
    return { packed, saved: rows, sent: undefined, history: startHistory(rows) }
  })
  if (packed !== state.packed) setState(takeIn(state, packed))
  const { history, saved } = state
  const set = (next: History) => setState((before) => ({ ...before, history: next }))
  return {
    rows: history.rows,
    isChanged: history.rows !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** @param typing what the letter belongs to, if it is one */
    change: (rows: CueRows, typing?: string) => set(change(history, rows, typing)),
    /** @returns the rows as they are then */
    undo() {
      const next = undo(history)
      set(next)
      return next.rows
    },
    redo() {
      const next = redo(history)
      set(next)
      return next.rows
    },
    /** Says that all of it is on its way to the site. */
    send() {
      setState((before) => ({ ...before, sent: history.rows }))
      return packCues(cuesOf(history.rows))
    },
  }
}

function takeIn(state: State, packed: string): State {
  const { sent, history } = state
  const isOwn = sent !== undefined && packCues(cleanCues(cuesOf(sent))) === packed
  // Typed on meanwhile, it stays as it is.
  if (isOwn && history.rows !== sent) return { packed, saved: sent, sent: undefined, history }
  const rows = isOwn ? rowsLike(sent, unpackCues(packed)) : rowsOf(unpackCues(packed))
  const next = isOwn ? { ...history, rows } : change(history, rows)
  return { packed, saved: rows, sent: undefined, history: next }
}
