import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser"
import { useState, useSyncExternalStore } from "react"
import { noResponseText, SIGNED_OUT } from "#app/kit/form/keep-form.ts"

/** What the site and the browser do together so that a passkey is made, or one is used. */
export type Ceremony = {
  /** Takes what the browser answered, as JSON. */
  take: (response: string) => unknown
  texts: {
    /** Said where the person said no, or the time for it is over; by default nothing is. */
    cancelled?: string
    /** This authenticator holds a passkey of the account already. */
    known?: string
    failed: string
    /** What follows for the person from the site's silence (`noResponseText`). */
    effect: string
  }
} & (
  | { does: "make"; ask: () => Promise<PublicKeyCredentialCreationOptionsJSON> }
  | { does: "use"; ask: () => Promise<PublicKeyCredentialRequestOptionsJSON> }
)

/** Whether the browser knows passkeys (supposed until its scripts run), whether it asks for one, and in French what was wrong. */
export function usePasskeyCeremony() {
  const isKnown = useSyncExternalStore(neverChanges, knowsPasskeys, () => true)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const hold = async (ceremony: Ceremony) => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    setProblem(await holdCeremony(ceremony))
    setIsBusy(false)
  }
  /** The browser offers it beside the address, if it can, until the person takes it. @returns what ends it */
  const offer = (ceremony: Ceremony) => {
    let state: "waiting" | "offered" | "over" = "waiting"
    const start = async () => {
      const canOffer = knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())
      if (!canOffer || state === "over") return
      state = "offered"
      setProblem(await holdCeremony(ceremony, { isOffered: true }))
    }
    start().catch(() => {})
    return () => {
      if (state === "offered") cancelCeremony().catch(() => {})
      state = "over"
    }
  }
  return { isKnown, isBusy, problem, hold, offer }
}

const knowsPasskeys = () => "PublicKeyCredential" in window
const neverChanges = () => () => {}

/** Posts to the site. @returns what it answers, as JSON @throws what `holdCeremony` words */
export async function post(path: string, fields: Record<string, string> = {}) {
  const response = await fetch(path, { method: "POST", body: new URLSearchParams(fields) })
  if (response.redirected) throw new RefusedError(SIGNED_OUT)
  const answer = await response.json().catch(() => ({ error: UNANSWERED }))
  if (!response.ok || answer.error) throw new RefusedError(answer.error ?? UNANSWERED)
  return answer
}

async function holdCeremony(ceremony: Ceremony, { isOffered = false } = {}) {
  let isAnswered = false
  try {
    // Most visits of a page need none of it.
    const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser")
    const response =
      ceremony.does === "make"
        ? await startRegistration({ optionsJSON: await ceremony.ask() })
        : await startAuthentication({ optionsJSON: await ceremony.ask(), useBrowserAutofill: isOffered })
    isAnswered = true
    await ceremony.take(JSON.stringify(response))
    return undefined
  } catch (error) {
    // What was only offered fails quietly.
    return isOffered && !isAnswered ? undefined : describeProblem(error, ceremony.texts)
  }
}

async function cancelCeremony() {
  const { WebAuthnAbortService } = await import("@simplewebauthn/browser")
  WebAuthnAbortService.cancelCeremony()
}

/** What the site refuses, in its own words. */
class RefusedError extends Error {}

/** Why a ceremony, or `post`, came to nothing; nothing is said of what the person wanted. */
export function describeProblem(error: unknown, { cancelled, known, failed, effect }: Ceremony["texts"]) {
  if (error instanceof RefusedError) return error.message
  if (error instanceof TypeError) return noResponseText(error, effect)
  switch (error instanceof Error && error.name) {
    case "NotAllowedError":
    case "AbortError":
      return cancelled
    case "InvalidStateError":
      return known ?? failed
    default:
      return failed
  }
}

const UNANSWERED = "Le site ne peut pas répondre pour l’instant. Réessayez dans quelques secondes."
