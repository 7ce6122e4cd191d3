import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { TOLD } from "./log.server.ts"

/** More of a person's deeds are in no export. */
const MAX_EXPORTED = 10_000

/** What the log tells of a person: what they did, and what names them, newest first and at most 10,000 rows. */
export function listDeedsOfPerson(tx: Transaction, email: string, accountId: string | undefined) {
  return tx
    .select(TOLD)
    .from(auditLog)
    .where(or(...areTheirs([email], accountId), ...areAbout([email], accountId)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(MAX_EXPORTED)
}

/**
 * Takes a person's name out of the log, which goes on telling what was done: who did it, wherever it was them, and their
 * addresses wherever titles and changes name them.
 *
 * @param email in lower case
 * @param accountId whose former addresses go, too
 */
export async function eraseFromLog(tx: Transaction, email: string, accountId: string | undefined) {
  const emails = [...new Set([email, ...(accountId ? await listFormerAddresses(tx, accountId) : [])])]
  await tx.execute(sql`select set_config('cko.audit', 'erasure', true)`)
  await tx
    .update(auditLog)
    .set({ actor: "", actorId: null })
    .where(or(...areTheirs(emails, accountId)))
  if (accountId)
    await tx.update(auditLog).set({ title: "", changes: null, addresses: [] }).where(isOfAccount(accountId))
  for (const address of emails) {
    const without = (text: SQL) => sql`regexp_replace(${text}, ${alone(address)}, '', 'gi')`
    await tx
      .update(auditLog)
      .set({
        title: without(sql`${auditLog.title}`),
        changes: sql`${without(sql`${auditLog.changes}::text`)}::jsonb`,
        addresses: sql`array_remove(${auditLog.addresses}, ${address})`,
      })
      .where(names([address]))
  }
  await tx.execute(sql`select set_config('cko.audit', '', true)`)
}

function areTheirs(emails: string[], accountId: string | undefined) {
  return [inArray(auditLog.actor, emails), ...(accountId ? [eq(auditLog.actorId, accountId)] : [])]
}

function areAbout(emails: string[], accountId: string | undefined) {
  return [names(emails), ...(accountId ? [isOfAccount(accountId)] : [])]
}

/** Their account, the names that they gave their passkeys, attempts to sign in as them. */
const isOfAccount = (accountId: string) =>
  and(inArray(auditLog.kind, ["user", "factor", "session"]), eq(auditLog.itemId, accountId))

const names = (emails: string[]) =>
  sql`(${auditLog.addresses} && ${sql.param(emails)}::text[] and ${auditLog.addresses} <> '{}')`

/** By which an account was known when it did something. */
async function listFormerAddresses(tx: Transaction, accountId: string) {
  const found = await tx
    .selectDistinct({ actor: auditLog.actor })
    .from(auditLog)
    .where(eq(auditLog.actorId, accountId))
  return found.map(({ actor }) => actor)
}

/** An address and no part of another one, as PostgreSQL's regular expressions have it, whose escapes are not JavaScript's. */
const alone = (address: string) => `(?<![\\w.+-])${address.replace(/[^\w@-]/g, "\\$&")}(?![\\w-])`
