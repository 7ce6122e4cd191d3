import { queueMail, wakeMailer } from "#app/base/mail/mail-queue.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { recoveryCodeMail } from "../auth-mails.ts"
import type { SignInWay } from "../auth-log.server.ts"
import { startSession } from "../auth.server.ts"
import { describeBrowser } from "../browsers.server.ts"
import { countRecoveryCodes, takeRecoveryCode } from "../factors/recovery-codes.server.ts"
import { checkTotp } from "../factors/totp.server.ts"
import { withFactorProved } from "../session-guard.server.ts"
import { actorOf, type Person } from "./person.server.ts"
import { greet } from "./signed-in.server.ts"

/** Uses a typed code up, of the person's app or for recovery: who comes with one is told by mail. */
export function useCode(person: Person, code: string, way: SignInWay, userAgent: string | null) {
  return way === "Mot de passe et code de secours"
    ? useRecoveryCode(person, code, userAgent)
    : checkTotp(person.id, code)
}

async function useRecoveryCode(person: Person, code: string, userAgent: string | null) {
  const isRight = await db.transaction(async (tx) => {
    if (!(await takeRecoveryCode(person.id, code, tx))) return false
    const left = await countRecoveryCodes(person.id, tx)
    const occasion = { at: new Date(), browser: describeBrowser(userAgent) }
    await queueMail(tx, recoveryCodeMail(getSettings().publicUrl, person.email, occasion, left))
    await record(tx, { action: "use-code", kind: "factor", title: "Code de secours", actor: actorOf(person) })
    return true
  })
  if (isRight) wakeMailer()
  return isRight
}

/** Signs in somebody who has just proved their second factor, or a passkey. @returns the answer's headers */
export async function signInProved(request: Request, person: Person, way: SignInWay) {
  const headers = await withFactorProved(person.id, () => startSession(person.id, request.headers, way))
  await greet(request, person, headers)
  return headers
}

export function recordFailure(person: Person, way: SignInWay) {
  return record(db, { action: "sign-in-failed", kind: "session", title: way, actor: actorOf(person) })
}
