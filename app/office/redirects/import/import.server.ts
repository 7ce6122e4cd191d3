import { asc, sql } from "drizzle-orm"
import { changeRules, heedChanges, readRuleSet } from "#app/base/redirects/manage-redirects.server.ts"
import { spellRule } from "#app/base/redirects/redirects.copy.ts"
import { listSitePages } from "#app/base/redirects/site-pages.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { planImport } from "./plan.ts"
import type { RuleLine } from "./read-rules.server.ts"

/** How many lines of each kind a preview shows. */
export const SHOWN_LINES = 200

const { source, target } = redirects

/** What importing the lines of a table would do, without doing it. */
export async function previewImport(lines: RuleLine[]) {
  const { added, changed, unchanged, refused } = planImport(lines, await readRuleSet(db))
  const pages = await listSitePages([...added, ...changed].map(({ rule }) => rule.source))
  const shown = <Line extends { line: number; rule: { source: string } }>(lines: Line[]) =>
    lines
      .toSorted((a, b) => a.line - b.line)
      .slice(0, SHOWN_LINES)
      .map((line) => ({ ...line, replaces: pages.has(line.rule.source) }))
  return {
    counts: { added: added.length, changed: changed.length, unchanged, refused: refused.length },
    added: shown(added),
    changed: shown(changed),
    refused: refused.slice(0, SHOWN_LINES),
    replaced: pages.size,
  }
}

export type ImportPreview = Awaited<ReturnType<typeof previewImport>>

/** One statement stays far from PostgreSQL's 65,535 values. */
const ROWS_AT_ONCE = 5_000

/**
 * Adds and changes the rules of a table, all that are right in one transaction; the others are left out.
 *
 * @returns how many were added, changed and refused
 */
export async function importRedirects(lines: RuleLine[]) {
  const counts = await changeRules(async (tx, rules) => {
    const { added, changed, refused } = planImport(lines, rules)
    for (let start = 0; start < added.length; start += ROWS_AT_ONCE)
      await tx
        .insert(redirects)
        .values(
          added
            .slice(start, start + ROWS_AT_ONCE)
            .map(({ rule: { source, target } }) => ({ source, target })),
        )
    const ids = sql.param(changed.map(({ before }) => before.id))
    const targets = sql.param(changed.map(({ rule }) => rule.target))
    await tx.execute(sql`
      update ${redirects} r set target = c.target, version = r.version + 1, updated_at = now()
      from unnest(${ids}::int[], ${targets}::text[]) as c(id, target) where r.id = c.id`)
    const told = changed.map(({ rule, before }) => ({
      ...({ action: "update", kind: "redirect", id: before.id, title: spellRule(rule) } as const),
      before: { target: before.target },
      after: { target: rule.target },
    }))
    const after = { rulesAdded: added.length, rulesChanged: changed.length, rulesRefused: refused.length }
    if (added.length + changed.length > 0)
      await record(tx, { action: "import", kind: "redirect", title: "", after }, ...told)
    return { added: added.length, changed: changed.length, refused: refused.length }
  })
  await heedChanges()
  return counts
}

/** All rules, by their old address. */
export function readRedirects() {
  return db
    .select({ source, target, code: sql<string>`case when ${target} is null then '410' else '301' end` })
    .from(redirects)
    .orderBy(asc(source))
}
