import { findAddresses } from "#app/kit/lib/addresses.ts"

/**
 * Escapes what Markdown would read as markup inside a line, and only that: editors see these texts.
 * Web and e-mail addresses stay untouched, since they become links by themselves.
 */
export function escapeInline(text: string, { inLink = false } = {}) {
  if (inLink) return text.replace(SPECIAL_IN_LINK, "\\$&")
  const pieces: string[] = []
  let rest = 0
  for (const { start, end } of findAddresses(text)) {
    pieces.push(text.slice(rest, start).replace(SPECIAL, "\\$&"), text.slice(start, end))
    rest = end
  }
  pieces.push(text.slice(rest).replace(SPECIAL, "\\$&"))
  return pieces.join("")
}

/** Keeps a line from becoming a heading, a quotation, a numbered item, a rule or a code block by accident. */
export function guardLine(line: string): string {
  const text = line.trim()
  const item = /^-[ \t]+(.*)$/s.exec(text)?.[1]
  // A row of dashes or equal signs would turn the line above it into a heading.
  if (/^(\+|[=\-:|][=\-:| \t]*)$/.test(text) || /^(#{1,6}(\s|$)|>|\+\s)/.test(text)) return `\\${text}`
  if (item) return /^[-*]\s/.test(item) ? `\\${text}` : `- ${guardLine(item).replace(TASK, "\\[")}`
  return text.replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
}

/** The Markdown of a text without tags: its line breaks are kept, lines that begin with a dash or a star are a list. */
export function plainToMarkdown(text: string) {
  const lines: string[] = []
  for (const source of escapeInline(text.replace(/^[ \t]*\*[ \t]+(?=\S)/gm, "- ")).split("\n")) {
    const line = guardLine(source)
    const previous = lines.at(-1)
    if (line === "" && (previous === "" || previous === undefined)) continue
    // Without an empty line the text after a list would belong to its last item.
    if (line !== "" && previous && isBullet(previous) && !isBullet(line)) lines.push("")
    lines.push(line)
  }
  return lines.join("\n").trimEnd()
}

function isBullet(line: string) {
  return line.startsWith("- ")
}

/** A box that a feed drew with brackets. */
const TASK = /^\[(?=[ x]\])/i

// In this order: escapes, code, emphasis, strike-through, footnotes, tags and address marks, entities.
// An underscore inside a word is no emphasis in Markdown.
const MARKS = [
  /\\(?=[!-/:-@[-`{-~\s]|$)/,
  /`/,
  /(?<!\S[ \t])\*|\*(?![ \t]\S)/,
  /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
  /~(?=~)|(?<!\s)~/,
  /\[(?=\^)/,
  // Also before what is no tag but a mail address: `<1@a>`. Linear: none looks past the next one.
  /<(?=[a-z/!?]|$|[^\s<>@]+@)/i,
  /&(?=#?\w{1,31};)/,
]
const SPECIAL = anyOf([...MARKS, /\](?=[([:])/])
const SPECIAL_IN_LINK = anyOf([...MARKS, /[[\]]|(?<=\])\(/])

function anyOf(patterns: RegExp[]) {
  return new RegExp(patterns.map((pattern) => pattern.source).join("|"), "giu")
}
