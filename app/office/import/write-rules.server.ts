import { and, eq, gt, max, sql } from "drizzle-orm"
import { isReserved, MAX_SOURCE_LENGTH } from "#app/base/redirects/addresses.ts"
import type { RuleSet } from "#app/base/redirects/conflicts.ts"
import { lockRules, readRuleSet } from "#app/base/redirects/manage-redirects.server.ts"
import { deleteRedirected } from "#app/base/redirects/missing/missing.server.ts"
import { spellRule } from "#app/base/redirects/redirects.copy.ts"
import { MAX_RULES } from "#app/base/redirects/redirects.schema.ts"
import { listSitePages } from "#app/base/redirects/site-pages.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { blogPosts, customPages } from "#app/db/schema/content.server.ts"
import { importedThings, imports, importThings } from "#app/db/schema/imports.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { oldPathOf } from "./old-addresses.ts"
import { findRedirected } from "./redirects.server.ts"
import { markDone, remark, rememberThings, type Run, type Step, step, takeThings } from "./run.server.ts"
import type { RedirectThing } from "./things.ts"

/** Texts of one step, which have some three addresses each: who saves a rule meanwhile waits for it. */
const BATCH = 50

type Moved = { id: string; title: string; addresses: string[]; path: string | null }

/**
 * By the other site's addresses, where each of an import's texts is now, some at a time by their ids; without a path where it did not
 * come along.
 *
 * @param after the id that the last ones ended at
 */
export async function movedTexts(run: Run, after: string, limit: number): Promise<Moved[]> {
  const { rows } = await db.execute<Moved>(sql`
    select t.source_id as id, t.thing ->> 'title' as title,
      array(select jsonb_array_elements_text(t.thing -> 'addresses')) as addresses,
      case i.target when 'episode' then '/episodes/' || i.row_id when 'news' then '/news'
        when 'post' then '/blog/' || p.slug when 'page' then '/page/' || c.slug end as path
    from (select * from ${importThings} where import_id = ${run.id} and kind = 'text' and source_id > ${after}
        order by source_id limit ${limit}) t
      left join ${importedThings} i on i.source = ${run.source} and i.kind = 'text' and i.source_id = t.source_id
      left join ${blogPosts} p on i.target = 'post' and p.id = i.row_id
      left join ${customPages} c on i.target = 'page' and c.id = i.row_id
    order by t.source_id`)
  return rows
}

/** By the other site's paths, where each of its texts is now. */
export async function findPaths(run: Run) {
  const paths = new Map<string, string>()
  let after: string | undefined = ""
  while (after !== undefined) {
    const texts = await movedTexts(run, after, PATHS_AT_ONCE)
    for (const { addresses, path } of texts)
      for (const address of path === null ? [] : addresses) {
        const old = oldPathOf(address, run.source)
        if (old && path !== null) paths.set(old, path)
      }
    after = texts.at(-1)?.id
  }
  return paths
}

const PATHS_AT_ONCE = 500

/**
 * Lets the old addresses of what came along lead to where it is now, as rules that the host sees, those of some texts at each call; those
 * that are there stay. How far it came is in the report.
 */
export function createRuleWriter(run: Run) {
  const lead = createLeader(run)
  return async (): Promise<Step> => {
    const upTo = await readUpTo(run.id)
    const texts = await movedTexts(run, upTo, BATCH)
    const wanted = wantedBy(run, texts)
    const pages = await listSitePages([...wanted.keys()])
    return step(run, async (tx, report) => {
      // Another process was quicker.
      if ((report.led?.upTo ?? "") !== upTo) return "more"
      const last = texts.at(-1)
      if (!last) return "done"
      const left = await lead(tx, report, wanted, pages)
      report.led = { upTo: last.id, left: (report.led?.left ?? 0) + left }
      return "more"
    })
  }
}

/** Then the redirections that were there already, some at each call. */
export function createRedirectWriter(run: Run) {
  const lead = createLeader(run)
  let loaded: Awaited<ReturnType<typeof loadRedirected>> | undefined
  return async (): Promise<Step> => {
    const { led, pages } = (loaded ??= await loadRedirected(run))
    return step(run, async (tx, report) => {
      const taken = await takeThings<RedirectThing>(tx, run.id, "redirect", { after: 0, limit: BATCH })
      const wanted: Wanted = new Map()
      for (const { thing, sourceId } of taken) {
        const goal = led.get(sourceId)
        if (!goal) {
          report.targets.redirect.skipped += 1
          remark(report, thing.from, "menait à ce qui n’est pas venu ici")
        } else if (goal.source !== goal.path) wanted.set(goal.source, { title: thing.from, path: goal.path })
      }
      const left = (report.led?.left ?? 0) + (await lead(tx, report, wanted, pages))
      report.led = { upTo: report.led?.upTo ?? "", left }
      await markDone(
        tx,
        run.id,
        "redirect",
        taken.map(({ sourceId }) => sourceId),
      )
      if (taken.length > 0) return "more"
      if (left > 0)
        remark(
          report,
          "Redirections",
          `${left.toLocaleString("fr-FR")} anciennes adresses n’ont pas pu être redirigées`,
        )
      report.led.left = 0
      return "done"
    })
  }
}

async function loadRedirected(run: Run) {
  const led = await findRedirected(run.id, run.source, await findPaths(run))
  return { led, pages: await listSitePages([...led.values()].flatMap((goal) => goal?.source ?? [])) }
}

/** By an old path, where it is to lead, and what it is the address of. */
type Wanted = Map<string, { title: string; path: string }>
/** The rules as they are, once the log has come so far: only what others did since can have changed them. */
type Known = { rules: RuleSet; logged: number }
type Made = { source: string; target: string }

/** @returns what writes rules, and says how many of them could not be */
function createLeader(run: Run) {
  let known: Known | undefined
  return async (tx: Transaction, report: ImportReport, wanted: Wanted, pages: ReadonlySet<string>) => {
    if (wanted.size === 0) return 0
    await lockRules(tx)
    const { rules } = (known = await recall(tx, known))
    const counts = report.targets.redirect
    const made: Made[] = []
    let left = 0
    for (const [source, { title, path }] of wanted) {
      const there = rules.get(source)
      const rule = { id: 0, source, target: path }
      const isFull = rules.size() >= MAX_RULES || source.length > MAX_SOURCE_LENGTH
      if (there?.target === path) counts.unchanged += 1
      else if (there || pages.has(source) || isReserved(source)) {
        counts.skipped += 1
        remark(report, title, `${source} est déjà l’adresse d’autre chose ici`)
      } else if (isFull || rules.conflictOf(rule)) {
        counts.skipped += 1
        left += 1
      } else {
        rules.add(rule)
        made.push({ source, target: path })
      }
    }
    counts.created += await insert(tx, run, made)
    known.logged = await loggedUpTo(tx)
    return left
  }
}

async function readUpTo(id: number) {
  const [found] = await db.select({ report: imports.report }).from(imports).where(eq(imports.id, id))
  return found?.report?.led?.upTo ?? ""
}

/** Of several texts with one old address it is the first one's. */
function wantedBy(run: Run, texts: Moved[]) {
  const wanted: Wanted = new Map()
  for (const { title, path, addresses } of texts)
    for (const address of path === null ? [] : addresses) {
      const source = oldPathOf(address, run.source)
      if (source && path !== null && source !== path && !leadsItself(source, path) && !wanted.has(source))
        wanted.set(source, { title, path })
    }
  return wanted
}

/** A page's short address is one already. */
const leadsItself = (source: string, path: string) => path === `/page${source}`

/** Of 200,000 rules: only where somebody else wrote one are all read again. */
async function recall(tx: Transaction, known: Known | undefined): Promise<Known> {
  if (known) {
    const [other] = await tx
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(gt(auditLog.id, known.logged), eq(auditLog.kind, "redirect")))
      .limit(1)
    if (!other) return known
  }
  return { rules: await readRuleSet(tx), logged: await loggedUpTo(tx) }
}

async function loggedUpTo(tx: Transaction) {
  const [last] = await tx.select({ id: max(auditLog.id) }).from(auditLog)
  return last?.id ?? 0
}

/** @returns how many were made */
async function insert(tx: Transaction, run: Run, rules: Made[]) {
  if (rules.length === 0) return 0
  const { id, source, target } = redirects
  const rows = await tx
    .insert(redirects)
    .values(rules)
    .onConflictDoNothing()
    .returning({ id, source, target })
  await rememberThings(
    tx,
    rows.map((rule) => ({
      source: run.source,
      kind: "text" as const,
      sourceId: rule.source,
      importId: run.id,
      target: "redirect" as const,
      rowId: rule.id,
      version: 1,
      digest: "",
    })),
  )
  await record(
    tx,
    ...rows.map((rule) => ({
      action: "create" as const,
      kind: "redirect",
      id: rule.id,
      title: spellRule(rule),
      after: { source: rule.source, target: rule.target },
    })),
  )
  await deleteRedirected(tx)
  return rows.length
}
