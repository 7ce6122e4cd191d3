import type { RuleSet } from "#app/base/redirects/conflicts.ts"
import { describeConflict, FULL } from "#app/base/redirects/redirects.copy.ts"
import { MAX_RULES } from "#app/base/redirects/redirects.schema.ts"
import type { Rule } from "#app/base/redirects/rules.ts"
import type { RuleLine } from "./read-rules.server.ts"

type Written = { line: number; rule: Pick<Rule, "source" | "target"> }

/** What an import makes of each line of its table. */
export type ImportPlan = {
  added: Written[]
  changed: (Written & { before: Rule })[]
  unchanged: number
  refused: { line: number; text: string; problem: string }[]
}

/**
 * Holds the lines of a table against the rules there are, and against each other; what fits is added to them. What breaks something is tried again
 * after the others: it may be a later line that makes room for it.
 */
export function planImport(lines: RuleLine[], rules: RuleSet): ImportPlan {
  const plan: ImportPlan = { added: [], changed: [], unchanged: 0, refused: [] }
  const lineOf = new Map<string, number>()
  let waiting: { line: number; text: string; rule: Rule; before?: Rule }[] = []

  for (const line of lines) {
    if ("problem" in line) {
      plan.refused.push(line)
      continue
    }
    const { source, target } = line.rule
    const former = lineOf.get(source)
    const before = rules.get(source)
    if (former !== undefined) {
      plan.refused.push({ ...line, problem: `Cette adresse est déjà à la ligne ${former}` })
      continue
    }
    lineOf.set(source, line.line)
    if (before?.target === target) plan.unchanged += 1
    else
      waiting.push({
        line: line.line,
        text: line.text,
        rule: { id: before?.id ?? 0, source, target },
        before,
      })
  }

  for (let isMoving = true; isMoving;) {
    const left = waiting.filter(({ rule, before, line }) => {
      if (before) rules.remove(before)
      if ((!before && rules.size() >= MAX_RULES) || rules.conflictOf(rule)) {
        if (before) rules.add(before)
        return true
      }
      rules.add(rule)
      if (before) plan.changed.push({ line, rule, before })
      else plan.added.push({ line, rule })
      return false
    })
    isMoving = left.length > 0 && left.length < waiting.length
    waiting = left
  }

  for (const { line, text, rule, before } of waiting) {
    if (before) rules.remove(before)
    const conflict = rules.conflictOf(rule)
    if (before) rules.add(before)
    const { source, target } = conflict ? describeConflict(conflict) : { source: FULL }
    plan.refused.push({ line, text, problem: source ?? target ?? "" })
  }
  plan.refused.sort((a, b) => a.line - b.line)
  return plan
}
