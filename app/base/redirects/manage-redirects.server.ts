import { eq, sql } from "drizzle-orm"
import { moveToBin } from "#app/content/bin/bin.server.ts"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { makeRuleSet, type RuleSet } from "./conflicts.ts"
import { deleteRedirected } from "./missing/missing.server.ts"
import { readRule } from "./read-rule.ts"
import { readRules } from "./read-rules.server.ts"
import { describeConflict, FULL, REPLACES, spellRule, TAKEN } from "./redirects.copy.ts"
import { MAX_RULES, type RedirectForm } from "./redirects.schema.ts"
import type { Rule } from "./rules.ts"
import { listSitePages } from "./site-pages.server.ts"
import { refreshRedirects } from "./snapshot.server.ts"

const { id, source, target, version } = redirects

/** One rule as the form edits it, or undefined. */
export async function findRule(ruleId: number) {
  const [rule] = await db.select({ id, version, source, target }).from(redirects).where(eq(id, ruleId))
  if (!rule) return undefined
  return {
    ...rule,
    code: rule.target === null ? ("410" as const) : ("301" as const),
    target: rule.target ?? "",
    replaces: false,
  }
}

export const countRedirects = () => countUpTo(MAX_RULES, redirects, undefined)

/** Adds a rule, unless it makes a loop or a chain with any other. */
export function createRedirect(form: RedirectForm) {
  return save(form, undefined, async (tx, rule, rules) => {
    if (rules.size() >= MAX_RULES) return { outcome: "invalid", errors: { source: FULL } }
    const [made] = await tx.insert(redirects).values(rule).returning({ id })
    if (!made) throw new Error("the row was not inserted")
    await record(tx, { action: "create", kind: "redirect", id: made.id, title: spellRule(rule), after: rule })
    return { outcome: "saved", id: made.id }
  })
}

/** Saves a rule under the same conditions. @param from the version that the form was filled from */
export function updateRedirect(ruleId: number, from: number, form: RedirectForm) {
  return save(form, ruleId, async (tx, rule) => {
    const [current] = await tx
      .select({ version, source, target })
      .from(redirects)
      .where(eq(id, ruleId))
      .for("update")
    if (!current) return { outcome: "missing" }
    const { version: stored, ...before } = current
    if (stored !== from) return { outcome: "stale", version: stored }
    await tx
      .update(redirects)
      .set({ ...rule, ...nextVersion(redirects) })
      .where(eq(id, ruleId))
    await record(tx, {
      action: "update",
      kind: "redirect",
      id: ruleId,
      title: spellRule(rule),
      before,
      after: rule,
    })
    return { outcome: "saved", id: ruleId }
  })
}

/** @returns false when there is no such rule */
export async function deleteRedirect(ruleId: number) {
  const isDeleted = await db.transaction(async (tx) => {
    const [held] = await tx.select({ source, target }).from(redirects).where(eq(id, ruleId)).for("update")
    if (!held) return false
    const item = { kind: "redirect", id: ruleId, title: spellRule(held) }
    await moveToBin(tx, { kind: "redirect", table: redirects }, item)
    await tx.delete(redirects).where(eq(id, ruleId))
    await record(tx, { action: "delete", ...item })
    return true
  })
  await heedChanges()
  return isDeleted
}

/** Whether a rule would lead visitors to another site. */
export function leadsAway(form: RedirectForm) {
  const read = readRule(form, getSettings().publicUrl)
  return read.ok && read.rule.target !== null && !read.rule.target.startsWith("/")
}

type Write = (tx: Transaction, rule: Pick<Rule, "source" | "target">, rules: RuleSet) => Promise<Saved>

async function save(form: RedirectForm, ruleId: number | undefined, write: Write): Promise<Saved> {
  const read = readRule(form, getSettings().publicUrl)
  if (!read.ok) return { outcome: "invalid", errors: read.errors }
  const { rule } = read
  const isReplacing = !form.replaces && (await listSitePages([rule.source])).size > 0
  const saved = await changeRules(async (tx, rules): Promise<Saved> => {
    const former = [...rules.values()].find((one) => one.id === ruleId)
    if (former) rules.remove(former)
    if (rules.get(rule.source)) return { outcome: "invalid", errors: { source: TAKEN } }
    const conflict = rules.conflictOf({ id: ruleId ?? 0, ...rule })
    if (conflict) return { outcome: "invalid", errors: describeConflict(conflict) }
    // Said before, it stands.
    if (isReplacing && former?.source !== rule.source)
      return { outcome: "invalid", errors: { source: REPLACES } }
    return write(tx, rule, rules)
  })
  if (saved.outcome === "saved") await heedChanges()
  return saved
}

/** Who changed the rules finds them changed at once; other processes are told, and this one as well should it fail here. */
export async function heedChanges() {
  await refreshRedirects().catch((error: unknown) => log.warn(error, "redirects not read"))
}

/** The rules as they are until the transaction ends: of two that make a chain only together, one is then refused. */
export async function holdRules(tx: Transaction): Promise<RuleSet> {
  await lockRules(tx)
  return readRuleSet(tx)
}

/** All rules, read and sorted in slices: nobody else waits for 200,000 of them. */
export async function readRuleSet(on: Pick<Transaction, "select">) {
  const rules = makeRuleSet([])
  for await (const some of readRules(on)) for (const rule of some) rules.add(rule)
  return rules
}

/** Nobody else writes rules until the transaction ends. */
export async function lockRules(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.redirectRules})`)
}

/** Writes rules knowing all of them, one after the other. Whoever asked in vain for what they redirect does so no more. */
export function changeRules<Result>(work: (tx: Transaction, rules: RuleSet) => Promise<Result>) {
  return db.transaction(async (tx) => {
    const result = await work(tx, await holdRules(tx))
    await deleteRedirected(tx)
    return result
  })
}
