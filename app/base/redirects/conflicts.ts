import { type Goal, goalsOf, isWildcard, type Rule, stemOf, stemsAbove } from "./rules.ts"

/** What a rule may not stand beside: itself, one that it leads to, or one that leads to it. */
export type Conflict = { with: "self" } | { with: "target" | "source"; rule: Rule }

/**
 * Rules of which none leads to where another one leads on. It is refused whichever of two rules would win, so that
 * deleting one never makes a chain of others.
 */
export function makeRuleSet(rules: Iterable<Rule>) {
  const bySource = new Map<string, Rule>()
  /** By where they lead, and by all that this lies below. */
  const goals = index()
  const openGoals = index()
  const belowGoal = index()
  const belowSource = index()

  function* placesOf(rule: Rule) {
    for (const above of strictlyAbove(stemOf(rule))) yield [belowSource, above] as const
    for (const { key, isOpen } of goalsOf(rule)) {
      yield [isOpen ? openGoals : goals, key] as const
      for (const above of strictlyAbove(key)) yield [belowGoal, above] as const
    }
  }

  function add(rule: Rule) {
    bySource.set(rule.source, rule)
    for (const [place, key] of placesOf(rule)) place.add(key, rule)
  }

  /** @param rule as it was added: the same object */
  function remove(rule: Rule) {
    bySource.delete(rule.source)
    for (const [place, key] of placesOf(rule)) place.remove(key, rule)
  }

  const wildcardAbove = (key: string) => {
    for (const stem of stemsAbove(key)) {
      const rule = bySource.get(stem === "/" ? "/*" : `${stem}/*`)
      if (rule) return rule
    }
    return undefined
  }

  /** The rule that answers at (some of) a goal. */
  const ruleAt = ({ key, isOpen }: Goal) =>
    bySource.get(key) ?? wildcardAbove(key) ?? (isOpen ? belowSource.first(key) : undefined)

  /** The rule that leads to (some of) what another one answers at. */
  function ruleLeadingTo(rule: Rule) {
    const stem = stemOf(rule)
    const found = goals.first(stem) ?? (isWildcard(rule) ? belowGoal.first(stem) : undefined)
    if (found) return found
    for (const above of stemsAbove(stem)) {
      const open = openGoals.first(above)
      if (open) return open
    }
    return undefined
  }

  /** What a rule that is not among them would break; undefined when it fits in. */
  function conflictOf(rule: Rule): Conflict | undefined {
    if (goalsOf(rule).some((goal) => answersAt(rule, goal))) return { with: "self" }
    for (const goal of goalsOf(rule)) {
      const next = ruleAt(goal)
      if (next) return { with: "target", rule: next }
    }
    const former = ruleLeadingTo(rule)
    return former && { with: "source", rule: former }
  }

  for (const rule of rules) add(rule)
  return { add, remove, conflictOf, get: (source: string) => bySource.get(source), size: () => bySource.size }
}

export type RuleSet = ReturnType<typeof makeRuleSet>

/** Whether a rule answers at (some of) a goal. */
export function answersAt(rule: Rule, { key, isOpen }: Goal) {
  const stem = stemOf(rule)
  const isAbove = (upper: string, lower: string) =>
    upper === "/" || lower === upper || lower.startsWith(`${upper}/`)
  if (isWildcard(rule)) return isAbove(stem, key) || (isOpen && isAbove(key, stem))
  return isOpen ? isAbove(key, stem) : key === stem
}

function* strictlyAbove(key: string) {
  for (const stem of stemsAbove(key)) if (stem !== key) yield stem
}

function index() {
  const rules = new Map<string, Set<Rule>>()
  return {
    add(key: string, rule: Rule) {
      const known = rules.get(key)
      if (known) known.add(rule)
      else rules.set(key, new Set([rule]))
    },
    remove(key: string, rule: Rule) {
      const known = rules.get(key)
      known?.delete(rule)
      if (known?.size === 0) rules.delete(key)
    },
    first: (key: string) => rules.get(key)?.values().next().value,
  }
}
