import { decodeText } from "#app/kit/lib/decode-text.ts"
import { guessDelimiter, simplify, toldDelimiter } from "#app/kit/lib/tables.ts"
import { EMAIL, findColumns, readEmail } from "./columns.ts"

/** So many lines tell it. */
const ROWS = 50
/** What no list of people has beside their addresses: passwords, texts, places of a site, sounds. */
const OF_CONTENT = [
  /^((encrypted|hashed) password|password( (hash|digest))?|mot de passe|user pass)$/,
  /^(content|contenu|text|texte|body|corps|html|(content|body) html|markdown|message|excerpt|extrait)$/,
  /^(slug|post name|permalink|permalien|guid|session id|episode|(episode|post|article) id)$/,
  /^(audio|audio (url|file)|enclosure|enclosure url|(youtube|spotify|media) url)$/,
  /^(author|auteur|autrice|author name)$/,
]
const TITLE = /^(title|titre|(post|episode) title)$/
const FIRST_NAME = /^(prenom|first ?name|given name)$/
/** Whose address it is where it stands beside something else. */
const OF_SOMEBODY_ELSE =
  /\b(author|auteur|autrice|guest|invitee?|comment|commentaire)\b|^(by|par|created by|updated by|from|to|de|vers)$/
/** Of an account, unless subscribing is spoken of. */
const OF_ACCOUNTS = /^(user id|(user )?roles?|user login|last sign ?in at|raw (user|app) meta ?data)$/
const SUBSCRIBING = /subscri|abonn|newsletter|infolettre|\bopt(ed)?[ -]?(in|out)\b|optin/

/**
 * Whether a file is a list of people, as those who send letters, spreadsheets and databases write it: a table in which most lines have
 * an address of their own in one column, and that is not of something else that somebody's address stands beside (an account, a
 * comment, an article).
 *
 * @param head its first kilobytes
 */
export function isPeopleList(name: string, head: Uint8Array) {
  const text = decodeText(wholeLines(head)).replace(/\r\n?/g, "\n")
  if (/^\s{0,1000}[<{[]/.test(text) || /\p{Cc}/u.test(text.replace(/[\n\t\f]/g, ""))) return false
  const { line, sign } = toldDelimiter(text)
  const rest = text.slice(line.length)
  const rows = splitRows(rest, sign ?? guessDelimiter(rest))
  const columns = findColumns(rows)
  if (!columns) return isEmptyList(rows)
  const people = rows.slice(columns.above)
  const addresses = people.flatMap((cells) => readEmail(cells[columns.email] ?? "") ?? [])
  const areMost = 2 * addresses.length > people.length && 2 * new Set(addresses).size >= addresses.length
  return areMost && isOfPeople(name, columns.header ?? [], columns.email)
}

/** One that nobody is on has its titles alone. */
function isEmptyList(rows: string[][]) {
  const [header = [], ...others] = rows
  const email = header.findIndex((title) => EMAIL.test(simplify(title)))
  return others.length === 0 && email >= 0 && header.length > 1 && isOfPeople("", header, email)
}

function isOfPeople(name: string, header: string[], email: number) {
  const titles = header.map(simplify)
  const has = (pattern: RegExp) => titles.some((title, at) => at !== email && pattern.test(title))
  if (OF_CONTENT.some(has) || OF_SOMEBODY_ELSE.test(titles[email] ?? "")) return false
  if (has(TITLE) && !has(FIRST_NAME)) return false
  return !has(OF_ACCOUNTS) || SUBSCRIBING.test(simplify(name)) || has(SUBSCRIBING)
}

/** Of what was cut somewhere, as far as a line ends. */
function wholeLines(head: Uint8Array) {
  const end = Math.max(head.lastIndexOf(10), head.lastIndexOf(13))
  return end > 0 && head.length >= CUT_BYTES ? head.subarray(0, end + 1) : head
}

const CUT_BYTES = 16_384

/** The cells of the first lines (RFC 4180); empty lines are left out. */
function splitRows(text: string, delimiter: string) {
  const rows: string[][] = []
  let cells: string[] = []
  let cell = ""
  let isQuoted = false
  const endCell = () => {
    cells.push(cell)
    cell = ""
  }
  for (let at = 0; at < text.length && rows.length < ROWS; at += 1) {
    const letter = text[at] ?? ""
    if (letter === '"' && (isQuoted || cell === "")) {
      if (isQuoted && text[at + 1] === '"') cell += text[(at += 1)]
      else isQuoted = !isQuoted
    } else if (isQuoted || (letter !== delimiter && letter !== "\n")) cell += letter
    else {
      endCell()
      if (letter === delimiter) continue
      if (cells.some((one) => one.trim() !== "")) rows.push(cells)
      cells = []
    }
  }
  // A cell that does not end is of a line that was cut.
  if (!isQuoted && rows.length < ROWS) endCell()
  if (cells.some((one) => one.trim() !== "")) rows.push(cells)
  return rows
}
