import { and, asc, desc, eq, getTableColumns, not, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Filters } from "#app/content/lists/list-view.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { levels, payments, supporters } from "#app/db/schema/supporters.server.ts"
import { containsWords } from "#app/db/search.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import type { PaymentService } from "#app/kit/lib/payments.ts"
import { holdLevel } from "#app/podcast/episodes/levels.server.ts"
import { applyPayment, type Applied } from "./apply-payment.server.ts"
import type { PaymentNotice } from "./notice.server.ts"
import { type attachSchema, STATE_OF } from "./payments.schema.ts"

/** How hosts call who told of a payment, and where its supporter is from. */
export const SERVICE_NAMES: Record<PaymentService, string> = {
  helloasso: "HelloAsso",
  kofi: "Ko-fi",
  stripe: "Stripe",
  other: "Formulaire",
}

/** How many months a payment opens what all supporters have, where hosts named no level. */
const MONTHS_WITHOUT_LEVEL = 1
/** As many as anybody names. */
const MOST_LEVELS = 200

/**
 * Keeps what a service told of a payment, and makes or extends the supporter. What is told again is the same one: nothing follows of
 * it, but where it waits and something was missing before.
 *
 * @returns whether it was known
 */
export function receivePayment(told: PaymentNotice): Promise<boolean> {
  const { isSupport, isTrial, labels, namesLevel: _namesLevel, ...notice } = told
  const { service, key, isRefund, email } = notice
  return db.transaction(async (tx) => {
    const label = labels.join(", ")
    const [kept] = await tx
      .insert(payments)
      .values({ ...notice, label, state: "waiting" })
      .onConflictDoNothing()
      .returning({ id: payments.id })
    const [known] = kept
      ? []
      : await tx
          .select({ id: payments.id, state: payments.state })
          .from(payments)
          .where(and(eq(payments.service, service), eq(payments.key, key)))
          .for("update")
    const id = kept?.id ?? known?.id
    if (id === undefined || (known && known.state !== "waiting")) return true
    const level = await findLevel(tx, told)
    // Who buys a ticket at the same place is nobody that is known here.
    if (!level && !isSupport) await tx.delete(payments).where(eq(payments.id, id))
    else await settle(tx, id, await follow(level))
    return known !== undefined

    async function follow(level: Level | undefined): Promise<Applied | "dismissed"> {
      if (isTrial) return "dismissed"
      if (isRefund) return { waits: "Remboursé\u00a0: le soutien continue tant que vous n’y changez rien" }
      if (email === "") return { waits: "Sans adresse e-mail" }
      if (!level) return { waits: "Palier inconnu" }
      const months = notice.months ?? level.months
      return applyPayment(tx, { ...notice, levelId: level.id, months, origin: SERVICE_NAMES[service] })
    }
  })
}

type Level = { id: number | null; months: number }

/** Of which level a payment is: the one it names, that of who pays, or the only one. @returns undefined where a host has to say */
async function findLevel(
  tx: Transaction,
  { email, labels, namesLevel, isSupport }: PaymentNotice,
): Promise<Level | undefined> {
  const all = await tx
    .select({ id: levels.id, name: levels.name, payUrl: levels.payUrl, months: levels.months })
    .from(levels)
    .orderBy(desc(levels.rank), asc(levels.id))
    .limit(MOST_LEVELS)
  const wanted = new Set(labels.map(plain))
  const named = all.find(
    ({ name, payUrl }) => wanted.has(plain(name)) || partsOf(payUrl).some((part) => wanted.has(part)),
  )
  if (named || !isSupport || (namesLevel && labels.length > 0)) return named
  const [payer] = await tx
    .select({ levelId: supporters.levelId })
    .from(supporters)
    .where(eq(supporters.email, email))
  if (payer?.levelId) return all.find(({ id }) => id === payer.levelId)
  if (all.length === 0 || payer) return { id: null, months: MONTHS_WITHOUT_LEVEL }
  return all.length === 1 ? all[0] : undefined
}

/** A level's name without case and accents. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim()

/** HelloAsso names a form by a part of its address: `…/adhesions/mecenes`. */
function partsOf(address: string | null) {
  const url = address === null ? null : URL.parse(address)
  return url && /(^|\.)helloasso\.com$/.test(url.hostname) ? url.pathname.split("/").filter(Boolean) : []
}

async function settle(tx: Transaction, id: number, applied: Applied | "dismissed") {
  const after =
    applied === "dismissed"
      ? { state: "dismissed" as const, remark: "Un essai\u00a0: personne n’a payé" }
      : "waits" in applied
        ? { state: "waiting" as const, remark: applied.waits }
        : { state: "applied" as const, ...applied }
  await tx.update(payments).set(after).where(eq(payments.id, id))
}

type View = { search: string; filters: Filters }

const matching = ({ search, filters: { etat } }: View) =>
  and(
    etat ? sql`${payments.state} = ${STATE_OF[etat]}` : undefined,
    search
      ? containsWords(sql`searchable(${payments.email} || E'\\n' || ${payments.name})`, search)
      : undefined,
  )

const orderBy = [sql`(${payments.state} = 'waiting') desc`, desc(payments.id)]

/** What was told of payments, first what waits for a host, then the newest. */
export function listPayments({ limit, offset, ...view }: View & { limit: number; offset: number }) {
  const page = selectPage(payments, { where: matching(view), orderBy, limit, offset })
  const { key: _key, months: _months, ...shown } = getTableColumns(payments)
  return db
    .select(shown)
    .from(page)
    .innerJoin(payments, eq(payments.id, page.id))
    .orderBy(...orderBy)
}

/** How many rows `listPayments` would go through, counted up to `most`. */
export function countPayments(view: View, most: number) {
  return countUpTo(most, payments, matching(view))
}

/** A payment that waits for a host to say whose it is; undefined of one that does not, any more. */
export async function findWaitingPayment(id: number) {
  const [found] = await db
    .select({ id: payments.id, email: payments.email, name: payments.name, label: payments.label })
    .from(payments)
    .where(canBeAttached(id))
  return found
}

const isWaiting = (id: number) => and(eq(payments.id, id), eq(payments.state, "waiting"))
/** What was given back extends nothing. */
const canBeAttached = (id: number) => and(isWaiting(id), not(payments.isRefund))

/**
 * Says whose a payment is that waits, and what it opens.
 *
 * @returns what it opened; undefined where it does not wait any more, "no-level" where that level went meanwhile
 */
export function attachPayment({ id, email, levelId }: z.output<typeof attachSchema>) {
  return db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(canBeAttached(id)).for("update")
    if (!payment) return undefined
    if (levelId !== null && (await holdLevel(tx, levelId)) === undefined) return "no-level"
    const [level] = await tx
      .select({ months: levels.months })
      .from(levels)
      .where(eq(levels.id, levelId ?? 0))
    const months = payment.months ?? level?.months ?? MONTHS_WITHOUT_LEVEL
    const paid = { ...payment, email, levelId, months, origin: SERVICE_NAMES[payment.service] }
    const applied = await applyPayment(tx, paid, true)
    await settle(tx, id, applied)
    return "remark" in applied ? applied.remark : undefined
  })
}

/** Puts a payment aside that waits: nothing follows of it. @returns false where it does not wait any more */
export function dismissPayment(id: number) {
  return db.transaction(async (tx) => {
    const [dismissed] = await tx
      .update(payments)
      .set({ state: "dismissed", remark: "Classé sans suite" })
      .where(isWaiting(id))
      .returning({ createdAt: payments.createdAt })
    if (!dismissed) return false
    const title = `reçu le ${formatLongTime(dismissed.createdAt)}`
    await record(tx, {
      ...{ action: "update", kind: "payment", id, title },
      ...{ before: { state: "waiting" }, after: { state: "dismissed" } },
    })
    return true
  })
}

/** For so long hosts see what a payment became; what waits for them stays. */
const KEPT_DAYS = 30

/** Deletes payments that are too old to be looked at. */
export async function deleteOldPayments() {
  await db.execute(sql`delete from ${payments}
    where state <> 'waiting' and created_at < now() - ${KEPT_DAYS} * interval '1 day'`)
}
