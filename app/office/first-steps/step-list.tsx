import { Link } from "react-router"
import { STEPS, type Step } from "#app/base/settings/first-steps.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { STEP_TEXTS } from "./step-texts.tsx"
import type { StepState } from "./steps.server.ts"

type Props = { isOpen: boolean; states: Record<Step, StepState>; children: React.ReactNode }

/** The steps in their order. @param children the form of the podcast */
export function StepList({ isOpen, states, children }: Props) {
  const done = 1 + STEPS.filter((step) => states[step] === "done").length
  const isComplete = STEPS.every((step) => states[step] !== "todo")
  const next = STEPS.find((step) => states[step] === "todo")
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        <progress
          max={STEPS.length + 1}
          value={done}
          aria-label="Étapes faites"
          className="upload-progress max-w-60 flex-1"
        />
        {done} {done > 1 ? "étapes faites" : "étape faite"} sur {STEPS.length + 1}
      </p>
      <ol className="grid gap-6">
        <li>
          <Panel title="1. Votre compte" aside={<StateBadge state="done" />}>
            <p>
              Vous administrez ce site.{" "}
              <Link to="/admin/users" className="underline">
                Invitez qui vous aide
              </Link>
              , et protégez votre compte par{" "}
              <Link to="/admin/settings/security" className="underline">
                un second facteur
              </Link>
              .
            </p>
          </Panel>
        </li>
        {STEPS.map((step, index) => {
          const { title, text, links } = STEP_TEXTS[step]
          return (
            <li key={step}>
              <Panel
                id={`pas-${step}`}
                title={`${index + 2}. ${title}`}
                aside={<StateBadge state={states[step]} />}
              >
                <div className="grid gap-4">
                  {!(step === "podcast" && states[step] === "done") && (
                    <div className="max-w-[75ch]">{text}</div>
                  )}
                  {step === "podcast" && children}
                  <div className="flex flex-wrap gap-3">
                    {links.map(({ to, label }, position) => (
                      <Link
                        key={to}
                        to={to}
                        className={`office-button ${step === next && position === 0 && step !== "podcast" ? "office-button-main" : ""}`}
                      >
                        {label}
                      </Link>
                    ))}
                    <Pass step={step} state={states[step]} title={title} />
                  </div>
                </div>
              </Panel>
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <ActionButton
            label="Terminer les premiers pas"
            icon="check"
            fields={{ intent: "finish", id: "all" }}
          />
        )}
        <Link to="/" className={`office-button ${isComplete ? "office-button-main" : ""}`}>
          Voir le site
        </Link>
      </div>
    </>
  )
}

function Pass({ step, state, title }: { step: Step; state: StepState; title: string }) {
  if (state === "done") return null
  const fields = { intent: state === "passed" ? "take-up" : "pass", id: step }
  // Nothing has to be done for it: having read it is enough.
  if (step === "backup") return <ActionButton label="C’est lu" icon="check" subject={title} fields={fields} />
  return state === "passed" ? (
    <ActionButton label="Reprendre" icon="undo" subject={title} fields={fields} />
  ) : (
    <ActionButton label="Plus tard" subject={title} fields={fields} />
  )
}

function StateBadge({ state }: { state: StepState }) {
  if (state === "done") return <Badge variant="default">Fait</Badge>
  return state === "passed" ? (
    <Badge variant="outline">Plus tard</Badge>
  ) : (
    <Badge variant="secondary">À faire</Badge>
  )
}
