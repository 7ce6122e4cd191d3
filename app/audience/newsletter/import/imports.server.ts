import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { imports as siteImports } from "#app/db/schema/imports.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import {
  subscriberImportRows as waiting,
  subscriberImports as imports,
} from "#app/db/schema/newsletter.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { askToConfirm, dropWaitingMails } from "../confirmation-requests.server.ts"
import type { Fate, SaidValue } from "#app/kit/lib/newsletter.ts"
import type { Links } from "../newsletter-links.server.ts"
import { FATE_CHOICES, fateField, type ImportStart } from "./import.schema.ts"

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

/**
 * A list with what would become of its people, the first of those who would be added, and the import that it came with and that waits
 * for choices, too; undefined where there is none.
 */
export async function findImport(id: number) {
  const [found] = await db
    .select({ ...getTableColumns(imports), siteImport: siteImports.id })
    .from(imports)
    .leftJoin(siteImports, and(eq(siteImports.listId, imports.id), eq(siteImports.state, "read")))
    .where(eq(imports.id, id))
    .limit(1)
  if (!found || found.state === "reading") return undefined
  if (found.state === "running") return { ...found, left: await db.$count(waiting, eq(waiting.importId, id)) }
  if (found.state !== "read") return { ...found, confirmedCount: await countConfirmed(id) }
  const [counts, first] = await Promise.all([
    countPeople(id, found.said),
    db
      .select({ email: waiting.email, name: waiting.name })
      .from(waiting)
      .where(and(eq(waiting.importId, id), sql`${fateOf(found.said)} in ('write', 'ask')`))
      .orderBy(waiting.email)
      .limit(5),
  ])
  return { ...found, counts, first }
}

/** What all that a list says of one of its people means for them: the strictest of it. */
function fateOf(said: readonly SaidValue[]) {
  const strictest: Fate[] = ["left", "undeliverable", "unknown", "ask"]
  const cases = strictest.map((fate) => {
    const places = said.flatMap((value, place) => (value.fate === fate ? [place] : []))
    return sql`when said && ${sql.param(places)}::int[] then ${fate}`
  })
  return sql<Fate>`case ${sql.join(cases, sql` `)} else 'write' end`
}

/** Whom a list may still take away: who came by one, and did not confirm here by themselves. */
const isOnlyImported = sql`(s.consent_origin = 'import' and s.unsubscribed_at is null and s.suppressed_at is null
  and (s.confirmed_at is null or s.import_id in (select id from ${imports} where is_confirmed)))`

type Counts = Record<
  "fresh" | "asked" | "known" | "unsubscribed" | "suppressed" | "barred" | "remembered" | "staying",
  number
>

/**
 * How many of a list's people are new here (`asked`: of them, those who are asked to confirm whatever is chosen for the others),
 * or known, and in which way; how many are not written to, of them how many would be kept as such, and who stays nevertheless,
 * as they subscribed here by themselves.
 */
async function countPeople(id: number, said: readonly SaidValue[]) {
  const { rows } = await db.execute<Counts>(sql`
    select count(*) filter (where mayWrite and s.id is null)::int as fresh,
      count(*) filter (where fate = 'ask' and s.id is null)::int as asked,
      count(*) filter (where mayWrite and s.unsubscribed_at is null and s.suppressed_at is null and s.id is not null)::int as known,
      count(*) filter (where mayWrite and s.unsubscribed_at is not null)::int as unsubscribed,
      count(*) filter (where mayWrite and s.unsubscribed_at is null and s.suppressed_at is not null)::int as suppressed,
      count(*) filter (where not mayWrite)::int as barred,
      count(*) filter (where isGone and (s.id is null or ${isOnlyImported}))::int as remembered,
      count(*) filter (where not mayWrite and s.unsubscribed_at is null and s.suppressed_at is null and s.id is not null
        and not (isGone and ${isOnlyImported}))::int as staying
    from (select email, fate, fate in ('write', 'ask') as mayWrite, fate in ('left', 'undeliverable') as isGone
      from (select email, ${fateOf(said)} as fate from ${waiting} where import_id = ${id}) f) w
      left join ${subscribers} s on s.email = w.email`)
  const [counts] = rows
  if (!counts) throw new Error("counted nothing")
  return counts
}

async function countConfirmed(id: number) {
  return db.$count(
    subscribers,
    and(eq(subscribers.importId, id), sql`${subscribers.confirmedAt} is not null`),
  )
}

/**
 * Lets a list's people be taken up.
 *
 * @param typed holds what the hosts say of values that are guesses (`fateField`); what they say of others counts for nothing
 * @returns what keeps it from that, if anything
 */
export async function startImport(
  { id, origin, agreedOn, mode, isRemembered }: ImportStart,
  typed: Record<string, string>,
) {
  const [found] = await db.select({ said: imports.said }).from(imports).where(eq(imports.id, id))
  if (!found) return "missing"
  const said = found.said.map((value, place) => decide(value, typed[fateField(place)]))
  const counts = await countPeople(id, said)
  const asked = mode === "ask" ? counts.fresh : counts.asked
  if (asked > MAX_ASKED) return "too-many"
  return begin(id, { said, origin, agreedOn, isConfirmed: mode === "confirmed", isRemembered }, counts)
}

/** Keeps of everybody on a list that they left or cannot be reached, and adds nobody. @returns what keeps it from that, if anything */
export async function rememberImport(id: number) {
  const [found] = await db
    .select({ said: imports.said, name: imports.name })
    .from(imports)
    .where(eq(imports.id, id))
  if (!found) return "missing"
  const counts = await countPeople(id, found.said)
  if (counts.fresh > 0) return "missing"
  return begin(id, { said: found.said, origin: found.name || "Liste collée", isRemembered: true }, counts)
}

/** Sure of what a value means, nobody says otherwise: the site would write to who said no. */
function decide(value: SaidValue, typed: string | undefined): SaidValue {
  const chosen = FATE_CHOICES.find((choice) => choice === typed)
  if (!value.isGuess || !chosen) return value
  if (chosen !== "never") return { ...value, fate: chosen }
  return ["write", "ask"].includes(value.fate) ? { ...value, fate: "unknown" } : value
}

function begin(id: number, chosen: Partial<typeof imports.$inferInsert>, { fresh, remembered }: Counts) {
  return db.transaction(async (tx) => {
    const [started] = await tx
      .update(imports)
      .set({ ...chosen, state: "running" })
      .where(and(eq(imports.id, id), eq(imports.state, "read")))
      .returning({ name: imports.name })
    if (!started) return "missing"
    const { isConfirmed, agreedOn, origin, isRemembered } = chosen
    await record(tx, {
      action: "import",
      kind: "subscriber",
      title: started.name,
      after: { fresh, isConfirmed, agreedOn, origin, ...(isRemembered && { remembered }) },
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
    const { asked, added, gone } = await moveSome(tx, found)
    if (asked.length > 0) await askToConfirm(tx, asked, links)
    await dropWaitingMails(tx, gone)
    const isOver = (await tx.$count(waiting, eq(waiting.importId, found.id))) === 0
    await tx
      .update(imports)
      .set({
        addedCount: sql`${imports.addedCount} + ${added}`,
        rememberedCount: sql`${imports.rememberedCount} + ${gone.length}`,
        ...(isOver && { state: "done" as const, endedAt: sql`now()` }),
      })
      .where(eq(imports.id, found.id))
    return true
  })
}

type Import = typeof imports.$inferSelect

/**
 * Moves some people from a list among the subscribers: as such, or as gone, then without their names. Not confirmed elsewhere is
 * not confirmed here, whatever is said of the others.
 */
async function moveSome(tx: Transaction, { id, said, origin, agreedOn, isConfirmed, isRemembered }: Import) {
  // What the list said of them belongs to the proof.
  const labels = said.map(({ column, value }) => `${column}\u00a0: ${value}`)
  const { rows } = await tx.execute<{ id: number | null; email: string; isAsked: boolean }>(sql`
    with moved as (
      delete from ${waiting} where (import_id, email) in (
        select import_id, email from ${waiting} where import_id = ${id} order by email limit ${BATCH})
      returning email, name, said),
    people as (
      select email, name, ${fateOf(said)} as fate, ${origin} || coalesce(
        (select left(' (dans la liste, ' || string_agg(distinct (${sql.param(labels)}::text[])[place + 1], ', ') || ')', 500)
          from unnest(said) as place), '') as proof from moved),
    added as (
      insert into ${subscribers} (email, name, consented_at, consent_origin, consent_wording, confirmed_at, import_id)
      select email, name, ${agreedOn}::date, 'import', proof, case when ${isConfirmed} and fate = 'write' then now() end, ${id}
      from people where fate in ('write', 'ask') order by email
      on conflict (email) do nothing returning id, email, confirmed_at is null as "isAsked"),
    gone as (
      insert into ${subscribers} as s (email, consent_origin, consent_wording, import_id, gone_by_import_id, unsubscribed_at, suppressed_at)
      select email, 'import', proof, ${id}, ${id}, case when fate = 'left' then now() end, case when fate = 'undeliverable' then now() end
      from people where ${isRemembered} and fate in ('left', 'undeliverable')
      on conflict (email) do update set gone_by_import_id = excluded.gone_by_import_id,
        unsubscribed_at = excluded.unsubscribed_at, suppressed_at = excluded.suppressed_at
        where ${isOnlyImported}
      returning email)
    select id, email, "isAsked" from added union all select null, email, false from gone`)
  const added = rows.filter((row) => row.id !== null)
  return {
    asked: added.flatMap((row) => (row.isAsked && row.id !== null ? [row.id] : [])),
    added: added.length,
    gone: rows.filter((row) => row.id === null),
  }
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
    const restored = await letBack(
      tx,
      undone.map(({ id }) => id),
    )
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
    return restored + gone.length > 0
  })
}

/** Of whom a list said that they left or cannot be reached, that is forgotten, but for what they said here since. */
async function letBack(tx: Transaction, undone: number[]) {
  const some = tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(and(inArray(subscribers.goneByImportId, undone), eq(subscribers.consentOrigin, "import")))
    .limit(BATCH)
    .for("update", { skipLocked: true })
  const back = await tx
    .update(subscribers)
    .set({
      goneByImportId: null,
      suppressedAt: null,
      // Of who could not be reached, only they themselves said that they left.
      unsubscribedAt: sql`case when ${subscribers.suppressedAt} is not null then ${subscribers.unsubscribedAt} end`,
    })
    .where(inArray(subscribers.id, some))
    .returning({ id: subscribers.id })
  return back.length
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
