import { readRule } from "#app/base/redirects/read-rule.ts"
import { CODES, MAX_LINES } from "#app/base/redirects/redirects.schema.ts"
import type { Rule } from "#app/base/redirects/rules.ts"
import { openTable, TableError, type TableLine } from "#app/kit/lib/read-table.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { findHeader, findTitles } from "#app/kit/lib/tables.ts"

/** A line of a table: a rule as it would be stored, or why it is none. */
export type RuleLine = { line: number; text: string } & (
  { rule: Pick<Rule, "source" | "target"> } | { problem: string }
)

const NAMES = {
  source: /^(source|source url|ancienne adresse|ancienne|ancien|from|old|old url|de)$/,
  target: /^(cible|target|target url|destination|nouvelle adresse|nouvelle|nouveau|to|new|new url|vers)$/,
  code: /^(code|http code|statut|status|type de redirection)$/,
  // The plug-in « Redirection » of WordPress has it.
  regex: /^regex$/,
}
/** Among so many the columns are named, if they are: above may stand what the whole is called. */
const HEAD_LINES = 10
const PLACES: Partial<Record<keyof typeof NAMES, number>> = { source: 0, target: 1, code: 2 }

/**
 * Reads a table of rules: old address, new address and code, in this order or as its first line names them.
 *
 * @returns at most `MAX_LINES`, or what is wrong with the table as a whole
 */
export async function readRules(csv: string): Promise<{ rules: RuleLine[] } | { problem: string }> {
  const read: TableLine[] = []
  try {
    const { lines } = await openTable(new Blob([csv]).stream())
    for await (const line of lines) {
      if (read.length === MAX_LINES + HEAD_LINES) return { problem: TOO_MANY }
      read.push(line)
    }
  } catch (error) {
    if (error instanceof TableError) return { problem: error.message }
    throw error
  }
  const head = read.slice(0, HEAD_LINES).map(({ cells }) => cells)
  const at = findHeader(head, [NAMES.source]) ?? -1
  const places = head[at] ? findTitles(head[at], NAMES) : PLACES
  const rules = read.slice(at + 1)
  if (rules.length > MAX_LINES) return { problem: TOO_MANY }
  return { rules: rules.map((line) => readLine(line, places)) }
}

const TOO_MANY = "Le tableau a plus de 10 000 lignes : partagez-le en plusieurs"

function readLine({ line, cells }: TableLine, places: typeof PLACES): RuleLine {
  const cell = (name: keyof typeof NAMES) => cells[places[name] ?? -1]?.trim() ?? ""
  const told = {
    line,
    text: cells
      .map((text) => text.trim())
      .join(" ; ")
      .slice(0, 300),
  }
  const code = cell("code") || "301"
  if (!(CODES as readonly string[]).includes(code))
    return { ...told, problem: `Code ${code.slice(0, 20)} : seuls 301 et 410 sont possibles` }
  if (/^(1|true|yes|oui)$/i.test(cell("regex")))
    return { ...told, problem: "Les expressions régulières ne sont pas possibles : utilisez une étoile" }
  const read = readRule({ source: cell("source"), target: cell("target"), code }, getSettings().publicUrl)
  return read.ok
    ? { ...told, rule: read.rule }
    : { ...told, problem: read.errors.source ?? read.errors.target ?? "" }
}
