import { useState } from "react"
import { useKnowsPasskeys } from "../use-passkeys.ts"
import { proveByPasskey } from "./proof-client.ts"

/** Proves who it is by a passkey, in browsers that know them. */
export function PasskeyButton({ onProved }: { onProved: () => void }) {
  const isKnown = useKnowsPasskeys(false)
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function prove() {
    if (isAsking) return
    setIsAsking(true)
    const found = await proveByPasskey()
    setIsAsking(false)
    setProblem(found)
    if (!found) onProved()
  }

  if (!isKnown) return null
  return (
    <div>
      <button type="button" onClick={() => void prove()} aria-disabled={isAsking} className="office-button">
        Utiliser une clé d’accès
      </button>
      {problem && (
        <p role="alert" className="mt-1 text-sm font-semibold text-blood-dark">
          {problem}
        </p>
      )}
    </div>
  )
}
