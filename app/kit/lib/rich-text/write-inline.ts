import { findAddresses } from "../addresses.ts"
import { hasMark, isSameMark, type Mark, type RichNode } from "./nodes.ts"

/** A text between two changes of marks; a line break is one of its own, and so is what is written as it is: `isRaw`. */
type Run = { text: string; marks: Mark[]; isRaw?: boolean }
/** What is written: words, the signs around them, or an address that is a link by itself. */
type Piece =
  | { kind: "text" | "raw"; text: string; inLink: boolean }
  | { kind: "delimiter"; text: string; opens: boolean }
  | { kind: "address"; text: string; href: string }

/** The Markdown of a paragraph's words, one line for each of its lines; `hasDefinitions`: brackets may lead somewhere. */
export function writeInline(content: RichNode[], hasDefinitions: boolean) {
  const runs = tidy(content.flatMap(toRuns))
  const pieces = separateStars(toPieces(runs, []))
  for (;;) {
    const { line, broken } = assemble(pieces, hasDefinitions)
    if (broken.length === 0) return line
    // What is no link where it stands becomes one in brackets.
    for (const index of broken.toReversed()) {
      const piece = pieces[index]
      if (piece?.kind === "address") pieces.splice(index, 1, ...inBrackets(piece.text, piece.href))
    }
  }
}

/** What Markdown would read as signs, and only that. `before` and `after` are the letters beside the text. */
export function escapeText(
  text: string,
  { before = "\n", after = "\n", inLink = false, hasDefinitions = false } = {},
) {
  const special = inLink || hasDefinitions ? SPECIAL_AND_BRACKETS : SPECIAL
  const whole = before + text + after
  const end = before.length + text.length
  return whole
    .replace(special, (sign, index: number) => (index < before.length || index >= end ? sign : `\\${sign}`))
    .slice(before.length, after.length > 0 ? -after.length : undefined)
}

/** A picture, within words or alone. */
export function writePicture({ attrs = {} }: RichNode) {
  const [src = "", alt = "", title = ""] = [attrs.src, attrs.alt, attrs.title].map((value) =>
    String(value ?? ""),
  )
  return `![${escapeText(alt, { inLink: true })}](${writeTarget(src, title)})`
}

/** An address as the target of a link, with what is said of it. */
export function writeTarget(href: string, title?: string | null) {
  const words = title
    ?.replace(/\s*[\r\n]\s*/g, " ")
    .replace(/[\\"]/g, "\\$&")
    .replace(/&(?=#?\w{1,31};)/g, "\\&")
  const behind = words ? ` "${words}"` : ""
  const address = href
    .replace(/[\s<>\\\p{Cc}]/gu, (sign) => encodeURIComponent(sign))
    .replace(/&(?=#?\w{1,31};)/g, "\\&")
  return (isBalanced(address) ? address : address.replace(/[()]/g, "\\$&")) + behind
}

function toRuns(node: RichNode): Run[] {
  const { type, text = "", marks = [] } = node
  const isLink = marks.some((mark) => mark.type === "link")
  const own = marks.filter(
    (mark, index) =>
      marks.findIndex((one) => isSameMark(one, mark)) === index &&
      // At the beginning of a paragraph it would define where a reference leads.
      !(isLink && mark.type === "code" && text.includes("]:")),
  )
  const others = own.filter((mark) => mark.type !== "code")
  if (type === "hardBreak") return [{ text: "\n", marks: others }]
  if (type === "inlinePicture") return [{ text: writePicture(node), marks: others, isRaw: true }]
  if (type === "noteReference")
    // Within a link it would be none.
    return [
      { text: `[^${node.attrs?.label}]`, marks: others.filter((mark) => mark.type !== "link"), isRaw: true },
    ]
  const words = text
    .toWellFormed()
    .replace(/[\r\n]+/g, " ")
    .replaceAll("\0", "\ufffd")
  if (own.some(({ type }) => type === "code" || type === "link")) return [{ text: words, marks: own }]
  const runs: Run[] = []
  let rest = 0
  for (const { start, end, href } of findAddresses(words)) {
    runs.push({ text: words.slice(rest, start), marks: own })
    runs.push({ text: words.slice(start, end), marks: [...own, { type: "link", attrs: { href } }] })
    rest = end
  }
  runs.push({ text: words.slice(rest), marks: own })
  return runs
}

/** No spaces at the ends of lines, where Markdown reads none; those at the ends of a run are runs of their own. */
function tidy(runs: Run[]) {
  const lines: Run[][] = [[]]
  for (const run of runs) {
    if (run.text === "\n") lines.push([run], [])
    else if (run.text !== "") lines.at(-1)?.push(run)
  }
  for (const line of lines) {
    if (line[0]?.text === "\n") continue
    trimEnd(line, /^[ \t]+/, 0)
    trimEnd(line, /(?<![ \t])[ \t]+$/, -1)
  }
  const all = lines.flat()
  trimEnd(all, /^\s+/, 0)
  trimEnd(all, /(?<!\s)\s+$/, -1)
  return merge(all).flatMap(splitSpaces)
}

function trimEnd(runs: Run[], spaces: RegExp, at: 0 | -1) {
  for (let run = runs.at(at); run; run = runs.at(at)) {
    if (isVerbatim(run)) return
    const text = run.text.replace(spaces, "")
    runs.splice(at, 1, ...(text === "" ? [] : [{ ...run, text }]))
    if (text !== "") return
  }
}

function splitSpaces(run: Run): Run[] {
  if (isVerbatim(run) || run.text.trim() === "") return [run]
  const start = run.text.length - run.text.trimStart().length
  const end = run.text.trimEnd().length
  return [run.text.slice(0, start), run.text.slice(start, end), run.text.slice(end)]
    .filter((text) => text !== "")
    .map((text) => ({ text, marks: run.marks }))
}

function merge(runs: Run[]) {
  const merged: Run[] = []
  for (const run of runs) {
    const last = merged.at(-1)
    const isSame =
      last?.marks.length === run.marks.length && run.marks.every((mark) => hasMark(last.marks, mark))
    const isApart = [last, run].some((one) => one?.isRaw || one?.text === "\n")
    if (last && isSame && !isApart) last.text += run.text
    else merged.push({ ...run })
  }
  return merged
}

/** The mark that lasts longest is the outer one; none but links begins or ends with spaces. */
function toPieces(runs: Run[], active: Mark[]): Piece[] {
  const pieces: Piece[] = []
  const inLink = active.some(({ type }) => type === "link")
  for (let at = 0; at < runs.length;) {
    const run = runs[at]
    if (!run) break
    let outer: Mark | undefined
    let end = at + 1
    for (const mark of run.marks) {
      if (mark.type === "code" || hasMark(active, mark) || (mark.type !== "link" && isSpace(run))) continue
      let last = at + 1
      while (last < runs.length && hasMark(runs[last]?.marks, mark)) last += 1
      while (mark.type !== "link" && isSpace(runs[last - 1])) last -= 1
      if (outer && last <= end) continue
      outer = mark
      end = last
    }
    if (outer) pieces.push(...around(outer, runs.slice(at, end), active))
    else if (isCode(run)) pieces.push({ kind: "raw", text: writeCode(run.text), inLink })
    else pieces.push({ kind: run.isRaw || run.text === "\n" ? "raw" : "text", text: run.text, inLink })
    at = end
  }
  return pieces
}

function isSpace(run: Run | undefined) {
  return run !== undefined && !isVerbatim(run) && run.text.trim() === ""
}

function around(mark: Mark, runs: Run[], active: Mark[]): Piece[] {
  const within = [...active, mark]
  if (mark.type === "link") {
    const [run] = runs
    if (
      run &&
      runs.length === 1 &&
      !isVerbatim(run) &&
      !mark.attrs.title &&
      isBare(run.text, mark.attrs.href)
    )
      // Marks within would make it one in brackets.
      if (run.marks.every((one) => hasMark(within, one)))
        return [{ kind: "address", text: run.text, href: mark.attrs.href }]
    return [
      { kind: "raw", text: "[", inLink: true },
      ...toPieces(runs, within),
      { kind: "raw", text: `](${writeTarget(mark.attrs.href, mark.attrs.title)})`, inLink: false },
    ]
  }
  const text = mark.type === "strike" ? "~~" : mark.type === "strong" ? "**" : "*"
  return [
    { kind: "delimiter", text, opens: true },
    ...toPieces(runs, within),
    { kind: "delimiter", text, opens: false },
  ]
}

/** Beside the stars of strong text Markdown could not tell whose stars are whose: there emphasis has underscores. */
function separateStars(pieces: Piece[]) {
  const open: (Piece & { kind: "delimiter" })[] = []
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== "delimiter") continue
    const opening = piece.opens ? piece : open.pop()
    if (piece.opens) open.push(piece)
    const isBeside = [pieces[index - 1], pieces[index + 1]].some(
      (other) => other?.kind === "delimiter" && other.text === "**",
    )
    if (opening?.text === "*" && isBeside) opening.text = "_"
    if (opening) piece.text = opening.text
  }
  return pieces
}

function isBare(text: string, href: string) {
  const [found] = findAddresses(text)
  if (found?.start !== 0 || found.end !== text.length || text.includes("\\")) return false
  return (
    found.href === href || (URL.canParse(href) && URL.canParse(found.href) && encodeURI(found.href) === href)
  )
}

function inBrackets(text: string, href: string): Piece[] {
  return [
    { kind: "raw", text: "[", inLink: true },
    { kind: "text", text, inLink: true },
    { kind: "raw", text: `](${writeTarget(href)})`, inLink: false },
  ]
}

function writeCode(text: string) {
  const taken = new Set((text.match(/`+/g) ?? []).map(({ length }) => length))
  let length = 1
  while (taken.has(length)) length += 1
  const fence = "`".repeat(length)
  const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && /[^ ]/.test(text))
  return isPadded ? `${fence} ${text} ${fence}` : fence + text + fence
}

/** All pieces as one text, and which of the addresses in it would not be read as the links that they are. */
function assemble(pieces: Piece[], hasDefinitions: boolean) {
  const written = pieces.map((piece, index) => {
    if (piece.kind !== "text") return piece.text
    const before = pieces[index - 1]?.text.at(-1) ?? "\n"
    const after = pieces[index + 1]?.text.at(0) ?? "\n"
    return escapeText(piece.text, { before, after, inLink: piece.inLink, hasDefinitions })
  })
  const broken = new Set(keepDelimiters(pieces, written))
  const line = written.join("")
  const ends = new Map(findAddresses(line).map(({ start, end }) => [start, end]))
  let start = 0
  for (const [index, text] of written.entries()) {
    if (pieces[index]?.kind === "address" && ends.get(start) !== start + text.length) broken.add(index)
    start += text.length
  }
  return { line, broken: [...broken].sort((a, b) => a - b) }
}

/**
 * Signs of emphasis only count where the letters beside them let them: « **« a »**b » is none. There the letter is written
 * as its number, which is punctuation to Markdown. Returns the addresses that are in the way.
 */
function keepDelimiters(pieces: Piece[], written: string[]) {
  const broken = new Set<number>()
  const order = [...pieces.keys()].filter((index) => pieces[index]?.kind === "delimiter")
  // What is written as a number changes what the sign beside it stands beside.
  for (let changed = true; changed;) {
    changed = false
    for (const index of order) {
      const piece = pieces[index]
      if (piece?.kind !== "delimiter") continue
      const [outer, inner] = piece.opens ? [index - 1, index + 1] : [index + 1, index - 1]
      const letter = letterOf(written[outer], piece.opens)
      const within = letterOf(written[inner], !piece.opens)
      if (!isLetter(letter) || (piece.text !== "_" && !PUNCTUATION.test(within))) continue
      if (pieces[outer]?.kind === "address") {
        broken.add(outer)
        continue
      }
      const text = written[outer] ?? ""
      const number = `&#${letter.codePointAt(0)};`
      // A backslash before a letter is one, before a sign it would have to be two; an underscore is no longer inside a word.
      const head = text
        .slice(0, -letter.length)
        .replace(/(?<!\\)(?:\\\\)*\\$/, "$&\\")
        .replace(/(?<=[\p{L}\p{N}])_$/u, "\\_")
      const rest = text.slice(letter.length).replace(/^_/, "\\_")
      written[outer] = piece.opens ? head + number : number + rest
      changed = true
    }
    order.reverse()
  }
  return [...broken]
}

/** The last or the first letter of a text; a line break where there is none. */
function letterOf(text = "", isLast: boolean) {
  return (isLast ? Array.from(text.slice(-2)).at(-1) : Array.from(text.slice(0, 2)).at(0)) ?? "\n"
}

function isLetter(sign: string) {
  return !PUNCTUATION.test(sign) && !/\s/.test(sign)
}

function isBalanced(address: string) {
  let depth = 0
  for (const sign of address) {
    if (sign === "(") depth += 1
    if (sign === ")") depth -= 1
    if (depth < 0 || depth > 30) return false
  }
  return depth === 0
}

function isCode({ marks }: Run) {
  return marks.some(({ type }) => type === "code")
}

function isVerbatim(run: Run) {
  return run.isRaw === true || isCode(run)
}

const PUNCTUATION = /^[\p{P}\p{S}]$/u

// In this order: escapes, code, emphasis, strike-through, footnotes, links, pictures, addresses in angle brackets, entities.
// A star between spaces and an underscore inside a word are no emphasis.
const SIGNS = [
  /\\(?=[!-/:-@[-`{-~\n])/,
  /`/,
  /(?<![ \t])\*|\*(?![ \t])/,
  /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
  /~(?=~)|(?<=~)~/,
  /\[(?=\^)|(?<=^\[)\^/,
  /\](?=\()/,
  /!(?=\[)/,
  /<(?=[^\s<>:@]*(?:[:@]|$))/,
  /&(?=#?\w{1,31};)/,
]
const SPECIAL = anyOf(SIGNS)
const SPECIAL_AND_BRACKETS = anyOf([...SIGNS, /[[\]]/])

function anyOf(patterns: RegExp[]) {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "gu")
}
