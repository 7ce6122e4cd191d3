import { inlineOf } from "./block-sink.ts"
import { marksIn, paragraphOf, type Place, type Reader } from "./html-reader.ts"
import type { HtmlElement, HtmlNode } from "./html-tree.ts"

/** A table of words; one that only puts things beside each other is what stands in it. Its first row is its head. */
export function table(reader: Reader, element: HtmlElement, place: Place) {
  const { rows, columns, hasMerged, strays } = gridOf(
    element,
    (row) => reader.withoutNotes(row) !== undefined,
  )
  place.sink.flush()
  reader.walkAll(strays, { ...place, captions: undefined })
  place.sink.flush()
  const inside = rows.map((row) =>
    row.map((cell) =>
      cell ? reader.blocksIn(cell.children, { ...place, marks: marksIn(cell, place), isCell: true }) : [],
    ),
  )
  const all = inside.flat(2)
  const pictures = all.filter(({ type }) => type === "picture")
  const size = columns * rows.length
  const isLayout =
    columns < 2 || element.attributes.role === "presentation" || all.some(({ type }) => APART.has(type))
  if (isLayout) return place.sink.block(...all)
  if (columns > MAX_COLUMNS || reader.cells + size > MAX_CELLS) {
    reader.lose("tableau trop grand")
    return place.sink.block(...inside.map((row) => paragraphOf(inlineOf(row.flat()))))
  }
  reader.cells += size
  if (hasMerged) reader.lose("cellules fusionnées")
  const content = inside.map((row, at) => ({
    type: "tableRow",
    content: row.map((blocks, index) => ({
      type: "tableCell",
      attrs: { isHeader: at === 0, align: at === 0 ? alignOf(rows[0]?.[index]) : null },
      content: inlineOf(blocks.filter(({ type }) => type !== "picture")),
    })),
  }))
  if (all.length > pictures.length) place.sink.block({ type: "table", content })
  place.sink.block(...pictures)
}

function alignOf(cell: HtmlElement | null | undefined) {
  const { align = "", style = "", class: classes = "" } = cell?.attributes ?? {}
  const said = `${align} ${/text-align:\s{0,9}(\w+)/i.exec(style)?.[1]} ${classes}`
  return /(?:^|\s|has-text-align-)(left|center|right)(?:\s|$)/i.exec(said)?.[1]?.toLowerCase() ?? null
}

/** A table's cells in their places; null where a cell goes on. `strays` is what stands in it and in none of them. */
type Grid = { rows: (HtmlElement | null)[][]; columns: number; hasMerged: boolean; strays: HtmlNode[] }

/** Takes time in proportion to what is written: of a cell as wide as a thousand only so many are made as tables may have. */
function gridOf(table: HtmlElement, isOwn: (row: HtmlElement) => boolean): Grid {
  const strays: HtmlNode[] = []
  const grid: Grid = { rows: [], columns: 0, hasMerged: false, strays }
  /** How many rows a cell above still goes on for, by its column. */
  const below: number[] = []
  for (const row of rowsIn(table, strays).filter(isOwn)) {
    const cells: (HtmlElement | null)[] = []
    const skip = () => {
      while ((below[cells.length] ?? 0) > 0 && cells.length < MAX_COLUMNS) {
        below[cells.length] = (below[cells.length] ?? 0) - 1
        cells.push(null)
      }
    }
    for (const cell of cellsIn(row, strays)) {
      skip()
      const [width, height] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")]
      grid.hasMerged ||= width > 1 || height > 1
      for (let index = 0; index < width && (index === 0 || cells.length < MAX_COLUMNS); index += 1) {
        below[cells.length] = height - 1
        cells.push(index === 0 ? cell : null)
      }
    }
    skip()
    grid.columns = Math.max(grid.columns, cells.length)
    grid.rows.push(cells)
  }
  return grid
}

function rowsIn(holder: HtmlElement, strays: HtmlNode[]): HtmlElement[] {
  const rows: HtmlElement[] = []
  const foot: HtmlElement[] = []
  for (const child of holder.children) {
    if (typeof child === "string") strays.push(child)
    else if (child.name === "tr") rows.push(child)
    else if (child.name === "tfoot") foot.push(...rowsIn(child, strays))
    else if (/^t(?:head|body)$/.test(child.name)) rows.push(...rowsIn(child, strays))
    else strays.push(child)
  }
  return [...rows, ...foot]
}

function cellsIn(row: HtmlElement, strays: HtmlNode[]) {
  return row.children.flatMap((child) => {
    if (typeof child !== "string" && /^t[hd]$/.test(child.name)) return child
    strays.push(child)
    return []
  })
}

function spanOf({ attributes }: HtmlElement, name: "colspan" | "rowspan") {
  const text = attributes[name] ?? ""
  return /^\d{1,4}$/.test(text) ? Math.max(Number(text), 1) : 1
}

const MAX_COLUMNS = 50
/** Of all tables of a text, as many as are shown (lib/markdown/tables.ts). */
const MAX_CELLS = 10_000
/** What no cell of a table holds. */
const APART = new Set(["heading", "table", "codeBlock", "blockquote", "embed"])
