import { useId } from "react"
import { Link } from "react-router"
import { FIRST_STEPS, type Step } from "#app/base/settings/first-steps.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { STEP_TEXTS } from "./step-texts.ts"

type Props = {
  next: Step
  /** With the account, which is the first. */
  done: number
  all: number
}

/** In the line above the first page, until the steps are done or somebody ends them. */
export function StepsPart({ next, done, all }: Props) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="waiting-part">
      <p id={titleId} className="waiting-title">
        Premiers pas
      </p>
      <Link to={`${FIRST_STEPS}#pas-${next}`} className="waiting-line">
        <span className="waiting-text">
          {done}/{all}, ensuite&nbsp;: {STEP_TEXTS[next].title}
        </span>
      </Link>
      <ActionButton
        label="Terminer"
        icon="x"
        subject="les premiers pas"
        to={FIRST_STEPS}
        fields={{ intent: "finish", id: "all" }}
        isIcon
      />
    </section>
  )
}
