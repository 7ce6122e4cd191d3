import { emailAddress } from "#app/accounts/auth/auth.schema.ts"
import { findTitles, simplify } from "#app/kit/lib/tables.ts"

/** Where a list has what, by the place of the column; and what those are called. */
export type Columns = { email: number; names: number[]; state: number | undefined; header: string[] | null }

const EMAIL =
  /^(e-?mail|mail|courriel|adresse e-?mail|adresse mail|adresse electronique|email address|e-mail address)$/
const OTHERS = {
  whole: /^(nom complet|nom et prenom|prenom et nom|full ?name|name|nom|display name)$/,
  first: /^(prenom|first ?name|given name)$/,
  last: /^(nom|nom de famille|last ?name|surname|family name)$/,
  state: /^(etat|statut|status|state|subscription status|member ?status)$/,
}

/** @param rows the first ones @returns where their addresses are; undefined where there are none */
export function findColumns(rows: string[][]): Columns | undefined {
  const [first = []] = rows
  const header = first.some((cell) => readEmail(cell) !== undefined) ? null : first
  const width = Math.max(0, ...rows.map((row) => row.length))
  const addresses = Array.from(
    { length: width },
    (_, at) => rows.filter((row) => readEmail(row[at] ?? "") !== undefined).length,
  )
  const most = Math.max(0, ...addresses)
  if (most === 0) return undefined
  const named = (header ?? []).findIndex((title, at) => addresses[at] && EMAIL.test(simplify(title)))
  const email = named < 0 ? addresses.indexOf(most) : named
  const titles = (header ?? []).map((title, at) => (at === email ? "" : title))
  const others = findTitles(titles, OTHERS)
  const names = others.first === undefined ? [others.whole] : [others.first, others.last]
  return { email, names: names.filter((at) => at !== undefined), state: others.state, header }
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
