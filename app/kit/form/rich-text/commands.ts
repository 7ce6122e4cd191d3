import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands"
import { redo, undo } from "prosemirror-history"
import type { Attrs, Mark, MarkType, NodeType } from "prosemirror-model"
import { liftListItem, wrapInList } from "prosemirror-schema-list"
import { type Command, type EditorState, Selection } from "prosemirror-state"
import { insertNote } from "./notes.ts"
import { schema } from "./schema.ts"
import { addColumn, addRow, deleteColumn, deleteRow, deleteTable, findTable, insertTable } from "./tables.ts"

const { nodes, marks } = schema

/** What the tools over a text do. */
export const COMMANDS = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  "heading-2": toggleHeading(2),
  "heading-3": toggleHeading(3),
  list: toggleList(nodes.bulletList),
  "list-ordered": toggleList(nodes.orderedList),
  quote: toggleQuote(),
  rule: insertRule(),
  code: setBlockType(nodes.codeBlock),
  superscript: insertNote,
  table: insertTable,
  "row-below": addRow,
  "column-right": addColumn,
  "delete-row": deleteRow,
  "delete-column": deleteColumn,
  "delete-table": deleteTable,
  undo,
  redo,
} satisfies Record<string, Command>
export type CommandName = keyof typeof COMMANDS

/** What is on where the selection is, for the tools to show. */
export function findActive(state: EditorState) {
  const { $from } = state.selection
  const names = ["bold", "italic"] satisfies CommandName[]
  const active = new Set<string>(
    names.filter((name) => hasMark(state, name === "bold" ? marks.strong : marks.em)),
  )
  if (hasMark(state, marks.link)) active.add("link")
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type, attrs } = $from.node(depth)
    if (type === nodes.heading) active.add(`heading-${attrs.level}`)
    if (type === nodes.blockquote) active.add("quote")
  }
  const list = findList(state)
  if (findTable(state)) active.add("table")
  if (list) active.add(list.node.type === nodes.bulletList ? "list" : "list-ordered")
  return active
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType) {
  const { from, to, empty, $from } = selection
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)
}

function toggleHeading(level: number): Command {
  return (state, dispatch) => {
    const { parent } = state.selection.$from
    const isOn = parent.type === nodes.heading && parent.attrs.level === level
    return setBlockType(isOn ? nodes.paragraph : nodes.heading, isOn ? null : { level })(state, dispatch)
  }
}

/** The innermost list around the selection. */
function findList({ selection: { $from } }: EditorState) {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (node.type === nodes.bulletList || node.type === nodes.orderedList)
      return { node, at: $from.before(depth) }
  }
  return undefined
}

function toggleList(type: NodeType): Command {
  return (state, dispatch) => {
    const list = findList(state)
    if (!list) return wrapInList(type)(state, dispatch)
    if (list.node.type === type) return liftListItem(nodes.listItem)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(list.at, type, { isLoose: list.node.attrs.isLoose }))
    return true
  }
}

function toggleQuote(): Command {
  return (state, dispatch) =>
    (findActive(state).has("quote") ? lift : wrapIn(nodes.blockquote))(state, dispatch)
}

function insertRule(): Command {
  return ({ selection: { $from }, tr }, dispatch) => {
    const at = $from.depth === 0 ? $from.pos : $from.after(1)
    tr.insert(at, [nodes.rule.create(), nodes.paragraph.create()])
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(at + 2))).scrollIntoView())
    return true
  }
}

/** The link around the selection, or at its beginning. */
export function findLink({ selection: { $from, from, to } }: EditorState) {
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? [])
  return mark ? { ...readLink(mark.attrs), ...reach(mark) } : undefined

  function reach(link: Mark) {
    let place = $from.start()
    let [start, end] = [from, to]
    for (const child of $from.parent.children) {
      const next = place + child.nodeSize
      if (link.isInSet(child.marks) && place <= from && next >= from) [start, end] = [place, next]
      place = next
    }
    return { start, end }
  }
}

const readLink = ({ href, title }: Attrs) => ({
  href: String(href),
  title: title === null ? null : String(title),
})

/** Makes a link of what is selected, of the address itself where nothing is; without an address, none. */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const { tr, selection } = state
    const found = findLink(state)
    const from = found?.start ?? selection.from
    const to = found?.end ?? selection.to
    const link = marks.link.create({ href: address, title: found?.title ?? null })
    if (address === "") tr.removeMark(from, to, marks.link)
    else if (from === to) tr.insert(from, schema.text(address, [link]))
    else tr.removeMark(from, to, marks.link).addMark(from, to, link)
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView())
    return true
  }
}
