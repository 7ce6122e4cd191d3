import { and, eq, getTableColumns } from "drizzle-orm"
import { invitations, sessions, users } from "#app/db/schema/accounts.server.ts"
import { db } from "#app/db/client.server.ts"
import { profiles } from "#app/db/schema/content.server.ts"
import {
  bans,
  comments,
  contactMessages,
  mails,
  newsletterSubscribers,
} from "#app/db/schema/visitors.server.ts"
import { deleteUserIn } from "../users/manage-users.server.ts"

// What was written, without what searches made of it.
const { searchText: _subscription, ...subscriptionColumns } = getTableColumns(newsletterSubscribers)
const { searchText: _comment, ...commentColumns } = getTableColumns(comments)
const { searchText: _message, ...messageColumns } = getTableColumns(contactMessages)

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
      waitingMails: await tx
        .select({ subject: mails.subject, text: mails.text, createdAt: mails.createdAt })
        .from(mails)
        .where(eq(mails.recipient, email)),
      blocks: await tx
        .select({ createdAt: bans.createdAt })
        .from(bans)
        .where(and(eq(bans.kind, "email"), eq(bans.value, email))),
    }
  })
}

/**
 * Erases everything about an e-mail address, in one transaction: account, invitation, subscription, comments, messages, and mails
 * that wait for it. What the hosts wrote with that account stays on the site, without an author; so does a block of
 * the address, which keeps it from coming back.
 *
 * @param email in lower case
 * @param ownId the account of who asks, which is kept from them here as everywhere
 * @returns `own` or `last-admin` when nothing was erased because of that account
 */
export async function erasePersonalData(email: string, ownId: string) {
  return db.transaction(async (tx) => {
    const [account] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (account?.id === ownId) return "own"
    if (account && (await deleteUserIn(tx, account.id)) === "last-admin") return "last-admin"
    await tx.delete(comments).where(eq(comments.authorEmail, email))
    await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
    await tx.delete(contactMessages).where(eq(contactMessages.email, email))
    await tx.delete(invitations).where(eq(invitations.email, email))
    await tx.delete(mails).where(eq(mails.recipient, email))
    await tx.delete(mails).where(eq(mails.replyTo, email))
    return "erased"
  })
}
