/** What a command looks at: a text and what is selected of it. */
export type Selected = { text: string; start: number; end: number }

/** What it changes: `insert` in place of what stands from `from` to `to`, and what is selected then. */
export type Edit = { from: number; to: number; insert: string; select: [start: number, end: number] }

export type Mark = "**" | "_"

/** Puts marks around what is selected, without the spaces at its edges, or takes them away. */
export function toggleMark({ text, start, end }: Selected, mark: Mark): Edit {
  const chosen = text.slice(start, end)
  const length = mark.length
  if (text.slice(start - length, start) === mark && text.slice(end, end + length) === mark)
    return edit(start - length, end + length, chosen, 0, chosen.length)
  if (chosen.length > 2 * length && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const bare = chosen.slice(length, -length)
    return edit(start, end, bare, 0, bare.length)
  }
  const from = start + (chosen.length - chosen.trimStart().length)
  const inside = chosen.trim()
  if (inside === "") return edit(start, end, mark + mark + chosen, length, length)
  return edit(from, from + inside.length, mark + inside + mark, length, length + inside.length)
}

export type LinePrefix = "- " | "1. " | "> " | "## " | "### "

/** Begins the selected lines with a sign, or takes it away where all have it; another sign of its kind goes. */
export function toggleLines({ text, start, end }: Selected, prefix: LinePrefix): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const next = text.indexOf("\n", end > start && text[end - 1] === "\n" ? end - 1 : end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split("\n")
  const has = prefix === "1. " ? NUMBERED : new RegExp(`^${prefix}`)
  const isOn = lines.every((line) => has.test(line))
  const other = prefix === "> " ? /^> / : ANY_SIGN
  const changed = lines.map((line, index) => {
    const bare = line.replace(isOn ? has : other, "")
    return isOn ? bare : (prefix === "1. " ? `${index + 1}. ` : prefix) + bare
  })
  const insert = changed.join("\n")
  if (start < end) return edit(from, to, insert, 0, insert.length)
  const place = Math.max(0, start - from + insert.length - (to - from))
  return edit(from, to, insert, place, place)
}

const NUMBERED = /^\d{1,9}[.)] /
const ANY_SIGN = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] )/

/** Makes a link of what is selected; without an address, the place for it is selected. */
export function insertLink({ text, start, end }: Selected, address = ""): Edit {
  const label = text.slice(start, end).replace(/[[\]]/g, "\\$&")
  const insert = `[${label}](${escapeTarget(address)})`
  const place = label === "" ? 1 : address === "" ? insert.length - 1 : insert.length
  return edit(start, end, insert, place, place)
}

/** Puts a block on lines of its own behind what is selected. */
export function insertBlock({ text, end }: Selected, block: string): Edit {
  const before = text.slice(0, end)
  const lead = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n"
  const trail = /^\n\n|^\n?$/.test(text.slice(end, end + 2)) ? "" : text[end] === "\n" ? "\n" : "\n\n"
  const insert = lead + block + trail
  const place = insert.length - trail.length
  return edit(end, end, insert, place, place)
}

/** A new line in a list goes on with it; in an empty item it ends the list. Undefined outside of one. */
export function continueList({ text, start, end }: Selected): Edit | undefined {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const [all, indent = "", sign = "", number, space = ""] = ITEM.exec(text.slice(from, start)) ?? []
  if (all === undefined || start !== end) return undefined
  if (text.slice(from, start).trim() === sign) return edit(from, start, "", 0, 0)
  const next = number === undefined ? sign : sign.replace(number, String(Number(number) + 1))
  const insert = `\n${indent}${next}${space}`
  return edit(start, end, insert, insert.length, insert.length)
}

const ITEM = /^([ \t]{0,12})([-*+>]|(\d{1,8})[.)])( {1,4})/

/** What the library has, as Markdown: a picture by its own alternative text, what plays by its title on a line of its own. */
export function toMarkdown({ kind, title, address, alt }: Inserted) {
  const target = escapeTarget(address)
  const label = (kind === "image" ? alt : title).replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ")
  return `${kind === "image" ? "!" : ""}[${label}](${target})`
}

type Inserted = { kind: string; title: string; address: string; alt: string }

function escapeTarget(address: string) {
  return address.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(" ", "%20")
}

/** @param start where the selection then begins, counted in what is inserted */
function edit(from: number, to: number, insert: string, start: number, end: number): Edit {
  return { from, to, insert, select: [from + start, from + end] }
}
