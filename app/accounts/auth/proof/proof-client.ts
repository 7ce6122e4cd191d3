import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import { noResponseText, SIGNED_OUT } from "#app/kit/form/keep-form.ts"
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
    const { means } = await readJson<{ means: Means | null }>(await fetch(`${PROOF_PATH}?age=${age}`))
    return means
  } catch {
    return null
  }
}

/** @returns what is wrong, in French; nothing once it is proved */
export function proveByPassword(password: string) {
  return send({ intent: "password", [PROOF]: password })
}

/** As `proveByPassword`; the browser asks for the passkey. */
export async function proveByPasskey() {
  try {
    const { startAuthentication } = await import("@simplewebauthn/browser")
    const optionsJSON = await readJson<PublicKeyCredentialRequestOptionsJSON>(
      await post({ intent: "ask-passkey" }),
    )
    // Cancelled, too late, none of this account's: browsers do not tell them apart.
    const response = await startAuthentication({ optionsJSON }).catch(() => null)
    return response ? await send({ intent: "passkey", response: JSON.stringify(response) }) : NO_PASSKEY
  } catch (error) {
    return describe(error)
  }
}

async function send(fields: Record<string, string>) {
  try {
    const { error } = await readJson<{ error?: string }>(await post(fields))
    return error
  } catch (error) {
    return describe(error)
  }
}

function post(fields: Record<string, string>) {
  return fetch(PROOF_PATH, { method: "POST", body: new URLSearchParams(fields) })
}

class SignedOut extends Error {}

async function readJson<Read>(response: Response) {
  if (response.redirected) throw new SignedOut()
  return (await response.json()) as Read
}

function describe(error: unknown) {
  return error instanceof SignedOut ? SIGNED_OUT : noResponseText(error, "rien n’a été fait")
}
