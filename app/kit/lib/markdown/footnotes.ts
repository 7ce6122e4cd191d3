import type { Env, MarkdownIt, StateBlock, Token } from "markdown-it"

type Note = { text: string; number?: number; uses: number }
/** `definitions` are where notes are written in a text that is read for an editor: lines from one to before another. */
export type Notes = { byLabel: Map<string, Note>; used: Note[]; definitions: Definition[] }
export type Definition = { label: string; text: string; start: number; end: number }

/**
 * Footnotes as GitHub writes them: `[^label]` in the text, `[^label]: …` on lines of their own. Each note is read once,
 * however often it is used; those that nothing leads to are not shown. `env.prefix` makes the ids differ between texts.
 */
export function addFootnotes(md: MarkdownIt) {
  md.block.ruler.before("reference", "footnote", define, { alt: ["paragraph", "reference"] })

  md.inline.ruler.before("link", "footnote_reference", (state, silent) => {
    if (!state.src.startsWith("[^", state.pos)) return false
    REFERENCE.lastIndex = state.pos
    const [mark, label = ""] = REFERENCE.exec(state.src) ?? []
    const notes = notesOf(state.env)
    const note = notes.byLabel.get(label)
    if (!mark || !note || state.linkLevel > 0 || note.uses >= MAX_USES) return false
    if (!silent) {
      note.number ??= notes.used.push(note)
      note.uses += 1
      state.push("footnote_reference", "", 0).meta = { label, number: note.number, use: note.uses }
    }
    state.pos += mark.length
    return true
  })

  md.core.ruler.after("inline", "footnotes", ({ env, tokens, Token }) => {
    const { used } = notesOf(env)
    const add = (type: string, nesting: Token["nesting"], number = 0) => {
      const token = new Token(type, "", nesting)
      token.block = true
      token.meta = { number }
      tokens.push(token)
    }
    if (used.length === 0) return
    add("footnotes_open", 1)
    // A note may lead to another one: the list grows while it is read.
    for (const [index, { text }] of used.entries()) {
      add("footnote_open", 1, index + 1)
      tokens.push(...parseNote(md, text, env))
      add("footnote_close", -1, index + 1)
    }
    add("footnotes_close", -1)
  })

  Object.assign(md.renderer.rules, RENDERED)
}

function define(state: StateBlock, start: number, end: number, silent: boolean) {
  const label = DEFINITION.exec(lineOf(state, start))?.[1]
  if (!label || state.blkIndent > 0 || state.env.isNote) return false
  if (silent) return true
  const next = lineAfter(state, start, end)
  const { byLabel, definitions } = notesOf(state.env)
  const lines = state.getLines(start, next, 4, false)
  const text = lines.slice(lines.indexOf("]:") + 2).trim()
  definitions.push({ label, text, start, end: next })
  if (!byLabel.has(label)) byLabel.set(label, { text, uses: 0 })
  state.line = next
  return true
}

/** Behind a note's last line: an empty line ends it, unless what follows is indented. */
function lineAfter(state: StateBlock, start: number, end: number) {
  let line = start + 1
  while (line < end) {
    const isIndented = (state.sCount[line] ?? 0) >= 4
    const isOwn = state.isEmpty(line) || isIndented || !state.isEmpty(line - 1)
    if (!isOwn || DEFINITION.test(lineOf(state, line))) break
    line += 1
  }
  return line
}

function lineOf(state: StateBlock, line: number) {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(start, Math.min(state.eMarks[line] ?? start, start + MAX_LABEL_LENGTH + 5))
}

function parseNote(md: MarkdownIt, text: string, env: Env) {
  const tokens: Token[] = []
  md.block.parse(text, md, { ...env, isNote: true }, tokens)
  for (const token of tokens)
    if (token.type === "inline") md.inline.parse(token.content, md, env, (token.children ??= []))
  return tokens
}

function notesOf(env: Env) {
  return (env.notes ??= { byLabel: new Map(), used: [], definitions: [] }) as Notes
}

type Rule = NonNullable<MarkdownIt["renderer"]["rules"][string]>

const RENDERED: Record<string, Rule> = {
  footnote_reference(tokens, index, _, env) {
    const { number, use } = tokens[index]?.meta ?? {}
    // The way back leads to the first use.
    const id = use === 1 ? ` id="ref-${env?.prefix}-${number}"` : ""
    return `<sup><a href="#note-${env?.prefix}-${number}"${id} aria-label="Note ${number}">${number}</a></sup>`
  },
  footnotes_open: () => '<section class="footnotes" aria-label="Notes">\n<ol>\n',
  footnote_open: (tokens, index, _, env) => `<li id="note-${env?.prefix}-${tokens[index]?.meta?.number}">\n`,
  footnote_close(tokens, index, _, env) {
    const number = tokens[index]?.meta?.number
    return `<a href="#ref-${env?.prefix}-${number}" aria-label="Retour au texte, note ${number}">↩</a></li>\n`
  },
  footnotes_close: () => "</ol>\n</section>\n",
}

/** Each use is a link of a hundred characters. */
const MAX_USES = 100
const MAX_LABEL_LENGTH = 50
const DEFINITION = /^\[\^([^\s[\]^]{1,50})\]:/
const REFERENCE = /\[\^([^\s[\]^]{1,50})\]/y
