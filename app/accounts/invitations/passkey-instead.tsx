import { useState } from "react"
import { useLocation, useSubmit } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { noResponseText } from "#app/kit/form/keep-form.ts"
import { useKnowsPasskeys } from "../auth/use-passkeys.ts"
import type { acceptIntents } from "./invitations.schema.ts"

/** The other way to join: no password at all. Not shown in a browser that knows no passkeys. */
export function PasskeyInstead() {
  const { search } = useLocation()
  const submit = useSubmit()
  const isKnown = useKnowsPasskeys()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function create() {
    setIsAsking(true)
    setProblem(undefined)
    const made = await makePasskey(`/auth/invitation/passkey${search}`)
    setIsAsking(false)
    if ("problem" in made) return setProblem(made.problem)
    const fields = { intent: "passkey", ...made } satisfies Asking<typeof acceptIntents>
    await submit(fields, { method: "post" })
  }

  if (!isKnown) return null
  return (
    <div className="mt-6 border-t-2 border-paper-dim pt-6 noscript:hidden">
      <p>
        Ou sans mot de passe : votre appareil vous reconnaît (empreinte, visage ou code) et garde la clé pour
        vous.
      </p>
      <button
        type="button"
        data-scripted
        aria-disabled={isAsking}
        onClick={() => void (isAsking || create())}
        className="button button-ink mt-4 w-full"
      >
        Créer une clé d’accès
      </button>
      <p role="status" className="mt-3 font-semibold text-blood-dark empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** @returns what the browser made, as JSON, or in French why there is nothing; neither says what the person did not want */
async function makePasskey(address: string): Promise<{ response: string } | { problem?: string }> {
  try {
    const { startRegistration } = await import("@simplewebauthn/browser")
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams() })
    const optionsJSON = await answer.json()
    if (!answer.ok) return { problem: optionsJSON.error }
    return { response: JSON.stringify(await startRegistration({ optionsJSON })) }
  } catch (error) {
    if (!(error instanceof Error)) return { problem: FAILED }
    // The person said no, or the time for it is over.
    if (["NotAllowedError", "AbortError"].includes(error.name)) return { problem: undefined }
    return { problem: error instanceof TypeError ? noResponseText(error, NOTHING_DONE) : FAILED }
  }
}

const NOTHING_DONE = "aucun compte n’est créé"
const FAILED = "Votre navigateur n’a pas pu créer de clé d’accès. Choisissez un mot de passe."
