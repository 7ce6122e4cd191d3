import { Fragment, type Node, Slice } from "prosemirror-model"
import {
  type Command,
  type EditorState,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state"
import { schema } from "./schema.ts"

const { nodes } = schema

/** The table around the selection, and which of its cells that is in. */
export function findTable({ selection: { $from } }: Pick<EditorState, "selection">) {
  for (let depth = $from.depth - 2; depth > 0; depth -= 1) {
    const table = $from.node(depth)
    if (table.type === nodes.table)
      return { table, at: $from.before(depth), row: $from.index(depth), column: $from.index(depth + 1) }
  }
  return undefined
}

/** A head and a row below it, of three columns, after the block that one writes in or in the place of an empty one. */
export const insertTable: Command = ({ selection: { $from }, tr }, dispatch) => {
  const isEmpty = $from.depth === 1 && $from.parent.type === nodes.paragraph && $from.parent.childCount === 0
  const at = $from.depth === 0 ? $from.pos : isEmpty ? $from.before(1) : $from.after(1)
  const table = nodes.table.create(null, [makeRow(3), makeRow(3)])
  tr.replaceWith(at, isEmpty ? $from.after(1) : at, table)
  const end = at + table.nodeSize
  if (end === tr.doc.content.size) tr.insert(end, nodes.paragraph.create())
  dispatch?.(toCell(tr, at, 0, 0))
  return true
}

export const addRow = changeRows(({ row }, rows) => {
  const added = makeRow(rows[0]?.childCount ?? 1)
  return { rows: rows.toSpliced(row + 1, 0, added), to: [row + 1, 0] }
})

export const deleteRow = changeRows(({ row, column }, rows) => ({
  rows: rows.toSpliced(row, 1),
  to: [Math.min(row, rows.length - 2), column],
}))

export const addColumn = changeRows(({ row, column }, rows) => ({
  rows: rows.map((row) =>
    row.copy(Fragment.from(row.children.toSpliced(column + 1, 0, nodes.tableCell.create()))),
  ),
  to: [row, column + 1],
}))

export const deleteColumn = changeRows(({ row, column, table }, rows) => {
  const isLast = (table.firstChild?.childCount ?? 1) === 1
  return {
    rows: isLast ? [] : rows.map((row) => row.copy(Fragment.from(row.children.toSpliced(column, 1)))),
    to: [row, Math.max(column - 1, 0)],
  }
})

export const deleteTable = changeRows(() => ({ rows: [], to: [0, 0] }))

/** To the cell before or behind; behind the last one there is a new row. */
export function moveCell(step: 1 | -1): Command {
  return (state, dispatch) => {
    const found = findTable(state)
    if (!found) return false
    const { table, row, column } = found
    const width = table.child(row).childCount
    const next = row * width + column + step
    if (next < 0) return false
    if (next >= table.childCount * width) return addRow(state, dispatch)
    dispatch?.(toCell(state.tr, found.at, Math.floor(next / width), next % width))
    return true
  }
}

/** To the cell below, and from the last row out of the table. */
export const moveDown: Command = (state, dispatch) => {
  const found = findTable(state)
  if (!found) return false
  const { table, at, row, column } = found
  if (row + 1 < table.childCount) {
    dispatch?.(toCell(state.tr, at, row + 1, column))
    return true
  }
  const { tr } = state
  const end = at + table.nodeSize
  if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, nodes.paragraph.create())
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView())
  return true
}

/** What is selected in several cells goes; the cells stay. */
export const emptyCells: Command = (state, dispatch) => {
  const { selection, tr } = state
  const { $from, $to, from, to } = selection
  if (selection.empty || $from.sameParent($to) || !findTable(state) || $to.parent.type !== nodes.tableCell)
    return false
  const places: [number, number][] = []
  state.doc.nodesBetween(from, to, (node, at) => {
    if (node.type === nodes.tableCell)
      places.push([Math.max(from, at + 1), Math.min(to, at + node.nodeSize - 1)])
  })
  for (const [start, end] of places.toReversed()) tr.delete(start, end)
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from)).scrollIntoView())
  return true
}

/** A cell holds one line: of what is pasted into it the words are left, with their marks. */
export function fitCell(slice: Slice, state: EditorState) {
  if (state.selection.$from.parent.type !== nodes.tableCell) return slice
  const words: Node[] = []
  slice.content.descendants((node) => {
    if (node.isTextblock && words.length > 0) words.push(schema.text(" "))
    if (!node.isInline) return
    words.push(node.type === nodes.hardBreak ? schema.text(" ") : node)
  })
  return new Slice(Fragment.from(words), 0, 0)
}

/** All rows are as long as the longest; the first one is the head and says how columns are aligned. */
export const keepTables = () =>
  new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      doc.descendants((node, at) => {
        if (node.type === nodes.table) makeEven(tr, node, at)
        return node.type !== nodes.table && !node.isTextblock
      })
      return tr.docChanged ? tr : null
    },
  })

function makeEven(tr: Transaction, table: Node, at: number) {
  const head = table.child(0)
  const width = Math.max(...table.children.map(({ childCount }) => childCount))
  table.forEach((row, rowAt, index) => {
    row.forEach((cell, cellAt, column) => {
      const attrs = { isHeader: index === 0, align: head.maybeChild(column)?.attrs.align ?? null }
      if (cell.attrs.isHeader === attrs.isHeader && cell.attrs.align === attrs.align) return
      tr.setNodeMarkup(tr.mapping.map(at + 1 + rowAt + 1 + cellAt), null, attrs)
    })
    const missing = makeRow(width).children.slice(row.childCount)
    if (missing.length > 0) tr.insert(tr.mapping.map(at + rowAt + row.nodeSize), missing)
  })
}

function makeRow(width: number) {
  return nodes.tableRow.create(
    null,
    Array.from({ length: width }, () => nodes.tableCell.create()),
  )
}

type Changed = { rows: Node[]; to: [number, number] }

/** Makes a table of other rows, of none a line, and goes to one of its cells. */
function changeRows(change: (found: Found, rows: readonly Node[]) => Changed): Command {
  return (state, dispatch) => {
    const found = findTable(state)
    if (!found) return false
    const { table, at } = found
    const { rows, to } = change(found, table.children)
    const { tr } = state
    const end = at + table.nodeSize
    if (rows.length > 0) toCell(tr.replaceWith(at, end, table.copy(Fragment.from(rows))), at, ...to)
    else {
      tr.replaceWith(at, end, nodes.paragraph.create())
      tr.setSelection(TextSelection.create(tr.doc, at + 1))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

type Found = NonNullable<ReturnType<typeof findTable>>

/** The caret to the end of a cell. */
function toCell(tr: Transaction, at: number, row: number, column: number) {
  const table = tr.doc.nodeAt(at)
  const cells = table?.child(row)
  const before = [...(table?.children.slice(0, row) ?? []), ...(cells?.children.slice(0, column) ?? [])]
  const start = before.reduce((sum, { nodeSize }) => sum + nodeSize, at + 2)
  const size = cells?.child(column).content.size ?? 0
  return tr.setSelection(TextSelection.create(tr.doc, start + 1 + size)).scrollIntoView()
}
