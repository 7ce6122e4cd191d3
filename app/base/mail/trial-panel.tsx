import { useFetcher } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Reason } from "./server-failure.ts"
import type { Trial } from "./try-server.server.ts"

type Props = {
  label: string
  pendingLabel: string
  /** What the page's action answered, where no script did. */
  response: object | null | undefined
  /** What happens. */
  children: React.ReactNode
}

/** Tries the mail server that is set above, and says what came of it. */
export function TrialPanel({ label, pendingLabel, response, children }: Props) {
  const { Form, state, data = response } = useFetcher<object>()
  const isRunning = state !== "idle"
  return (
    <Panel id="essai" title="Essai">
      <p className="max-w-[75ch]">{children}</p>
      <Form
        method="post"
        className="mt-4"
        onSubmit={(event) => {
          if (isRunning) event.preventDefault()
        }}
      >
        <HiddenFields fields={{ intent: "test" }} />
        <button type="submit" aria-disabled={isRunning} className="office-button">
          <Icon name="mail" />
          {isRunning ? pendingLabel : label}
        </button>
      </Form>
      <div role="status" className="not-empty:mt-4">
        {hasTrial(data) && !isRunning && <Outcome {...data.trial} />}
      </div>
    </Panel>
  )
}

const hasTrial = (answer: object | null | undefined): answer is { trial: Trial } =>
  !!answer && "trial" in answer

function Outcome(trial: Trial) {
  if (trial.outcome === "failed")
    return (
      <FailureAlert {...trial}>
        {trial.answer && (
          <p className="mt-2 text-sm break-words">
            Réponse reçue&nbsp;: <code>{trial.answer}</code>
          </p>
        )}
      </FailureAlert>
    )
  return (
    <p className="max-w-[75ch]">
      {trial.title && <strong>{trial.title}</strong>} {trial.advice}
    </p>
  )
}

type FailureProps = Reason & { role?: "alert"; children?: React.ReactNode }

/** What happened, what to do, and what else there is to say of it. */
export function FailureAlert({ title, advice, role, children }: FailureProps) {
  return (
    <div role={role} className="office-alert max-w-[75ch]">
      <p className="font-bold text-blood-dark">{title}</p>
      <p>{advice}</p>
      {children}
    </div>
  )
}
