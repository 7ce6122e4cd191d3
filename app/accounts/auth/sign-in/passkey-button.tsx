import { useEffect, useState } from "react"
import { knowsPasskeys, useKnowsPasskeys } from "../use-passkeys.ts"
import { signInByPasskey, stopOffering } from "./passkey-sign-in.ts"
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
