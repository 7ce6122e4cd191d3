import type { CueRows } from "./rows.ts"

/** What was done, and undone. States share their rows: each costs as much as a list of places. */
export type History = {
  rows: CueRows
  past: readonly CueRows[]
  future: readonly CueRows[]
  /** What is being typed: its letters are one step. */
  typing: string | undefined
}

const MAX_STEPS = 200

export function startHistory(rows: CueRows): History {
  return { rows, past: [], future: [], typing: undefined }
}

/** @param typing what the letter belongs to, if it is one: those of the same belong together */
export function change(history: History, rows: CueRows, typing?: string): History {
  if (rows === history.rows) return history
  const goesOn = typing !== undefined && typing === history.typing
  return {
    rows,
    past: goesOn ? history.past : [...history.past, history.rows].slice(-MAX_STEPS),
    future: [],
    typing,
  }
}

export function undo(history: History): History {
  const rows = history.past.at(-1)
  if (!rows) return history
  return {
    rows,
    past: history.past.slice(0, -1),
    future: [...history.future, history.rows],
    typing: undefined,
  }
}

export function redo(history: History): History {
  const rows = history.future.at(-1)
  if (!rows) return history
  return {
    rows,
    past: [...history.past, history.rows],
    future: history.future.slice(0, -1),
    typing: undefined,
  }
}
