import type { MarkdownIt } from "markdown-it"

/** Of all tables of a text: the cells that a row lacks are made, so that a few signs a line would make a hundred of them. */
const MAX_CELLS = 10_000

/** Rows that would make more cells than anybody reads are lines of text. */
export function boundTables({ block: { ruler } }: MarkdownIt) {
  const all = ruler.getRules("")
  ruler.disable("table")
  const others = ruler.getRules("")
  ruler.enable("table")
  const table = all.find((rule) => !others.includes(rule))
  if (!table) throw new Error("Markdown has no tables")
  const bounded: typeof table = (state, start, end, silent) => {
    const rule = state.src.slice(state.bMarks[start + 1], state.eMarks[start + 1])
    const columns = rule.split("|").length
    const used = Number(state.env.cells ?? 0)
    const rows = Math.floor((MAX_CELLS - used) / columns)
    if (rows < 1 || !table(state, start, Math.min(end, start + 2 + rows), silent)) return false
    if (!silent) state.env.cells = used + columns * (state.line - start)
    return true
  }
  ruler.at("table", bounded, { alt: ["paragraph", "reference"] })
}
