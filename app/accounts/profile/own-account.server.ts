import { eq } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { verifications } from "#app/db/schema/accounts.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { queueMail } from "../../base/mail/mail-queue.server.ts"
import { deleteUserIn } from "../users/manage-users.server.ts"
import { accountDeletedMail } from "./own-account-mails.ts"

/** Deletes the viewer's own account, as `deleteUser`, and tells them by mail. */
export function deleteOwnAccount({ id, email, role }: Viewer) {
  return db.transaction(async (tx) => {
    const outcome = await deleteUserIn(tx, id)
    if (outcome !== "done") return outcome
    await tx.delete(verifications).where(eq(verifications.value, id))
    await queueMail(tx, accountDeletedMail(getSettings().publicUrl, email))
    await record(tx, { action: "delete", kind: "user", id, title: email, before: { role } })
    return outcome
  })
}
