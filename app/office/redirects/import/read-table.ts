import { readRule } from "#app/base/redirects/read-rule.ts"
import { CODES, MAX_RULES } from "#app/base/redirects/redirects.schema.ts"
import type { Rule } from "#app/base/redirects/rules.ts"
import { parseCsv } from "./csv.ts"

/** A line of a table: a rule as it would be stored, or why it is none. */
export type TableLine = { line: number; text: string } & (
  { rule: Pick<Rule, "source" | "target"> } | { problem: string }
)

const NAMES = {
  source: /^(source|source url|ancienne adresse|ancienne|ancien|from|old|old url|de)$/,
  target: /^(cible|target|target url|destination|nouvelle adresse|nouvelle|nouveau|to|new|new url|vers)$/,
  code: /^(code|http code|statut|status|type de redirection)$/,
  // The plug-in « Redirection » of WordPress has it.
  regex: /^regex$/,
}
const PLACES = { source: 0, target: 1, code: 2, regex: -1 }

/**
 * Reads a table of rules: old address, new address and code, in this order or as its first line names them.
 *
 * @returns one more line than there may be rules at most, which tells that there were too many
 */
export function readTable(csv: string, publicUrl: string): TableLine[] {
  const rows = parseCsv(csv, MAX_RULES + 2)
  const names = (rows[0]?.cells ?? []).map((cell) => cell.toLowerCase())
  const hasNames = names.some((name) => NAMES.source.test(name))
  const placeOf = (name: keyof typeof NAMES) =>
    hasNames ? names.findIndex((cell) => NAMES[name].test(cell)) : PLACES[name]
  const places = {
    source: placeOf("source"),
    target: placeOf("target"),
    code: placeOf("code"),
    regex: placeOf("regex"),
  }

  return rows.slice(hasNames ? 1 : 0, MAX_RULES + 1 + (hasNames ? 1 : 0)).map(({ line, cells }) => {
    const cell = (name: keyof typeof places) => cells[places[name]] ?? ""
    const told = { line, text: cells.join(" ; ").slice(0, 300) }
    const code = cell("code") || "301"
    if (!(CODES as readonly string[]).includes(code))
      return { ...told, problem: `Code ${code.slice(0, 20)} : seuls 301 et 410 sont possibles` }
    if (/^(1|true|yes|oui)$/i.test(cell("regex")))
      return { ...told, problem: "Les expressions régulières ne sont pas possibles : utilisez une étoile" }
    const read = readRule({ source: cell("source"), target: cell("target"), code }, publicUrl)
    return read.ok
      ? { ...told, rule: read.rule }
      : { ...told, problem: read.errors.source ?? read.errors.target ?? "" }
  })
}
