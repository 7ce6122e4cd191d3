import { failureText } from "#app/kit/ui/error-page.tsx"
import type { useResults } from "./use-results.ts"

/** Why there is less than there may be; the actions stay. */
export function SearchFailure({ found }: { found: ReturnType<typeof useResults> }) {
  const text = textOf(found)
  if (!text) return null
  return (
    <div role="alert" className="office-alert flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-56">{text}</p>
      <button type="button" onClick={found.retry} className="office-button">
        Réessayer
      </button>
    </div>
  )
}

function textOf({ state, isPartial }: ReturnType<typeof useResults>) {
  if (state === "signed-out")
    return "Vous n’êtes plus connecté : reconnectez-vous dans un autre onglet, puis réessayez ici."
  if (state === "failed") return failureText()
  return isPartial && "Tout n’a pas pu être parcouru. Réessayez dans un instant."
}
