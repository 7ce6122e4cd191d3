import { db } from "#app/db/client.server.ts"
import { invitations, users } from "#app/db/schema/accounts.server.ts"
import { makeKey } from "#app/accounts/invitations/invitation-keys.server.ts"
import { PUBLIC_URL } from "./app.ts"

/** An invitation by the first account, for a moderator, unless told otherwise; with its link as a path of the site. */
export async function createInvitation(values: { email: string } & Partial<typeof invitations.$inferInsert>) {
  const { link, stored } = makeKey()
  const [admin] = await db.select({ id: users.id }).from(users).orderBy(users.createdAt).limit(1)
  const [row] = await db
    .insert(invitations)
    .values({ role: "moderator", invitedBy: admin?.id, ...stored, ...values })
    .returning({ id: invitations.id })
  if (!row) throw new Error("nothing was inserted")
  return { id: row.id, link: link.slice(PUBLIC_URL.length) }
}
