import type { RowField } from "./rows.ts"

type Press = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey"> & {
  /** Where it is pressed. */
  field: RowField | "button"
  /** What is marked of the field's `length` letters. */
  from: number
  to: number
  length: number
}

export type RowCommand =
  | "split"
  | "merge"
  | "merge-next"
  | "insert"
  | "next"
  | "previous"
  | "text"
  | "listen"
  | "toggle"
  | "back"
  | "speaker-next"
  | "speaker-previous"
  | "undo"
  | "redo"
  | "find"
  | "save"

/** What a key asks for that is pressed in a row of the editor; undefined for what the field does by itself. */
export function commandOf(press: Press): RowCommand | undefined {
  const { key, altKey, shiftKey } = press
  const isCommand = press.ctrlKey || press.metaKey
  if (key === "Escape" && !isCommand && !altKey && !shiftKey) return "toggle"
  if (isCommand && !altKey) return withCommand(key.toLowerCase(), shiftKey)
  if (altKey) return isCommand || shiftKey ? undefined : ALT.get(key)
  if (key === "Enter" && press.field !== "button") return shiftKey ? "previous" : enter(press)
  return press.field === "text" && !shiftKey ? atTheEdge(press) : undefined
}

const ALT = new Map<string, RowCommand>([
  ["Enter", "listen"],
  ["ArrowDown", "speaker-next"],
  ["ArrowUp", "speaker-previous"],
])

function withCommand(key: string, isShifted: boolean): RowCommand | undefined {
  if (key === " ") return isShifted ? "back" : "toggle"
  if (key === "z") return isShifted ? "redo" : "undo"
  if (isShifted) return undefined
  return { enter: "insert", y: "redo", f: "find", s: "save" }[key] as RowCommand | undefined
}

function enter({ field, from, to, length }: Press): RowCommand {
  if (field !== "text") return "text"
  return from === to && from > 0 && to < length ? "split" : "next"
}

/** Where the caret has nowhere to go within its text, it goes on to the sentence beside, or takes it in. */
function atTheEdge({ key, from, to, length }: Press): RowCommand | undefined {
  if (from !== to) return undefined
  if (from === 0 && key === "Backspace") return "merge"
  if (to === length && key === "Delete") return "merge-next"
  if (from === 0 && (key === "ArrowUp" || key === "ArrowLeft")) return "previous"
  if (to === length && (key === "ArrowDown" || key === "ArrowRight")) return "next"
  return undefined
}
