import { and, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { SiteSettings } from "#app/base/settings/definitions.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { filesInBin } from "#app/content/bin/bin.server.ts"
import { removeStoredFiles } from "#app/media/store/stored-files.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { bin } from "#app/db/schema/bin.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { missingPaths } from "#app/db/schema/redirects.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { contactMessages } from "#app/db/schema/messages.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import type { AuditKind } from "#app/kit/lib/audit.ts"

type RetentionRule = {
  table: PgTable & { id: PgColumn }
  /** When a row's time began; it ends so many months or days later. */
  from: PgColumn
  unit: "months" | "days"
  /** What of the table it is about; all of it without. */
  only?: SQL
  nouns: readonly [one: string, many: string]
  /** Of rows that have files: where the store has them. */
  files?: (which: SQL) => SQL
  /** What the log calls it, which is told how many went; what is nobody's to miss goes without a word. */
  kind?: AuditKind
}

type Settings = SiteSettings["retention"]
export type RetentionName = Exclude<keyof Settings, "dailyCopies">

/** The retention rules: what is deleted at which age, by the setting that says it. */
export const RETENTION_RULES: Record<RetentionName, RetentionRule> = {
  messageMonths: {
    table: contactMessages,
    from: contactMessages.createdAt,
    unit: "months",
    nouns: ["message de contact", "messages de contact"],
    kind: "message",
  },
  unsubscribedMonths: {
    table: newsletterSubscribers,
    from: newsletterSubscribers.unsubscribedAt,
    unit: "months",
    only: isNotNull(newsletterSubscribers.unsubscribedAt),
    nouns: ["adresse désabonnée", "adresses désabonnées"],
    kind: "subscriber",
  },
  unconfirmedMonths: {
    table: newsletterSubscribers,
    from: newsletterSubscribers.confirmationAskedAt,
    unit: "months",
    only: and(isNull(newsletterSubscribers.confirmedAt), isNull(newsletterSubscribers.unsubscribedAt)),
    nouns: ["inscription jamais confirmée", "inscriptions jamais confirmées"],
    kind: "subscriber",
  },
  supporterMonths: {
    table: supporters,
    from: supporters.until,
    unit: "months",
    only: isNotNull(supporters.until),
    nouns: ["ancien soutien", "anciens soutiens"],
    kind: "supporter",
  },
  logMonths: {
    table: auditLog,
    from: auditLog.at,
    unit: "months",
    nouns: ["entrée du journal", "entrées du journal"],
  },
  failedMailDays: {
    table: mails,
    from: mails.failedAt,
    unit: "days",
    only: isNotNull(mails.failedAt),
    nouns: ["e-mail abandonné", "e-mails abandonnés"],
  },
  binDays: {
    table: bin,
    from: bin.deletedAt,
    unit: "days",
    files: filesInBin,
    nouns: ["élément de la corbeille", "éléments de la corbeille"],
  },
  missingDays: {
    table: missingPaths,
    from: missingPaths.lastSeenAt,
    unit: "days",
    only: not(missingPaths.isIgnored),
    nouns: ["adresse introuvable", "adresses introuvables"],
  },
}

/** How many rows are older than this. @param length in the unit of the kind; 0 for what never goes */
export function countOld(name: RetentionName, length: number) {
  return length === 0
    ? Promise.resolve(0)
    : db.$count(RETENTION_RULES[name].table, isOld(RETENTION_RULES[name], length))
}

type Options = { batch?: number; signal?: AbortSignal }

/**
 * Deletes what is older than this, a batch in each transaction: none holds anything for long, and who is killed loses no
 * more than one. Of several processes one does it, the others leave it to that one.
 *
 * @param length in the unit of the kind; 0 for what never goes
 * @returns how many rows went, and whether another process is at it
 */
export async function deleteOld(
  name: RetentionName,
  length: number,
  { batch = 5_000, signal }: Options = {},
) {
  let count = 0
  let last: number | undefined = length === 0 ? 0 : batch
  while (last === batch && !signal?.aborted) {
    const deleted: Deleted | undefined = await db.transaction((tx) =>
      deleteBatch(tx, RETENTION_RULES[name], length, batch),
    )
    await removeStoredFiles(deleted?.paths ?? [])
    last = deleted?.count
    count += last ?? 0
  }
  return { count, isBusy: last === undefined }
}

/** How many rows went, and the files of theirs that are to go. */
type Deleted = { count: number; paths: string[] }

async function deleteBatch(
  tx: Transaction,
  rule: RetentionRule,
  length: number,
  batch: number,
): Promise<Deleted | undefined> {
  const { rows } = await tx.execute<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.retention}) as "isFree", set_config('cko.audit', 'retention', true)`,
  )
  if (!rows[0]?.isFree) return undefined
  const { table, from, kind, files } = rule
  const old = sql`select id from ${table} where ${isOld(rule, length)} order by ${from}, id limit ${batch}`
  const stored = files && (await tx.execute<{ path: string }>(files(sql`${table.id} in (${old})`)))
  const { rowCount } = await tx.execute(sql`delete from ${table} where id in (${old})`)
  const count = rowCount ?? 0
  if (kind && count > 0) await record(tx, { action: "expire", kind, title: sayCount(rule, count) })
  return { count, paths: stored?.rows.map(({ path }) => path) ?? [] }
}

function isOld({ from, unit, only }: RetentionRule, length: number) {
  const period =
    unit === "months" ? sql`make_interval(months => ${length})` : sql`make_interval(days => ${length})`
  return and(only, lt(from, sql`now() - ${period}`))
}

/** « 3 messages de contact » */
export function sayCount({ nouns: [one, many] }: Pick<RetentionRule, "nouns">, count: number) {
  return `${count.toLocaleString("fr-FR")} ${count > 1 ? many : one}`
}
