import { checkbox } from "#app/kit/form/form-fields.ts"
import { FIRST_RIGHTS, RIGHT_WORDS, type Right, RIGHTS, WRITERS_RIGHTS } from "#app/kit/lib/rights.ts"
import type { Role } from "#app/kit/lib/roles.ts"

type Tick = `right-${Right}`
type TickSchema = ReturnType<typeof checkbox>

export const tickOf = (right: Right): Tick => `right-${right}`

const ticks = RIGHTS.map((right) => [tickOf(right), checkbox(RIGHT_WORDS[right].label)] as const)

/** A tick for each right; without `hasRights` the form has none of them, and says nothing of rights. */
export const rightsFields = {
  ...(Object.fromEntries(ticks) as Record<Tick, TickSchema>),
  hasRights: checkbox("Les droits"),
}

type Sent = Record<Tick, boolean> & { role: Role; hasRights: boolean }

/**
 * What somebody with this role may do by what was ticked; what means nothing without « Écrire » brings it along.
 *
 * @param before what it is where the form does not say it
 */
export function rightsIn(sent: Sent, before: Right[] = FIRST_RIGHTS): Right[] {
  if (sent.role !== "moderator") return FIRST_RIGHTS
  if (!sent.hasRights) return before
  const ticked = RIGHTS.filter((right) => sent[tickOf(right)])
  const writes = WRITERS_RIGHTS.some((right) => ticked.includes(right))
  return RIGHTS.filter((right) => ticked.includes(right) || (right === "write" && writes))
}

/** The ticks of a form that shows them. */
export const ticksOf = (rights: readonly Right[]) =>
  Object.fromEntries(RIGHTS.map((right) => [tickOf(right), rights.includes(right)])) as Record<Tick, boolean>

/** What people do in a team, as rights that are ticked together; what no set has was ticked by hand. */
export const RIGHT_SETS: Record<string, readonly Right[]> = {
  "Auteur·rice": ["write"],
  "Éditeur·rice": ["write", "write-all", "publish"],
  "Modérateur·rice": ["moderate"],
}

/** The set that these rights are; none where they were ticked one by one. */
export const setOf = (rights: readonly Right[]) =>
  Object.keys(RIGHT_SETS).find((name) => RIGHT_SETS[name]?.toString() === rights.toString()) ?? ""
