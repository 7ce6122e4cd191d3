import { type Ceremony, describeProblem, post } from "../passkey-ceremony.ts"
import { NO_PASSKEY, PROOF, PROOF_PATH } from "./proof.copy.ts"
import type { Means } from "./proof.server.ts"

type Ask = (means: Means) => Promise<boolean>
let ask: Ask | undefined

/** Who opens the question on this page (`ProofGuard`). @returns the function that stops it */
export function onProofAsked(listener: Ask) {
  ask = listener
  return () => {
    if (ask === listener) ask = undefined
  }
}

/**
 * Asks the person for a proof, if the site would miss it.
 *
 * @param age of a proof that is good enough, in seconds
 * @returns whether what waits for it may be sent: also where the site cannot be asked, which its answer will then say
 */
export async function proveFirst(age: number) {
  const means = await findMissing(age)
  return !means || !ask || ask(means)
}

async function findMissing(age: number) {
  try {
    const { means } = await (await fetch(`${PROOF_PATH}?age=${age}`)).json()
    return means as Means | null
  } catch {
    return null
  }
}

/** @returns what is wrong, in French; nothing once it is proved */
export async function proveByPassword(password: string) {
  try {
    await post(PROOF_PATH, { intent: "password", [PROOF]: password })
    return undefined
  } catch (error) {
    return describeProblem(error, TEXTS)
  }
}

/** As `proveByPassword`; the browser asks for the passkey. */
export const proofByPasskey = (onProved: () => void): Ceremony => ({
  does: "use",
  ask: () => post(PROOF_PATH, { intent: "ask-passkey" }),
  take: async (response) => {
    await post(PROOF_PATH, { intent: "passkey", response })
    onProved()
  },
  texts: TEXTS,
})

// Cancelled, too late, none of this account's: browsers do not tell them apart.
const TEXTS = { cancelled: NO_PASSKEY, failed: NO_PASSKEY, effect: "rien n’a été fait" }
