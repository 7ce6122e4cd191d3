import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { recoveryCodeMail } from "../auth-mails.ts"
import type { SignInWay } from "../auth-log.server.ts"
import { startSession } from "../auth.server.ts"
import { describeBrowser } from "../browsers.server.ts"
import { countRecoveryCodes, takeRecoveryCode } from "../factors/recovery-codes.server.ts"
import { checkTotp } from "../factors/totp.server.ts"
import { withFactorProved } from "../session-guard.server.ts"
import { type PendingSignIn, takePendingSignIn } from "./pending-sign-in.server.ts"
import { actorOf, type Person } from "./person.server.ts"
import { greet } from "./signed-in.server.ts"

/**
 * Uses up a pending sign-in and a typed code, of the person's app or for recovery, or neither: of several codes that come with it at
 * once, one is tried at a time, and none is spent once it is over. Who comes with one for recovery is told by mail.
 */
export async function useCode(
  pending: PendingSignIn,
  code: string,
  way: SignInWay,
  userAgent: string | null,
): Promise<"right" | "wrong" | "ended"> {
  const isRecovery = way === "Mot de passe et code de secours"
  try {
    const outcome = await db.transaction(async (tx) => {
      if (!(await takePendingSignIn(pending, tx))) return "ended"
      const isRight = isRecovery
        ? await useRecoveryCode(tx, pending.user, code, userAgent)
        : await checkTotp(pending.user.id, code, tx)
      if (!isRight) throw new WrongCodeError()
      return "right"
    })
    return outcome
  } catch (error) {
    if (error instanceof WrongCodeError) return "wrong"
    throw error
  }
}

/** Leaves the pending sign-in where it is. */
class WrongCodeError extends Error {}

async function useRecoveryCode(tx: Transaction, person: Person, code: string, userAgent: string | null) {
  if (!(await takeRecoveryCode(person.id, code, tx))) return false
  const left = await countRecoveryCodes(person.id, tx)
  const occasion = { at: new Date(), browser: describeBrowser(userAgent) }
  await queueMail(tx, recoveryCodeMail(getSettings().publicUrl, person.email, occasion, left))
  await record(tx, { action: "use-code", kind: "factor", title: "Code de secours", actor: actorOf(person) })
  return true
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
