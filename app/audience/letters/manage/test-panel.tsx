import { useFetcher } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { fields } from "./letter-page.schema.ts"

/** Sends the letter to oneself, or to somebody of the team. */
export function TestPanel({ team }: { team: string[] }) {
  const { Form, state } = useFetcher()
  const isRunning = state !== "idle"
  return (
    <Panel title="Essai">
      <p>
        La lettre telle qu’elle est enregistrée, dans une vraie boîte aux lettres. Son objet commence par
        «&nbsp;[Test]&nbsp;», et elle ne compte nulle part.
      </p>
      <Form
        method="post"
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          if (isRunning) event.preventDefault()
        }}
      >
        <HiddenFields fields={fields("test")} />
        <label className="grid min-w-0 flex-1 basis-60 gap-1 font-semibold">
          Envoyer l’essai à
          <select name="to" className="control">
            {team.map((email) => (
              <option key={email}>{email}</option>
            ))}
          </select>
        </label>
        <button type="submit" aria-disabled={isRunning} className="office-button">
          <Icon name="mail" />
          {isRunning ? "Envoi…" : "Envoyer l’essai"}
        </button>
      </Form>
    </Panel>
  )
}
