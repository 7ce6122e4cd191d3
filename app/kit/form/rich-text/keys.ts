import { baseKeymap, chainCommands, exitCode, setBlockType } from "prosemirror-commands"
import { redo, undo } from "prosemirror-history"
import { undoInputRule } from "prosemirror-inputrules"
import { keymap } from "prosemirror-keymap"
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list"
import type { Command } from "prosemirror-state"
import { COMMANDS } from "./commands.ts"
import { schema } from "./schema.ts"
import { emptyCells, moveCell, moveDown } from "./tables.ts"

const { nodes } = schema

const splitItem: Command = (state, dispatch) => {
  const { $from } = state.selection
  const isTask = $from.depth > 1 && typeof $from.node(-1).attrs.checked === "boolean"
  return splitListItem(nodes.listItem, isTask ? { checked: false } : undefined)(state, dispatch)
}

const insertBreak: Command = ({ tr, selection: { $from } }, dispatch) => {
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false
  if ($from.parent.type === nodes.tableCell) return true
  dispatch?.(tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView())
  return true
}

/** At its beginning, a heading becomes a paragraph before it joins the one above. */
const unmakeHeading: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isAtStart = empty && $from.parentOffset === 0 && $from.parent.type === nodes.heading
  return isAtStart && setBlockType(nodes.paragraph)(state, dispatch)
}

/** Below what ends a text and takes all keys there is a line to go on. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isLast = empty && $from.pos === state.doc.content.size - 1
  return isLast && exitCode(state, dispatch)
}

/** @param askLink asks where what is selected is to lead */
export function keys(askLink: () => void) {
  const own: Record<string, Command> = {
    "Mod-b": COMMANDS.bold,
    "Mod-i": COMMANDS.italic,
    "Mod-k": () => {
      askLink()
      return true
    },
    "Mod-z": chainCommands(undoInputRule, undo),
    "Shift-Mod-z": redo,
    "Mod-y": redo,
    Enter: chainCommands(moveDown, splitItem),
    "Shift-Enter": insertBreak,
    Tab: chainCommands(moveCell(1), sinkListItem(nodes.listItem)),
    "Shift-Tab": chainCommands(moveCell(-1), liftListItem(nodes.listItem)),
    Backspace: chainCommands(emptyCells, unmakeHeading),
    Delete: emptyCells,
    ArrowDown: leaveCode,
  }
  // With this one, forms are sent.
  const { "Mod-Enter": _, ...base } = baseKeymap
  return [keymap(own), keymap(base)]
}
