import { eq, type SQL, sql } from "drizzle-orm"
import { record, SOMEBODY } from "#app/db/audit.server.ts"
import { type Database, db } from "#app/db/client.server.ts"
import { sessions, users } from "#app/db/schema/accounts.server.ts"

// The log's rows about people's own sessions and passwords. No request of theirs is signed in yet, so each names its actor.

/** What the log says that somebody signed in with. */
export type SignInWay =
  | "Mot de passe"
  | "Mot de passe et code"
  | "Mot de passe et code de secours"
  | "Clé d’accès"
  | "Inscription"
  | "Invitation"

/** That somebody came in, and by which way. Before their browser is given the session, which the accounts library has made by then. */
export async function recordSignIn(userId: string, way: SignInWay) {
  const person = await findPerson(db, eq(users.id, userId))
  if (person) await record(db, { action: "sign-in", kind: "session", id: userId, title: way, actor: person })
}

/** That somebody did not, if there is such an account: never what they typed. The limits on attempts bound it. */
export function recordFailedSignIn(email: string) {
  return db.transaction(async (tx) => {
    // Waiting for the disk would tell an account from none by the time it takes.
    await tx.execute(sql`set local synchronous_commit = off`)
    const person = await findPerson(tx, eq(users.email, email))
    if (!person) return
    const { id, name: title } = person
    await record(tx, { action: "sign-in-failed", kind: "session", id, title, actor: SOMEBODY })
  })
}

/** @param on the transaction that changes it */
export async function recordPasswordChange(on: Pick<Database, "select" | "insert">, userId: string) {
  const person = await findPerson(on, eq(users.id, userId))
  if (!person) return
  await record(on, { action: "change-password", kind: "user", id: userId, title: person.name, actor: person })
}

/** Ends one session, of who signs out. */
export function endSession(sessionId: string) {
  return db.transaction(async (tx) => {
    const [ended] = await tx.delete(sessions).where(eq(sessions.id, sessionId)).returning()
    if (ended) await record(tx, { action: "sign-out", kind: "session", id: ended.userId })
  })
}

async function findPerson(on: Pick<Database, "select">, condition: SQL) {
  const [person] = await on
    .select({ id: users.id, name: users.email, role: users.role })
    .from(users)
    .where(condition)
  return person
}
