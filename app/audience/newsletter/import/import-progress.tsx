import { useEffect, useEffectEvent } from "react"
import { Link, useRevalidator } from "react-router"
import type { ImportState } from "#app/kit/lib/newsletter.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { SUBSCRIBERS } from "../subscriber-list.ts"
import { IMPORT_STATES_SAID, undoQuestion } from "./import.copy.ts"

type Props = {
  found: {
    id: number
    name: string
    state: ImportState
    origin: string
    agreedOn: string | null
    isConfirmed: boolean
    addedCount: number
    left?: number
    confirmedCount?: number
  }
}

/** How far an import is, or what became of it. */
export function ImportProgress({ found }: Props) {
  const { id, name, state, origin, agreedOn, isConfirmed, addedCount, left = 0, confirmedCount = 0 } = found
  useFreshImport(state === "running")
  const added = `${addedCount.toLocaleString("fr-FR")} ${addedCount > 1 ? "personnes ajoutées" : "personne ajoutée"}`
  return (
    <Panel title={name || "Liste collée"}>
      <div role="status">
        <p className="font-semibold">
          {IMPORT_STATES_SAID[state]} : {added}
          {state === "running" && `, ${left.toLocaleString("fr-FR")} à voir encore`}
          {state === "done" &&
            !isConfirmed &&
            `, dont ${confirmedCount.toLocaleString("fr-FR")} ont confirmé`}
          .
        </p>
        {state === "undone" && (
          <p>Elles sont retirées de la liste, sauf celles qui ont confirmé ou se sont désabonnées depuis.</p>
        )}
      </div>
      <p className="mt-3 max-w-[75ch] wrap-anywhere">
        {isConfirmed
          ? "Vous avez attesté qu’elles avaient confirmé."
          : "Chacune reçoit un e-mail qui lui demande de confirmer."}{" "}
        Accord : « {origin} », {agreedOn?.split("-").toReversed().join("/")} au plus tard.
      </p>
      <div className="row-actions mt-5">
        {state === "running" && (
          <Link to="" className="office-button">
            Actualiser
          </Link>
        )}
        <Link to={`${SUBSCRIBERS.path}?origine=import`} className="office-button">
          Voir les abonnés importés
        </Link>
        {state !== "undone" && <ConfirmButton label="Annuler l’import" icon="undo" {...undoQuestion(id)} />}
      </div>
    </Panel>
  )
}

const EVERY_MS = 2_000

/** While people are taken up, how far that is is looked for. */
function useFreshImport(isRunning: boolean) {
  const { state, revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate()
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => refresh(), EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
}
