import { sql } from "drizzle-orm"
import { makeRuleSet } from "#app/base/redirects/conflicts.ts"
import { changeRules, heedChanges } from "#app/base/redirects/manage-redirects.server.ts"
import { isReserved, MAX_SOURCE_LENGTH } from "#app/base/redirects/addresses.ts"
import { spellRule } from "#app/base/redirects/redirects.copy.ts"
import { MAX_RULES } from "#app/base/redirects/redirects.schema.ts"
import { listSitePages } from "#app/base/redirects/site-pages.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { blogPosts, customPages } from "#app/db/schema/content.server.ts"
import { importedThings, imports, importThings } from "#app/db/schema/imports.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { eq } from "drizzle-orm"
import { oldPathOf } from "./old-addresses.ts"
import { findRedirected } from "./redirects.server.ts"
import { readReport, remark, rememberThings, type Run } from "./run.server.ts"

type Moved = { id: string; title: string; addresses: string[]; target: string; path: string }

/** By the other site's addresses, where each of an import's texts is now: what is here of them. */
export async function movedTexts(importId: number, source: string): Promise<Moved[]> {
  const { rows } = await db.execute<Moved>(sql`
    select t.source_id as id, t.thing ->> 'title' as title, i.target,
      array(select jsonb_array_elements_text(t.thing -> 'addresses')) as addresses,
      case i.target when 'episode' then '/episodes/' || i.row_id when 'news' then '/news'
        when 'post' then '/blog/' || p.slug when 'page' then '/page/' || c.slug end as path
    from ${importThings} t
      join ${importedThings} i on i.source = ${source} and i.kind = 'text' and i.source_id = t.source_id
      left join ${blogPosts} p on i.target = 'post' and p.id = i.row_id
      left join ${customPages} c on i.target = 'page' and c.id = i.row_id
    where t.import_id = ${importId} and t.kind = 'text'
      and (i.target in ('news', 'episode') or p.slug is not null or c.slug is not null)
    order by t.position`)
  return rows
}

/** Lets the old addresses of what came along lead to where it is now, as rules that the host sees; those there are stay. */
export async function writeRules(run: Run) {
  const moved = await movedTexts(run.id, run.source)
  const wanted = new Map<string, Moved>()
  const texts = new Map<string, string>()
  for (const text of moved)
    for (const address of text.addresses) {
      const source = oldPathOf(address, run.source)
      if (source && !texts.has(source)) texts.set(source, text.path)
      if (source && source !== text.path && !leadsItself(source, text) && !wanted.has(source))
        wanted.set(source, text)
    }
  const redirected = await findRedirected(run.id, run.source, texts)
  for (const { from, source, path } of redirected.found)
    if (source !== path && !wanted.has(source))
      wanted.set(source, { id: from, title: from, addresses: [], target: "redirect", path })
  const pages = await listSitePages([...wanted.keys()])
  await changeRules(async (tx, known) => {
    const report = await readReport(tx, run.id)
    const rules = makeRuleSet(known)
    const made: { source: string; target: string; text: Moved }[] = []
    const counts = report.targets.redirect
    let refused = 0
    for (const from of redirected.lost) {
      counts.skipped += 1
      remark(report, from, "menait à ce qui n’est pas venu ici")
    }
    for (const [source, text] of wanted) {
      const rule = { id: 0, source, target: text.path }
      if (rules.get(source)?.target === text.path) counts.unchanged += 1
      else if (rules.get(source) || pages.has(source) || isReserved(source)) {
        counts.skipped += 1
        remark(report, text.title, `${source} est déjà l’adresse d’autre chose ici`)
      } else if (rules.size() >= MAX_RULES || source.length > MAX_SOURCE_LENGTH || rules.conflictOf(rule)) {
        counts.skipped += 1
        refused += 1
      } else {
        rules.add(rule)
        made.push({ source, target: text.path, text })
      }
    }
    if (refused > 0)
      remark(
        report,
        "Redirections",
        `${refused.toLocaleString("fr-FR")} anciennes adresses n’ont pas pu être redirigées`,
      )
    await insert(tx, run, made)
    counts.created += made.length
    await tx.update(imports).set({ report }).where(eq(imports.id, run.id))
  })
  await heedChanges()
}

/** A page's short address is one already. */
const leadsItself = (source: string, { path }: Moved) => path === `/page${source}`

const BATCH = 1_000

async function insert(tx: Transaction, run: Run, rules: { source: string; target: string; text: Moved }[]) {
  for (let start = 0; start < rules.length; start += BATCH) {
    const batch = rules.slice(start, start + BATCH)
    const rows = await tx
      .insert(redirects)
      .values(batch.map(({ source, target }) => ({ source, target })))
      .returning({ id: redirects.id, source: redirects.source, target: redirects.target })
    await rememberThings(
      tx,
      rows.map(({ id, source }) => ({
        source: run.source,
        kind: "text" as const,
        sourceId: source,
        importId: run.id,
        target: "redirect" as const,
        rowId: id,
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
  }
}
