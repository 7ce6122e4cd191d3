import { type Ceremony, describeProblem, post } from "../passkey-ceremony.ts"
import { NO_PASSKEY, REAUTHENTICATION_FIELD, REAUTHENTICATION_PATH } from "./reauthentication.copy.ts"
import type { Means } from "./reauthentication.server.ts"

type Ask = (means: Means) => Promise<boolean>
let ask: Ask | undefined

/** Who opens the question on this page (`ReauthenticationGuard`). @returns the function that stops it */
export function onReauthenticationAsked(listener: Ask) {
  ask = listener
  return () => {
    if (ask === listener) ask = undefined
  }
}

/**
 * Asks the person to re-authenticate, if the site would ask for it.
 *
 * @param age of an authentication that is recent enough, in seconds
 * @returns whether what waits for it may be sent: also where the site cannot be asked, which its answer will then say
 */
export async function reauthenticateFirst(age: number) {
  const means = await findMissing(age)
  return !means || !ask || ask(means)
}

async function findMissing(age: number) {
  try {
    const { means } = await (await fetch(`${REAUTHENTICATION_PATH}?age=${age}`)).json()
    return means as Means | null
  } catch {
    return null
  }
}

/** @returns what is wrong, in French; nothing once the password was right */
export async function reauthenticateByPassword(password: string) {
  try {
    await post(REAUTHENTICATION_PATH, { intent: "password", [REAUTHENTICATION_FIELD]: password })
    return undefined
  } catch (error) {
    return describeProblem(error, TEXTS)
  }
}

/** As `reauthenticateByPassword`; the browser asks for the passkey. */
export const reauthenticationByPasskey = (onReauthenticated: () => void): Ceremony => ({
  does: "use",
  ask: () => post(REAUTHENTICATION_PATH, { intent: "ask-passkey" }),
  take: async (response) => {
    await post(REAUTHENTICATION_PATH, { intent: "passkey", response })
    onReauthenticated()
  },
  texts: TEXTS,
})

// Cancelled, too late, none of this account's: browsers do not tell them apart.
const TEXTS = { cancelled: NO_PASSKEY, failed: NO_PASSKEY, effect: "rien n’a été fait" }
