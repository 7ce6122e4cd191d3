import { emailAddress } from "#app/accounts/auth/auth.schema.ts"

/** How the cells of a line are parted. */
export const DELIMITERS = { ";": "point-virgule", ",": "virgule", "\t": "tabulation", "|": "barre" } as const
export type Delimiter = keyof typeof DELIMITERS

/** The sign that parts most cells of the first line that says something. */
export function guessDelimiter(text: string): Delimiter {
  const [line = ""] = text
    .replace(/"[^"]*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
  const counts = (Object.keys(DELIMITERS) as Delimiter[]).map((sign) => ({
    sign,
    count: line.split(sign).length,
  }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ";"
}

/** Where a list has what, by the place of the column; and what those are called. */
export type Columns = { email: number; names: number[]; state: number | undefined; header: string[] | null }

const EMAIL =
  /^(e-?mail|mail|courriel|adresse e-?mail|adresse mail|adresse electronique|email address|e-mail address)$/
const WHOLE_NAME = /^(nom complet|nom et prenom|prenom et nom|full ?name|name|nom|display name)$/
const FIRST_NAME = /^(prenom|first ?name|given name)$/
const LAST_NAME = /^(nom|nom de famille|last ?name|surname|family name)$/
const STATE = /^(etat|statut|status|state|subscription status|member ?status)$/

/** @param rows the first ones @returns where their addresses are; undefined where there are none */
export function findColumns(rows: string[][]): Columns | undefined {
  const [first = []] = rows
  const header = first.some((cell) => readEmail(cell) !== undefined) ? null : first
  const body = header ? rows.slice(1) : rows
  const width = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => ({
    at,
    label: simplify(header?.[at] ?? ""),
    addresses: body.filter((row) => readEmail(row[at] ?? "") !== undefined).length,
  }))
  const found = columns.filter(({ addresses }) => addresses > 0)
  const email =
    found.find(({ label }) => EMAIL.test(label)) ??
    found.toSorted((one, other) => other.addresses - one.addresses)[0]
  if (!email) return undefined
  const named = (pattern: RegExp) =>
    columns.find(({ at, label }) => at !== email.at && pattern.test(label))?.at
  const firstName = named(FIRST_NAME)
  const names = firstName === undefined ? [named(WHOLE_NAME)] : [firstName, named(LAST_NAME)]
  return {
    email: email.at,
    names: names.filter((at) => at !== undefined),
    state: named(STATE),
    header,
  }
}

/** What a column is called: its title, or its letter as in spreadsheets. */
export function labelOf({ header }: Columns, at: number) {
  return header?.[at]?.trim() || `colonne ${String.fromCharCode(65 + (at % 26))}`
}

/** The address in a cell, as lists write it: `Awa <awa@exemple.fr>`, `mailto:…`, or kept from being a formula by an apostrophe. */
export function readEmail(cell: string) {
  const inner = /<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell
  const address = inner
    .trim()
    .replace(/^'/, "")
    .replace(/^mailto:/i, "")
  if (address.length > 255 || !address.includes("@")) return undefined
  const parsed = emailAddress.safeParse(address)
  return parsed.success ? parsed.data : undefined
}

const MAX_NAME = 100

/** A name as it may be stored and shown: one line, nothing unseen in it. */
export function readName(cells: string[]) {
  const name = cells
    .join(" ")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    // As our own export keeps it from being a formula.
    .replace(/^'(?=[=+\-@])/, "")
  return [...name].slice(0, MAX_NAME).join("")
}

/** Whether a list says of somebody that they left, or that their address is none: they are not taken along. */
export function saysGone(state: string) {
  return /unsub|desab|desins|clean|bounc|refus|complain|spam|suppr|archiv/.test(simplify(state))
}

function simplify(text: string) {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase()
}
