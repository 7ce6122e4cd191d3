import { type Goal, goalsOf, isWildcard, type Rule, stemOf, stemsAbove } from "./rules.ts"

/** What a rule may not stand beside: itself, one that it leads to, or one that leads to it. */
export type Conflict = { with: "self" } | { with: "target" | "source"; rule: Rule }

/**
 * Rules of which none leads to where another one leads on. It is refused whichever of two rules would win, so that
 * deleting one never makes a chain of others.
 */
export function makeRuleSet(rules: Iterable<Rule>) {
  const bySource = new Map<string, Rule>()
  /** By where they lead. */
  const goals = index()
  const openGoals = index()
  /** By all that their goals and sources lie below: only rules with a star ask for it. */
  let below: { goal: Index; source: Index } | undefined
  let looks = 0

  function* placesOf(rule: Rule) {
    for (const { key, isOpen } of goalsOf(rule)) yield [isOpen ? openGoals : goals, key] as const
  }

  function* placesBelow(rule: Rule, { goal, source }: { goal: Index; source: Index }) {
    for (const above of strictlyAbove(stemOf(rule))) yield [source, above] as const
    for (const { key } of goalsOf(rule)) for (const above of strictlyAbove(key)) yield [goal, above] as const
  }

  /** For the few rules that are saved by hand all others are looked through; for those of a table they are sorted once. */
  function findBelow(where: "goal" | "source", key: string) {
    if (!below && (looks += 1) > MAX_LOOKS) below = sortBelow()
    if (below) return below[where].first(key)
    const isBelow = (path: string) => path !== key && (key === "/" || path.startsWith(`${key}/`))
    return bySource
      .values()
      .find((rule) =>
        where === "source" ? isBelow(stemOf(rule)) : goalsOf(rule).some((goal) => isBelow(goal.key)),
      )
  }

  function sortBelow() {
    const sorted = { goal: index(), source: index() }
    for (const rule of bySource.values())
      for (const [place, key] of placesBelow(rule, sorted)) place.add(key, rule)
    return sorted
  }

  function add(rule: Rule) {
    bySource.set(rule.source, rule)
    for (const [place, key] of placesOf(rule)) place.add(key, rule)
    if (below) for (const [place, key] of placesBelow(rule, below)) place.add(key, rule)
  }

  /** @param rule as it was added: the same object */
  function remove(rule: Rule) {
    bySource.delete(rule.source)
    for (const [place, key] of placesOf(rule)) place.remove(key, rule)
    if (below) for (const [place, key] of placesBelow(rule, below)) place.remove(key, rule)
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
    bySource.get(key) ?? wildcardAbove(key) ?? (isOpen ? findBelow("source", key) : undefined)

  /** The rule that leads to (some of) what another one answers at. */
  function ruleLeadingTo(rule: Rule) {
    const stem = stemOf(rule)
    const found = goals.first(stem) ?? (isWildcard(rule) ? findBelow("goal", stem) : undefined)
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
  return {
    ...{ add, remove, conflictOf },
    get: (source: string) => bySource.get(source),
    size: () => bySource.size,
    values: () => bySource.values(),
  }
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

const MAX_LOOKS = 10

type Index = ReturnType<typeof index>

/** Most keys have one rule, which then stands there without a set around it. */
function index() {
  const rules = new Map<string, Rule | Set<Rule>>()
  return {
    add(key: string, rule: Rule) {
      const known = rules.get(key)
      if (known instanceof Set) known.add(rule)
      else rules.set(key, known && known !== rule ? new Set([known, rule]) : rule)
    },
    remove(key: string, rule: Rule) {
      const known = rules.get(key)
      if (known instanceof Set) known.delete(rule)
      if (known === rule || (known instanceof Set && known.size === 0)) rules.delete(key)
    },
    first(key: string) {
      const known = rules.get(key)
      return known instanceof Set ? known.values().next().value : known
    },
  }
}
