/** What a command looks at: a text and what is selected of it. */
export type Selected = { text: string; start: number; end: number }

/** What it changes: `insert` in place of what stands from `from` to `to`, and what is selected then. */
export type Edit = { from: number; to: number; insert: string; select: [start: number, end: number] }

export type Mark = "**" | "_"

/**
 * Puts marks around what is selected, without the spaces at its edges, or takes them away. Of several lines each has its own:
 * marks do not reach over paragraphs, and none stands before the sign of a list.
 */
export function toggleMark({ text, start, end }: Selected, mark: Mark): Edit {
  const chosen = text.slice(start, end)
  if (chosen.trim() === "") return edit(start, end, mark + mark + chosen, mark.length, mark.length)
  // An underscore does nothing inside a word.
  const marks = mark === "_" ? ["_", "*"] : [mark]
  const around = chosen.includes("\n") ? undefined : marks.find((one) => isAround(text, start, end, one))
  if (around) return edit(start - around.length, end + around.length, chosen, 0, chosen.length)

  const isWhole = start === 0 || text[start - 1] === "\n"
  const lines = chosen.split("\n").map((line, index) => splitLine(line, index > 0 || isWhole))
  const own = (core: string) => marks.find((one) => isMarked(core, one))?.length ?? 0
  const isOn = lines.every(({ core }) => core === "" || own(core) > 0)
  const [only, ...others] = lines
  if (!only || others.length > 0) {
    const insert = lines.map(({ lead, core, trail }) => {
      if (isOn) return lead + core.slice(own(core), core.length - own(core)) + trail
      return core === "" || own(core) > 0 ? lead + core + trail : lead + mark + core + mark + trail
    })
    return edit(start, end, insert.join("\n"), 0, insert.join("\n").length)
  }
  const [from, to] = [start + only.lead.length, end - only.trail.length]
  if (isOn) {
    const bare = only.core.slice(own(only.core), -own(only.core))
    return edit(from, to, bare, 0, bare.length)
  }
  const isInWord = WORD_END.test(text.slice(Math.max(0, from - 2), from)) || WORD_START.test(text.slice(to))
  const added = mark === "_" && isInWord ? "*" : mark
  return edit(from, to, added + only.core + added, added.length, added.length + only.core.length)
}

function isAround(text: string, start: number, end: number, mark: string) {
  const isDouble = mark === "*" && (text[start - 2] === "*" || text[end + 1] === "*")
  return !isDouble && text.slice(0, start).endsWith(mark) && text.startsWith(mark, end)
}

function isMarked(core: string, mark: string) {
  const isDouble = mark === "*" && core.startsWith("**")
  return !isDouble && core.length > 2 * mark.length && core.startsWith(mark) && core.endsWith(mark)
}

/** What marks go around, and what stands before and behind: spaces, and at the beginning of a line its sign. */
function splitLine(line: string, isWhole: boolean) {
  const [sign = ""] = (isWhole && LINE_SIGN.exec(line)) || []
  const core = line.slice(sign.length).trim()
  const at = core === "" ? line.length : line.indexOf(core, sign.length)
  return { lead: line.slice(0, at), core, trail: line.slice(at + core.length) }
}

const LINE_SIGN = /^[ \t]{0,12}(?:#{1,6} |> |[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )/
const WORD_END = /[\p{L}\p{N}]$/u
const WORD_START = /^[\p{L}\p{N}]/u

export type LinePrefix = "- " | "1. " | "> " | "## " | "### "

/** Begins the selected lines with a sign, or takes it away where all have it; another sign of its kind goes. */
export function toggleLines({ text, start, end }: Selected, prefix: LinePrefix): Edit {
  const from = lineStart(text, start)
  const next = text.indexOf("\n", end > start && text[end - 1] === "\n" ? end - 1 : end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split("\n")
  const isQuote = prefix === "> "
  const has = prefix === "1. " ? NUMBERED : new RegExp(`^([ \\t]{0,12})${prefix}`)
  // An empty line between paragraphs is no item and no heading; a quotation goes on over it.
  const isLeft = (line: string) => lines.length > 1 && !isQuote && line.trim() === ""
  const isOn = lines.every((line) => isLeft(line) || has.test(line) || (isQuote && line === ">"))
  const other = isQuote ? /^()> / : ANY_SIGN
  let number = 0
  const changed = lines.map((line) => {
    if (isLeft(line)) return line
    if (isOn) return line === ">" ? "" : line.replace(has, "$1")
    const sign = prefix === "1. " ? `${(number += 1)}. ` : prefix
    const [all, indent = ""] = other.exec(line) ?? [""]
    return indent + sign + line.slice(all.length)
  })
  const insert = changed.join("\n")
  if (start < end) return edit(from, to, insert, 0, insert.length)
  const place = Math.max(0, start - from + insert.length - (to - from))
  return edit(from, to, insert, place, place)
}

const NUMBERED = /^([ \t]{0,12})\d{1,9}[.)] /
const ANY_SIGN = /^([ \t]{0,12})(?:#{1,6} |[-*+] |\d{1,9}[.)] )/

/** Where the line of a place begins. */
function lineStart(text: string, place: number) {
  return text.slice(0, place).lastIndexOf("\n") + 1
}

/** Makes a link of what is selected; without an address, the place for it is selected. An address gets the place for its words. */
export function insertLink({ text, start, end }: Selected, address = ""): Edit {
  const chosen = text.slice(start, end)
  const isTarget = address === "" && /^\s*https?:\/\/\S+\s*$/i.test(chosen)
  const label = isTarget ? "" : chosen.replace(/[[\]]/g, "\\$&")
  const insert = `[${label}](${escapeTarget(isTarget ? chosen.trim() : address)})`
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

/** Puts a text in the place of what is selected; a heading, list or quotation only at the beginning of a line is one. */
export function insertText({ text, start, end }: Selected, added: string): Edit {
  const before = text.slice(lineStart(text, start), start)
  const isBlock = BLOCK.test(added)
  const lead = !isBlock || before.trim() === "" ? "" : "\n\n"
  const endsInBlock = BLOCK.test(added.slice(lineStart(added, added.length)))
  const trail = endsInBlock && /^[ \t]*[^\s]/.test(text.slice(end)) ? "\n\n" : ""
  const place = lead.length + added.length
  return edit(start, end, lead + added + trail, place, place)
}

const BLOCK = /^(?:[ \t]{0,12}(?:[-*+]|\d{1,9}[.)]) |#{1,6} |> |---$|\|)/

/** A new line in a list goes on with it; in an empty item it ends the list. Undefined outside of one. */
export function continueList({ text, start, end }: Selected): Edit | undefined {
  const from = lineStart(text, start)
  const [all, indent = "", sign = "", number, space = "", task = ""] =
    ITEM.exec(text.slice(from, start)) ?? []
  if (all === undefined || start !== end) return undefined
  const isEmpty = text.slice(from, start).trim() === all.trim()
  if (isEmpty && /^[ \t]*(?:\n|$)/.test(text.slice(start))) return edit(from, start, "", 0, 0)
  const next = number === undefined ? sign : sign.replace(number, String(Number(number) + 1))
  const insert = `\n${indent}${next}${space}${task && "[ ] "}`
  return edit(start, end, insert, insert.length, insert.length)
}

const ITEM = /^([ \t]{0,12})([-*+>]|(\d{1,8})[.)])( {1,4})(\[[ xX]\] )?/

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
