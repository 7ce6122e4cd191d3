import type { Conflict } from "./conflicts.ts"
import type { Rule } from "./rules.ts"

export const PATH = "/admin/redirects"
export const MISSING_PATH = `${PATH}/missing`
export const IMPORT_PATH = `${PATH}/import`

export const CODE_OPTIONS = [
  { value: "301", label: "Elle a une nouvelle adresse" },
  { value: "410", label: "Elle est supprimée" },
] as const

/** A rule in a sentence: « /ancien → /nouveau ». */
export function spellRule({ source, target }: Pick<Rule, "source" | "target">) {
  return target === null ? `${source} (supprimée)` : `${source} → ${target}`
}

/** What is wrong with a rule that makes a loop or a chain, by the field that has to change. */
export function describeConflict(conflict: Conflict): { source?: string; target?: string } {
  if (conflict.with === "self")
    return { target: "La nouvelle adresse ramène à l’ancienne : la redirection tournerait en rond" }
  const named = `« ${spellRule(conflict.rule)} »`
  if (conflict.with === "source")
    return { source: `La règle ${named} mène déjà ici : faites-la d’abord mener à l’adresse finale` }
  return conflict.rule.target === null
    ? { target: `Cette adresse est elle-même supprimée, par la règle ${named}` }
    : { target: `Cette adresse est elle-même redirigée, par la règle ${named} : indiquez l’adresse finale` }
}

export const TAKEN = "Cette adresse a déjà une règle"
export const REPLACES =
  "Une page du site se trouve à cette adresse : pour rediriger quand même, cochez la case ci-dessous"
export const FULL = "Il y a déjà 200 000 règles : supprimez-en d’abord"
