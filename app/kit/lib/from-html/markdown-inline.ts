import { isAddress } from "#app/kit/lib/addresses.ts"
import { escapeInline, guardLine } from "./markdown-escape.ts"

export type Style = { bold: boolean; italic: boolean; href: string | null }

/** A stretch of text in one style; `\n` is a line break. */
export type Run = Style & { text: string }

type Emphasis = "bold" | "italic"

/** Adds text to a block, merged with the last run when the style is the same. */
export function addRun(runs: Run[], text: string, { bold, italic, href }: Style) {
  const last = runs.at(-1)
  if (last && last.bold === bold && last.italic === italic && last.href === href) last.text += text
  else runs.push({ text, bold, italic, href })
}

/** The Markdown of one block; empty when it shows nothing. */
export function renderRuns(runs: Run[]) {
  const spaced = runs.map((run, index) => ({ ...run, text: run.text + gapAfter(run, runs[index + 1]) }))
  return linesOf(spaced)
    .map(renderLinks)
    .join("\n")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()
    .split("\n")
    .map(guardLine)
    .join("\n")
}

/** Each line by itself: marks that begin in one and end in another are none where one of them is an item, or a heading, of its own. */
function linesOf(runs: Run[]) {
  const lines: Run[][] = [[]]
  for (const run of runs) {
    // A link has no lines within.
    const [lead, core, trail] = splitEdges(run.text)
    const text = run.href ? lead + core.replaceAll("\n", " ") + trail : run.text
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) lines.push([])
      if (piece !== "") lines.at(-1)?.push({ ...run, text: piece })
    }
  }
  return lines
}

// An address in a text becomes a link up to the next space: marks and words must not be drawn into it.
function gapAfter(run: Run, next: Run | undefined) {
  if (run.href || !next || !/https?:\/\/|www\.|@/i.test(lastWord(run.text))) return ""
  const isPlain = !next.bold && !next.italic && !next.href
  return /^\s/.test(next.text) || (isPlain && /^[.,;:!?]/.test(next.text)) ? "" : " "
}

function lastWord(text: string) {
  return text.slice(Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n")) + 1)
}

function renderLinks(runs: Run[]) {
  const out = createOutput()
  const groups = groupBy(runs, (run) => run.href)
  for (const [index, group] of groups.entries()) {
    const href = group[0]?.href
    const after = rawText(groups[index + 1])
    if (href) renderLink(out, group, href, after)
    else renderEmphasis(out, group, after)
  }
  return out.pieces.join("")
}

function renderLink(out: Output, runs: Run[], href: string, after: string) {
  const [lead, core, trail] = splitEdges(rawText(runs))
  // An address shown as itself becomes a link without any markup, if nothing sticks to its end.
  out.add(lead)
  if (isAddress(core, href) && /^[.,;:!?]{0,3}(\s|$)/.test(trail + after)) out.add(core)
  else if (core !== "") {
    // "!" before a link would make it an image.
    if (out.last === "!") out.pieces.push(out.pieces.pop()?.replace(/!$/, "\\!") ?? "")
    const inside = createOutput()
    renderEmphasis(inside, oneLine(runs), "")
    out.add(`[${inside.pieces.join("").trim()}](${escapeTarget(href)})`)
  }
  out.add(trail)
}

/** The style that lasts longer goes around the other one, so that marks never cross. */
function renderEmphasis(out: Output, runs: Run[], after: string, styles: Emphasis[] = ["bold", "italic"]) {
  for (let start = 0; start < runs.length;) {
    let style: Emphasis | undefined
    let end = start
    for (const candidate of styles) {
      const candidateEnd = spanEnd(runs, start, candidate)
      if (candidateEnd > end) [style, end] = [candidate, candidateEnd]
    }
    const group = runs.slice(start, Math.max(end, start + 1))
    const raw = rawText(group)
    start += group.length
    const next = runs[start]?.text ?? after
    if (style) {
      const inside = createOutput()
      const others = styles.filter((other) => other !== style)
      renderEmphasis(inside, group, "", others)
      const mark = style === "bold" ? "**" : italicMark(out.last, raw, next)
      addMarked(out, mark, raw, inside.pieces.join(""), next)
    } else out.add(escapeInline(raw, { inLink: group[0]?.href != null }))
  }
}

function spanEnd(runs: Run[], start: number, style: Emphasis) {
  let end = start
  while (runs[end]?.[style]) end += 1
  return end
}

// An underscore does nothing inside a word.
function italicMark(last: string, raw: string, next: string) {
  const isInWord = (/^\S/.test(raw) && WORD_END.test(last)) || (/\S$/.test(raw) && WORD_START.test(next))
  return isInWord ? "*" : "_"
}

/** Puts the marks around the text but not around the spaces at its edges, where Markdown would ignore them. */
function addMarked(out: Output, marker: string, raw: string, rendered: string, after: string) {
  const [lead, core, trail] = splitEdges(raw)
  out.add(lead)
  // What is no word needs no emphasis, and marks among marks are read otherwise than they are meant.
  if (!WORD.test(core)) out.add(rendered.trim())
  else {
    // Marks between a word and punctuation do not count either ("**Titre :**Suite"): a space makes them count.
    const inside = rendered.trim()
    // Nor do they side by side with marks of the text before.
    const isStuck = STICKY_END.test(out.last) || (out.last === "*" && marker.startsWith("*"))
    if (isStuck && !WORD_START.test(inside)) out.add(" ")
    out.add(marker + inside + marker)
    if (trail === "" && !WORD_END.test(inside) && STICKY_START.test(after)) out.add(" ")
  }
  out.add(trail)
}

type Output = ReturnType<typeof createOutput>

// Only the last character is looked at: testing the text so far would make a long block quadratic.
function createOutput() {
  const pieces: string[] = []
  const output = {
    pieces,
    last: "",
    add(text: string) {
      if (text === "") return
      pieces.push(text)
      output.last = text.slice(-2).toWellFormed().slice(-1)
    },
  }
  return output
}

function splitEdges(text: string): [string, string, string] {
  const core = text.trim()
  if (core === "") return [text.includes("\n") ? "\n" : text && " ", "", ""]
  const start = text.length - text.trimStart().length
  return [text.slice(0, start), core, text.slice(start + core.length)]
}

function groupBy<Key>(runs: Run[], key: (run: Run) => Key) {
  const groups: Run[][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group?.[0] && key(group[0]) === key(run)) group.push(run)
    else groups.push([run])
  }
  return groups
}

function oneLine(runs: Run[]) {
  return runs.map((run) => ({ ...run, text: run.text.replaceAll("\n", " ") }))
}

function rawText(runs: Run[] = []) {
  return runs.map((run) => run.text).join("")
}

function escapeTarget(href: string) {
  return href.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll("*", "%2A")
}

// Anything that Markdown may take for part of a word: not a space, not ASCII punctuation.
const STICKY_END = /[^\s!-/:-@[-`{-~]$/u
const STICKY_START = /^[^\s!-/:-@[-`{-~]/u
const WORD = /[\p{L}\p{N}]/u
const WORD_END = /[\p{L}\p{N}]$/u
const WORD_START = /^[\p{L}\p{N}]/u
