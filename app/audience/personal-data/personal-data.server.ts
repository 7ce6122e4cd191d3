import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { eraseFromBin, listInBin } from "#app/content/bin/bin.server.ts"
import { deleteUserIn } from "#app/accounts/users/manage-users.server.ts"
import { eraseFromLog, listDeedsOfPerson } from "#app/base/audit/erasure.server.ts"
import { eraseFromOutbox } from "#app/base/mail/outbox.server.ts"
import { record } from "#app/db/audit.server.ts"
import { invitations, profiles, sessions, users } from "#app/db/schema/accounts.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { importThings } from "#app/db/schema/imports.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { contactMessages, messageReplies } from "#app/db/schema/messages.server.ts"
import { subscriberImportRows, subscriberImports } from "#app/db/schema/newsletter.server.ts"
import { levels, payments, supporterNetworks, supporters } from "#app/db/schema/supporters.server.ts"
import { bans, comments, newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { eraseCommentsOf } from "../comments/remove-comments.server.ts"

// What was written, without what searches made of it.
const { searchText: _subscription, ...subscriptionColumns } = getTableColumns(newsletterSubscribers)
const { searchText: _support, levelId: _level, ...supportColumns } = getTableColumns(supporters)
const { supporterId: _supporter, ...paymentColumns } = getTableColumns(payments)
const { searchText: _comment, threadId: _thread, ...commentColumns } = getTableColumns(comments)
const { searchText: _message, threadId: _mails, ...messageColumns } = getTableColumns(contactMessages)

/** Theirs also where a host said so. */
const isPaymentOf = (email: string) =>
  or(
    eq(payments.email, email),
    sql`${payments.supporterId} = (select id from ${supporters} where email = ${email})`,
  )

/** What was read of another site and waits to be written here: whose comments and texts these are. */
const isOfPerson = (email: string) => sql`(lower(${importThings.thing} ->> 'email') = ${email}
  or ${importThings.kind} = 'row' and exists (
    select from jsonb_array_elements_text(${importThings.thing} -> 'cells') cell where lower(trim(cell)) = ${email}))`

/**
 * Everything the site knows about an e-mail address, but for what only secures the site (a password's hash, keys of
 * sessions). Likes and views are tied to nobody.
 *
 * @param email in lower case
 */
export async function collectPersonalData(email: string) {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({
        id: users.id,
        email: users.email,
        emailVerified: users.emailVerified,
        role: users.role,
        createdAt: users.createdAt,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        birthDate: profiles.birthDate,
        country: profiles.country,
        displayName: profiles.displayName,
      })
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, email))
    const [invitation] = await tx
      .select({
        email: invitations.email,
        role: invitations.role,
        createdAt: invitations.createdAt,
        expiresAt: invitations.expiresAt,
      })
      .from(invitations)
      .where(eq(invitations.email, email))
    const [subscription] = await tx
      .select(subscriptionColumns)
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, email))
    const [support] = await tx
      .select({ ...supportColumns, level: levels.name })
      .from(supporters)
      .leftJoin(levels, eq(levels.id, supporters.levelId))
      .where(eq(supporters.email, email))
    return {
      email,
      account: account ?? null,
      sessions: account
        ? await tx
            .select({
              userAgent: sessions.userAgent,
              createdAt: sessions.createdAt,
              updatedAt: sessions.updatedAt,
            })
            .from(sessions)
            .where(eq(sessions.userId, account.id))
        : [],
      invitation: invitation ?? null,
      subscription: subscription ?? null,
      support: support ?? null,
      supportNetworks: support
        ? await tx
            .select({ day: supporterNetworks.day, networks: sql<number>`count(*)::int` })
            .from(supporterNetworks)
            .where(eq(supporterNetworks.supporterId, support.id))
            .groupBy(supporterNetworks.day)
            .orderBy(supporterNetworks.day)
        : [],
      payments: await tx.select(paymentColumns).from(payments).where(isPaymentOf(email)).orderBy(payments.id),
      letters: subscription
        ? await tx
            .select({
              title: letters.title,
              state: letterRecipients.state,
              endedAt: letterRecipients.endedAt,
            })
            .from(letterRecipients)
            .innerJoin(letters, eq(letters.id, letterRecipients.letterId))
            .where(eq(letterRecipients.subscriberId, subscription.id))
            .orderBy(letterRecipients.id)
        : [],
      lists: await tx
        .select({ name: subscriberImportRows.name, createdAt: subscriberImports.createdAt })
        .from(subscriberImportRows)
        .innerJoin(subscriberImports, eq(subscriberImports.id, subscriberImportRows.importId))
        .where(eq(subscriberImportRows.email, email))
        .orderBy(subscriberImports.id),
      imports: await tx
        .select({ kind: importThings.kind, thing: importThings.thing })
        .from(importThings)
        .where(isOfPerson(email)),
      comments: await tx
        .select(commentColumns)
        .from(comments)
        .where(eq(comments.authorEmail, email))
        .orderBy(comments.id),
      messages: await tx
        .select(messageColumns)
        .from(contactMessages)
        .where(eq(contactMessages.email, email))
        .orderBy(contactMessages.id),
      bin: await listInBin(tx, email),
      messageReplies: await tx
        .select({
          messageId: messageReplies.messageId,
          text: messageReplies.text,
          createdAt: messageReplies.createdAt,
          outcome: messageReplies.outcome,
        })
        .from(messageReplies)
        .innerJoin(contactMessages, eq(contactMessages.id, messageReplies.messageId))
        .where(eq(contactMessages.email, email))
        .orderBy(messageReplies.createdAt, messageReplies.id),
      waitingMails: await tx
        .select({ subject: mails.subject, text: mails.text, createdAt: mails.createdAt })
        .from(mails)
        .where(eq(mails.recipient, email)),
      blocks: await tx
        .select({ createdAt: bans.createdAt })
        .from(bans)
        .where(and(eq(bans.kind, "email"), eq(bans.value, email))),
      log: await listDeedsOfPerson(tx, email, account?.id),
    }
  })
}

/**
 * Erases everything about an e-mail address, in one transaction: account, invitation, subscription, support, comments, messages
 * with their replies, mails that wait for it, and its name in the log; then the mails to it in the outbox. What the hosts wrote with that account stays on the site, without an
 * author; so does a block of the address, which keeps it from coming back.
 *
 * @param email in lower case
 * @param ownId the account of who asks, which is kept from them here as everywhere
 * @returns `own` or `last-admin` when nothing was erased because of that account
 */
export async function erasePersonalData(email: string, ownId: string) {
  const outcome = await db.transaction(async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (account?.id === ownId) return "own"
    if (account && (await deleteUserIn(tx, account.id)) === "last-admin") return "last-admin"
    const erased = {
      account: account ? 1 : 0,
      comments: await eraseCommentsOf(tx, email),
      bin: await eraseFromBin(tx, email),
      subscriptions: await erase(tx, newsletterSubscribers, eq(newsletterSubscribers.email, email)),
      payments: await erase(tx, payments, isPaymentOf(email)),
      supports: await erase(tx, supporters, eq(supporters.email, email)),
      lists: await erase(tx, subscriberImportRows, eq(subscriberImportRows.email, email)),
      imports: await erase(tx, importThings, isOfPerson(email)),
      messages: await erase(tx, contactMessages, eq(contactMessages.email, email)),
      invitations: await erase(tx, invitations, eq(invitations.email, email)),
      mails: await erase(tx, mails, or(eq(mails.recipient, email), eq(mails.replyTo, email))),
    }
    await eraseFromLog(tx, email, account?.id)
    await record(tx, { action: "erase", kind: "personal-data", before: erased, after: NOTHING_LEFT })
    return "erased"
  })
  // Files do not come back: only once all else is gone for good.
  if (outcome === "erased") await eraseFromOutbox(email)
  return outcome
}

const NOTHING_LEFT = {
  account: 0,
  comments: 0,
  bin: 0,
  subscriptions: 0,
  payments: 0,
  supports: 0,
  lists: 0,
  imports: 0,
  messages: 0,
  invitations: 0,
  mails: 0,
}

/** @returns how many rows there were */
async function erase(tx: Transaction, table: PgTable, condition: SQL | undefined) {
  return (await tx.delete(table).where(condition)).rowCount ?? 0
}
