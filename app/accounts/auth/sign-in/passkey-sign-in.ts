import { noResponseText } from "#app/kit/form/keep-form.ts"
import type { Step } from "./passkey.schema.ts"

/** What the site refuses, in its own words. */
class RefusedError extends Error {}

/**
 * Signs in by a passkey: the site says what to ask for, the browser asks the person, and the site takes its answer. Then
 * the page is left.
 *
 * @param isOffered beside the address, by the browser itself, until the person takes it; otherwise they are asked at once
 * @returns why it did not work, or nothing when the person wanted nothing of it
 */
export async function signInByPasskey(step: Step, { isOffered = false } = {}) {
  let isAnswered = false
  try {
    const { startAuthentication } = await import("@simplewebauthn/browser")
    const optionsJSON = await send({ intent: "ask", step })
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffered })
    isAnswered = true
    await send({ intent: "answer", step, response: JSON.stringify(answer) })
    location.assign("/")
    return undefined
  } catch (error) {
    // What was only offered fails quietly.
    return isOffered && !isAnswered ? undefined : textOf(error)
  }
}

/** Takes back what was offered: the page is left. */
export async function stopOffering() {
  const { WebAuthnAbortService } = await import("@simplewebauthn/browser")
  WebAuthnAbortService.cancelCeremony()
}

async function send(fields: Record<string, string>) {
  const response = await fetch("/auth/passkey", { method: "POST", body: new URLSearchParams(fields) })
  const answer = await response.json().catch(() => ({ error: UNANSWERED }))
  if (!response.ok) throw new RefusedError(answer.error)
  return answer
}

function textOf(error: unknown) {
  if (error instanceof RefusedError) return error.message
  if (!(error instanceof Error)) return FAILED
  // The person said no, or the time for it is over.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return undefined
  return error instanceof TypeError ? noResponseText(error, "vous n’êtes pas connecté") : FAILED
}

const UNANSWERED = "Le site ne peut pas répondre pour l’instant. Réessayez dans quelques secondes."
const FAILED = "Votre navigateur n’a pas pu utiliser de clé d’accès."
