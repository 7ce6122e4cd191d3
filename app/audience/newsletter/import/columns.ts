import { emailAddress } from "#app/accounts/auth/auth.schema.ts"
import { findHeader, findTitles, simplify } from "#app/kit/lib/tables.ts"
import { type StateColumn, stateColumn } from "./list-states.ts"

/** Where a list has what, by the place of the column, and what those are called; its people stand below so many lines. */
export type Columns = {
  email: number
  names: number[]
  states: (StateColumn & { at: number })[]
  /** Of which nothing comes along. */
  left: number[]
  header: string[] | null
  above: number
}

/** What a column of addresses is called (`simplify`). */
export const EMAIL =
  /^(e-?mail|mail|courriel|adresse e-?mail|adresse mail|adresse electronique|email address|e-mail address)$/
const NAMES = {
  whole: /^(nom complet|nom et prenom|prenom et nom|full ?name|name|nom|display name)$/,
  first: /^(prenom|first ?name|given name)$/,
  last: /^(nom|nom de famille|last ?name|surname|family name)$/,
}

/** @param rows the first ones @returns where their addresses are; undefined where there are none */
export function findColumns(rows: string[][]): Columns | undefined {
  const first = rows.findIndex((cells) => cells.some((cell) => readEmail(cell) !== undefined))
  if (first < 0) return undefined
  const head = rows.slice(0, first)
  const title = first === 0 ? undefined : (findHeader(head, [EMAIL, ...Object.values(NAMES)]) ?? widest(head))
  const header = title === undefined ? null : (head[title] ?? null)
  const above = (title ?? -1) + 1
  const people = rows.slice(above)
  const width = Math.max(...rows.map((row) => row.length))
  const addresses = Array.from(
    { length: width },
    (_, at) => people.filter((row) => readEmail(row[at] ?? "") !== undefined).length,
  )
  const titled = (header ?? []).findIndex((cell, at) => addresses[at] && EMAIL.test(simplify(cell)))
  const email = titled < 0 ? addresses.indexOf(Math.max(...addresses)) : titled
  const titles = (header ?? []).map((cell, at) => (at === email ? "" : cell))
  const found = findTitles(titles, NAMES)
  const names = found.first === undefined ? [found.whole] : [found.first, found.last]
  const states = Array.from({ length: width }, (_, at) => ({
    at,
    ...stateColumn(
      header ? (header[at] ?? "") : undefined,
      people.map((row) => row[at] ?? ""),
    ),
  })).filter(({ at }) => at !== email)
  const named = names.filter((at) => at !== undefined)
  const left = states.filter(
    ({ at, sense }) => sense === "mention" && !named.includes(at) && header?.[at]?.trim(),
  )
  return { email, names: named, states, left: left.map(({ at }) => at), header, above }
}

/** Of lines that name nothing known, the one that fills most cells. */
function widest(rows: string[][]) {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== "").length)
  return filled.indexOf(Math.max(...filled))
}

/** What a column is called: its title, or its letter as in spreadsheets. */
export function labelOf({ header }: Columns, at: number) {
  return (
    readName([header?.[at] ?? ""]).slice(0, MAX_TITLE) || `colonne ${String.fromCharCode(65 + (at % 26))}`
  )
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
const MAX_TITLE = 60

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
