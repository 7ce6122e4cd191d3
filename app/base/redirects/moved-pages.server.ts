import { eq } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { TypedForm } from "#app/content/drafts/typed-form.ts"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { heedChanges, holdRules } from "./manage-redirects.server.ts"
import { spellRule } from "./redirects.copy.ts"
import { MAX_RULES } from "./redirects.schema.ts"
import type { Rule } from "./rules.ts"

type Slugged = PgTable & Record<"id" | "slug" | "isPublished", PgColumn>

/**
 * Writes an item that has a page of its own, and keeps old links to it good.
 *
 * @param prefix of its address, before the slug
 * @param itemId undefined for a new one
 * @param write gives the item's id as well, if it was written
 */
export async function movingPage<Result>(
  prefix: string,
  table: Slugged,
  itemId: number | undefined,
  write: (tx: Transaction) => Promise<{ result: Result; id?: number }>,
) {
  const addressOf = async (tx: Transaction, id: number) => {
    const [row] = await tx
      .select({ slug: table.slug, isPublished: table.isPublished })
      .from(table as PgTable)
      .where(eq(table.id, id))
    return row?.isPublished ? `${prefix}${String(row.slug)}` : undefined
  }
  const { result, isMoved } = await db.transaction(async (tx) => {
    const from = itemId === undefined ? undefined : await addressOf(tx, itemId)
    const done = await write(tx)
    const to = done.id === undefined ? undefined : await addressOf(tx, done.id)
    return { result: done.result, isMoved: await movePage(tx, from, to) }
  })
  if (isMoved) await heedChanges()
  return result
}

type Writes<Form> = {
  create: (form: Form, userId: string, typed: TypedForm | null, tx: Transaction) => Promise<Saved>
  update: (
    id: number,
    version: number,
    form: Form,
    typed: TypedForm | null,
    tx: Transaction,
  ) => Promise<Saved>
  setPublished: (id: number, isPublished: boolean, tx: Transaction, at?: Date) => Promise<boolean>
}

/** How items are written that have a page of their own: who has its former address finds a published one there, too. */
export function movingPages<Form>(prefix: string, table: Slugged, writes: Writes<Form>) {
  const save = (itemId: number | undefined, work: (tx: Transaction) => Promise<Saved>) =>
    movingPage(prefix, table, itemId, async (tx) => {
      const saved = await work(tx)
      return { result: saved, id: saved.outcome === "saved" ? saved.id : undefined }
    })
  return {
    create: (form: Form, userId: string, typed: TypedForm | null) =>
      save(undefined, (tx) => writes.create(form, userId, typed, tx)),
    update: (id: number, version: number, form: Form, typed: TypedForm | null) =>
      save(id, (tx) => writes.update(id, version, form, typed, tx)),
    setPublished: (id: number, isPublished: boolean, at?: Date) =>
      movingPage(prefix, table, id, async (tx) => {
        const result = await writes.setPublished(id, isPublished, tx, at)
        return { result, id: result ? id : undefined }
      }),
  }
}

/**
 * Keeps old links to a page good, in the transaction that moves it: its former address leads to the new one, and so does all
 * that led to the former. No rule stays at the new one. What would make a chain is left as it is.
 *
 * @param from where visitors found it before, if they did
 * @param to where they find it now, if they do
 * @returns whether rules have changed, of which this process has to be told once that is committed (`heedChanges`)
 */
async function movePage(tx: Transaction, from: string | undefined, to: string | undefined) {
  if (to === undefined || from === to) return false
  if (from === undefined) return freeAddress(tx, to)
  const rules = await holdRules(tx)
  await freeAddress(tx, to)
  const hiding = rules.get(to)
  if (hiding) rules.remove(hiding)
  const leading = [...rules.values()].filter(({ target }) => target === from)
  for (const rule of leading) await retarget(tx, rule, to)
  const rule = { source: from, target: to }
  const former = rules.get(from)
  if (former) {
    await retarget(tx, former, to)
  } else if (rules.size() < MAX_RULES && !rules.conflictOf({ id: 0, ...rule })) {
    const [made] = await tx.insert(redirects).values(rule).returning({ id: redirects.id })
    await record(tx, {
      action: "create",
      kind: "redirect",
      id: made?.id,
      title: spellRule(rule),
      after: rule,
    })
  }
  return true

  async function retarget(on: Transaction, known: Rule, next: string) {
    const changed = { ...known, target: next }
    rules.remove(known)
    if (rules.conflictOf(changed)) return rules.add(known)
    rules.add(changed)
    await on
      .update(redirects)
      .set({ target: next, ...nextVersion(redirects) })
      .where(eq(redirects.id, known.id))
    await record(on, {
      ...({ action: "update", kind: "redirect", id: known.id, title: spellRule(changed) } as const),
      before: { target: known.target },
      after: { target: next },
    })
  }
}

/** Takes a rule away that would hide a page which is published now. */
async function freeAddress(tx: Transaction, path: string) {
  const { id, source, target } = redirects
  const [deleted] = await tx.delete(redirects).where(eq(source, path)).returning({ id, source, target })
  if (deleted) {
    const title = spellRule(deleted)
    await record(tx, { action: "delete", kind: "redirect", id: deleted.id, title })
  }
  return deleted !== undefined
}
