import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import {
  subscriberImportRows as waiting,
  subscriberImports as imports,
} from "#app/db/schema/newsletter.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { askToConfirm, dropWaitingMails } from "../confirmation-requests.server.ts"
import type { Links } from "../newsletter-links.server.ts"
import type { ImportStart } from "./import.schema.ts"

/** How many people can be asked to confirm by one import: at twenty a minute their mails take three and a half days. */
export const MAX_ASKED = 100_000
const SHOWN = 20

/** The newest lists that hosts brought along. */
export function listImports() {
  return db
    .select({
      id: imports.id,
      name: imports.name,
      state: imports.state,
      addedCount: imports.addedCount,
      createdAt: imports.createdAt,
    })
    .from(imports)
    .where(sql`${imports.state} <> 'reading'`)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(SHOWN)
}

/** A list with what would become of its people, and the first of them; undefined where there is none. */
export async function findImport(id: number) {
  const [found] = await db.select().from(imports).where(eq(imports.id, id))
  if (!found || found.state === "reading") return undefined
  if (found.state === "running") return { ...found, left: await db.$count(waiting, eq(waiting.importId, id)) }
  if (found.state !== "read") return { ...found, confirmedCount: await countConfirmed(id) }
  const [counts, first] = await Promise.all([
    countPeople(id),
    db
      .select({ email: waiting.email, name: waiting.name })
      .from(waiting)
      .where(eq(waiting.importId, id))
      .orderBy(waiting.email)
      .limit(5),
  ])
  return { ...found, counts, first }
}

/** How many of a list's people are new here, how many are known, and in which way. */
async function countPeople(id: number) {
  const { rows } = await db.execute<Record<"fresh" | "known" | "unsubscribed" | "suppressed", number>>(sql`
    select count(*) filter (where s.id is null)::int as fresh,
      count(*) filter (where s.unsubscribed_at is null and s.suppressed_at is null and s.id is not null)::int as known,
      count(*) filter (where s.unsubscribed_at is not null)::int as unsubscribed,
      count(*) filter (where s.unsubscribed_at is null and s.suppressed_at is not null)::int as suppressed
    from ${waiting} w left join ${subscribers} s on s.email = w.email where w.import_id = ${id}`)
  return rows[0] ?? { fresh: 0, known: 0, unsubscribed: 0, suppressed: 0 }
}

async function countConfirmed(id: number) {
  return db.$count(
    subscribers,
    and(eq(subscribers.importId, id), sql`${subscribers.confirmedAt} is not null`),
  )
}

/** Lets a list's people be taken up. @returns what keeps it from that, if anything */
export async function startImport({ id, origin, agreedOn, mode }: ImportStart) {
  const counts = await countPeople(id)
  if (mode === "ask" && counts.fresh > MAX_ASKED) return "too-many"
  return db.transaction(async (tx) => {
    const [started] = await tx
      .update(imports)
      .set({ state: "running", origin, agreedOn, isConfirmed: mode === "confirmed" })
      .where(and(eq(imports.id, id), eq(imports.state, "read")))
      .returning({ name: imports.name })
    if (!started) return "missing"
    await record(tx, {
      action: "import",
      kind: "subscriber",
      title: started.name,
      after: { fresh: counts.fresh, isConfirmed: mode === "confirmed", agreedOn, origin },
    })
    await wakeJob(tx, "imports")
    return "started"
  })
}

/** Forgets a list that was not taken up. @returns whether there was one */
export async function discardImport(id: number) {
  const gone = await db
    .delete(imports)
    .where(and(eq(imports.id, id), eq(imports.state, "read")))
    .returning({ id: imports.id })
  return gone.length > 0
}

/**
 * Takes an import back, under way or done: whom it added goes, but for who confirmed by themselves or left meanwhile; the rest of
 * its list goes too. What is many is done behind the page (`workOffImports`).
 *
 * @returns whether there was something to take back
 */
export async function undoImport(id: number) {
  return db.transaction(async (tx) => {
    const [undone] = await tx
      .update(imports)
      .set({ state: "undone", endedAt: sql`now()` })
      .where(and(eq(imports.id, id), inArray(imports.state, ["running", "done"])))
      .returning({ name: imports.name })
    if (!undone) return false
    await record(tx, { action: "cancel", kind: "subscriber", title: undone.name })
    await wakeJob(tx, "imports")
    return true
  })
}

const BATCH = 2_000

/** Whether some people wait to be taken up. */
export async function isAnyUnderWay() {
  const [found] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(eq(imports.state, "running"))
    .limit(1)
  return found !== undefined
}

/** Takes some people of a list up. @returns false where nothing was left to do, or another process is at it */
export async function takeUpSome(links: Links) {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(imports)
      .where(eq(imports.state, "running"))
      .orderBy(imports.id)
      .limit(1)
      .for("update", { skipLocked: true })
    if (!found) return false
    const { id, origin, agreedOn, isConfirmed } = found
    const { rows } = await tx.execute<{ id: number }>(sql`
      with taken as (delete from ${waiting} where (import_id, email) in (
          select import_id, email from ${waiting} where import_id = ${id} order by email limit ${BATCH})
        returning email, name)
      insert into ${subscribers} (email, name, consented_at, consent_origin, consent_wording, confirmed_at, import_id)
      select email, name, ${agreedOn}::date, 'import', ${origin}, ${isConfirmed ? sql`now()` : sql`null`}, ${id} from taken
      on conflict (email) do nothing returning id`)
    const ids = rows.map((row) => row.id)
    if (!isConfirmed && ids.length > 0) await askToConfirm(tx, ids, links)
    const isOver = (await tx.$count(waiting, eq(waiting.importId, id))) === 0
    await tx
      .update(imports)
      .set({
        addedCount: sql`${imports.addedCount} + ${ids.length}`,
        ...(isOver && { state: "done" as const, endedAt: sql`now()` }),
      })
      .where(eq(imports.id, id))
    return true
  })
}

/** Takes some people back whom an import added and who did nothing since. @returns false where nobody is left */
export async function takeBackSome() {
  return db.transaction(async (tx) => {
    await dropLists(tx)
    const undone = await tx
      .select({ id: imports.id, isConfirmed: imports.isConfirmed })
      .from(imports)
      .where(eq(imports.state, "undone"))
    if (undone.length === 0) return false
    const idsOf = (isConfirmed: boolean) =>
      undone.filter((row) => row.isConfirmed === isConfirmed).map(({ id }) => id)
    const some = tx
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(
        and(
          isNull(subscribers.unsubscribedAt),
          eq(subscribers.consentOrigin, "import"),
          or(
            inArray(subscribers.importId, idsOf(true)),
            and(inArray(subscribers.importId, idsOf(false)), isNull(subscribers.confirmedAt)),
          ),
        ),
      )
      .limit(BATCH)
      .for("update", { skipLocked: true })
    const gone = await tx
      .delete(subscribers)
      .where(inArray(subscribers.id, some))
      .returning({ email: subscribers.email })
    await dropWaitingMails(tx, gone)
    return gone.length > 0
  })
}

/** Lists hold addresses of people who know nothing of it: what is not taken up goes, at the latest after a week. */
async function dropLists(tx: Transaction) {
  await tx.delete(imports).where(
    sql`(${imports.state} = 'reading' and ${imports.createdAt} < now() - interval '2 hours')
      or (${imports.state} = 'read' and ${imports.createdAt} < now() - interval '7 days')`,
  )
  await tx
    .delete(waiting)
    .where(
      inArray(
        waiting.importId,
        tx.select({ id: imports.id }).from(imports).where(eq(imports.state, "undone")),
      ),
    )
}
