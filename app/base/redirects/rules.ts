import { isReserved, numbersIn, pathKey, segmentsOf, SITE } from "./addresses.ts"

/** Where one address leads now; without a target it is gone for good. */
export type Rule = { id: number; source: string; target: string | null }
export type Match = { rule: Rule; rest: string }

/** Its old address is told by a number: `/?p=12`. */
const isNumbered = ({ source }: Pick<Rule, "source">) => source.includes("?")

export const isWildcard = ({ source }: Pick<Rule, "source">) => source.endsWith("/*")

/** What a rule's source is without its star: `/2023` of `/2023/*`. */
export const stemOf = ({ source }: Pick<Rule, "source">) =>
  source.endsWith("/*") ? source.slice(0, -2) || "/" : source

/** The stems that lead to a path, the longest first; as many as `deepest` has parts at most. */
export function* stemsAbove(key: string, deepest = Infinity) {
  const parts = key === "/" ? [] : key.slice(1).split("/")
  for (let depth = Math.min(parts.length, deepest); depth >= 0; depth -= 1)
    yield `/${parts.slice(0, depth).join("/")}`
}

/** Rules to look an address up in; it takes as long among many rules as among few. */
export function makeRuleTable(rules: Iterable<Rule>) {
  const exact = new Map<string, Rule>()
  const wildcards = new Map<string, Rule>()
  let deepest = 0
  let isAnyNumbered = false

  function add(some: Iterable<Rule>) {
    for (const rule of some) {
      const stem = stemOf(rule)
      isAnyNumbered ||= isNumbered(rule)
      if (isWildcard(rule)) deepest = Math.max(deepest, segmentsOf(stem).length)
      ;(isWildcard(rule) ? wildcards : exact).set(stem, rule)
    }
  }

  /**
   * The rule for a path as a visitor wrote it: the one that names it with a number of its query, else whole, else the longest that
   * it begins with.
   *
   * @returns with the rest, which the star stands for, as it was written
   */
  function find(pathname: string, search = ""): Match | undefined {
    if (exact.size === 0 && wildcards.size === 0) return undefined
    const key = pathKey(pathname)
    for (const number of isAnyNumbered ? numbersIn(search) : []) {
      const rule = exact.get(`${key}?${number}`)
      if (rule) return { rule, rest: "" }
    }
    const whole = exact.get(key)
    if (whole) return { rule: whole, rest: "" }
    if (wildcards.size === 0 || isReserved(key)) return undefined
    for (const stem of stemsAbove(key, deepest)) {
      const rule = wildcards.get(stem)
      if (rule) return { rule, rest: restAfter(segmentsOf(stem).length, pathname) }
    }
    return undefined
  }

  add(rules)
  return { add, find }
}

function restAfter(depth: number, pathname: string) {
  const rest = segmentsOf(pathname).slice(depth)
  return rest.join("/") + (rest.length > 0 && pathname.endsWith("/") ? "/" : "")
}

/**
 * Where a match leads: a path of this site or a whole address. The query goes along, unless the target has its own, or it was what
 * the rule is about.
 *
 * @returns undefined where nothing is any more
 */
export function locationOf({ rule, rest }: Match, search: string) {
  if (rule.target === null) return undefined
  const star = rule.target.indexOf("*")
  const filled = star < 0 ? rule.target : rule.target.slice(0, star) + rest + rule.target.slice(star + 1)
  const url = new URL(filled, SITE)
  if (!isNumbered(rule)) url.search ||= search
  if (url.origin !== SITE) return url.href
  // Slashes in the rest are single ones: it cannot become another host's name.
  const pathname = star >= 0 && rest === "" && url.pathname !== "/" ? url.pathname.slice(0, -1) : url.pathname
  return pathname + url.search + url.hash
}

/** Where a rule leads within this site: one path, or (`isOpen`) everything that begins so. */
export type Goal = { key: string; isOpen: boolean }

/** A page's short address leads on to its own: who is led to `/equipe` comes by `/page/equipe`. */
export function goalsOf({ target }: Pick<Rule, "target">): Goal[] {
  if (target === null || !target.startsWith("/")) return []
  // As nearly all of many thousands are spelled: not for each of them is an address read.
  if (PLAIN.test(target)) return [{ key: target, isOpen: false }]
  const { pathname } = new URL(target, SITE)
  const isOpen = pathname.endsWith("/*")
  const key = pathKey(isOpen ? pathname.slice(0, -2) : pathname)
  const parts = segmentsOf(key)
  if (isOpen && parts.length === 0)
    return [
      { key, isOpen },
      { key: "/page", isOpen },
    ]
  if (!isOpen && parts.length === 1)
    return [
      { key, isOpen },
      { key: `/page${key}`, isOpen },
    ]
  return [{ key, isOpen }]
}

/** A path of several parts that is its own key. */
const PLAIN = /^(?:\/[a-z0-9][a-z0-9_-]*){2,}$/
