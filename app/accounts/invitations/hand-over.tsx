import { useId } from "react"
import { Panel } from "#app/kit/ui/panel.tsx"

export type HandOver = { email: string; link: string }

/** The link of an invitation that no mail took along: shown this once, and kept nowhere. */
export function HandOverPanel({ email, link }: HandOver) {
  const id = useId()
  return (
    <Panel title="Lien à remettre">
      <div role="status">
        <p className="break-words">
          Aucun e-mail n’est parti : remettez vous-même ce lien à {email}, et à personne d’autre. Il n’est
          affiché qu’une fois, sert une fois, et reste valable une semaine.
        </p>
        <label htmlFor={id} className="mt-4 block font-semibold">
          Lien d’invitation
        </label>
        <input
          id={id}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="control mt-1.5"
        />
      </div>
    </Panel>
  )
}
