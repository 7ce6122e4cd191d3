import { useId } from "react"
import { Link } from "react-router"
import { ALL_STEPS, FIRST_STEPS, type Step } from "#app/base/settings/first-steps.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { STEP_TEXTS } from "./step-texts.ts"

/** Above the first page, until the steps are done or somebody ends them. @param props.done with the account, which is the first */
export function StepsCard({ next, done }: { next: Step; done: number }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="waiting-strip">
      <p id={titleId} className="poster text-lg tracking-wide">
        Premiers pas
      </p>
      <div className="waiting-lines items-center">
        <p className="flex-1 py-2 md:basis-72">
          {done} {done > 1 ? "étapes faites" : "étape faite"} sur {ALL_STEPS}. Ensuite&nbsp;:{" "}
          <strong>{STEP_TEXTS[next].title}</strong>.
        </p>
        <div className="flex flex-wrap gap-2 py-1">
          <Link to={`${FIRST_STEPS}#pas-${next}`} className="office-button office-button-main">
            Continuer<span className="sr-only"> les premiers pas</span>
          </Link>
          <ActionButton
            label="Terminer"
            subject="les premiers pas"
            to={FIRST_STEPS}
            fields={{ intent: "finish", id: "all" }}
          />
        </div>
      </div>
    </section>
  )
}
