import { use } from "react"
import { Link } from "react-router"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { discardQuestion } from "./ask-discard.ts"
import { DRAFT } from "./draft-parameters.ts"
import { FormDraftsContext } from "./form-drafts.ts"

/** One's own drafts of what was never saved. @param path of the form for a new one */
export function NewDrafts({ path }: { path: string }) {
  const drafts = use(FormDraftsContext)
  if (!drafts || drafts.newDrafts.length === 0) return null
  return (
    <Panel title="Vos brouillons">
      <ul className="version-list">
        {drafts.newDrafts.map(({ id, title, savedAt }) => (
          <li key={id} className="version-row" aria-current={id === drafts.keptAs || undefined}>
            <p>
              <span className="font-semibold break-words">{title}</span>
              <span className="block text-sm text-paper-ink">
                {id === drafts.keptAs && "Dans le formulaire · "}
                Brouillon enregistré {savedAt}
              </span>
            </p>
            <div className="row-actions">
              {id !== drafts.keptAs && (
                <Link to={`${path}?${DRAFT}=${id}`} preventScrollReset className="office-button">
                  Reprendre<span className="sr-only"> : {title}</span>
                </Link>
              )}
              <ConfirmButton label="Jeter" subject={title} icon="trash" {...discardQuestion(id)} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
