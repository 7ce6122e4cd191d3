import { useEffect, useState } from "react"
import { noResponseText } from "#app/kit/form/keep-form.ts"
import { knowsPasskeys, useKnowsPasskeys } from "../use-passkeys.ts"
import type { Step } from "./passkey.schema.ts"

/** Signs in by passkey; not shown in a browser that knows none. As the first step the browser offers it by itself, too. */
export function PasskeyButton({ step }: { step: Step }) {
  const isKnown = useKnowsPasskeys()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    if (step === "first") return offer(setProblem)
  }, [step])

  const ask = async () => {
    setIsAsking(true)
    setProblem(undefined)
    setProblem(await signInByPasskey(step))
    setIsAsking(false)
  }

  if (!isKnown) return null
  return (
    <div className="mt-5 noscript:hidden">
      <button
        type="button"
        data-scripted
        aria-disabled={isAsking}
        onClick={() => void (isAsking || ask())}
        className="button button-ink w-full"
      >
        Se connecter avec une clé d’accès
      </button>
      <p role="status" className="mt-3 font-semibold text-blood-dark empty:mt-0">
        {problem}
      </p>
    </div>
  )
}

/** Where the browser can show passkeys among the addresses that it fills in. @returns what ends it */
function offer(onProblem: (problem: string | undefined) => void) {
  let state: "waiting" | "offered" | "over" = "waiting"
  const start = async () => {
    const canOffer = knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())
    if (!canOffer || state === "over") return
    state = "offered"
    onProblem(await signInByPasskey("first", { isOffered: true }))
  }
  start().catch(() => {})
  return () => {
    if (state === "offered") stopOffering().catch(() => {})
    state = "over"
  }
}

/**
 * Signs in by a passkey: the site says what to ask for, the browser asks the person, and the site takes its answer. Then
 * the page is left.
 *
 * @param isOffered beside the address, by the browser itself, until the person takes it; otherwise they are asked at once
 * @returns why it did not work, or nothing when the person wanted nothing of it
 */
async function signInByPasskey(step: Step, { isOffered = false } = {}) {
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
async function stopOffering() {
  const { WebAuthnAbortService } = await import("@simplewebauthn/browser")
  WebAuthnAbortService.cancelCeremony()
}

async function send(fields: Record<string, string>) {
  const response = await fetch("/auth/passkey", { method: "POST", body: new URLSearchParams(fields) })
  const answer = await response.json().catch(() => ({ error: UNANSWERED }))
  if (!response.ok) throw new RefusedError(answer.error)
  return answer
}

/** What the site refuses, in its own words. */
class RefusedError extends Error {}

function textOf(error: unknown) {
  if (error instanceof RefusedError) return error.message
  if (!(error instanceof Error)) return FAILED
  // The person said no, or the time for it is over.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return undefined
  return error instanceof TypeError ? noResponseText(error, "vous n’êtes pas connecté") : FAILED
}

const UNANSWERED = "Le site ne peut pas répondre pour l’instant. Réessayez dans quelques secondes."
const FAILED = "Votre navigateur n’a pas pu utiliser de clé d’accès."
