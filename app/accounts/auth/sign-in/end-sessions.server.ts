import { eq } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { sessions } from "#app/db/schema/accounts.server.ts"
import { keepOnce, peekOnce, takeOnce } from "../factors/single-use.server.ts"
import { actorOf, findPerson } from "./person.server.ts"

const WEEK_S = 7 * 86_400
/** Not the id alone: such a key would end with the password, which a thief changes first. */
const TITLE = "Toutes les sessions, par le lien d’un e-mail"
const OF = "sessions of "

/** The key of a link by which a person ends all their sessions, without signing in: once, within a week. */
export function makeEndSessionsKey(userId: string) {
  return keepOnce("end-sessions", OF + userId, WEEK_S)
}

export async function canEndSessions(key: string) {
  return (await peekOnce("end-sessions", key)) !== undefined
}

/** Ends all sessions of whom the key was mailed to. @returns whose, or undefined when it was used or is too old */
export function endAllSessions(key: string) {
  return db.transaction(async (tx) => {
    const id = (await takeOnce("end-sessions", key, tx))?.slice(OF.length) ?? ""
    const person = await findPerson(id, tx)
    if (!person) return undefined
    await tx.delete(sessions).where(eq(sessions.userId, id))
    await record(tx, { action: "end-sessions", kind: "session", title: TITLE, actor: actorOf(person) })
    return id
  })
}
