import { Link } from "react-router"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { ADDRESSES, counted, describeKinds, describeLeft } from "./starter-words.ts"
import type { StarterItem } from "./starter-content.server.ts"

type Props = { items: StarterItem[]; response?: FormResponse }

/** Says exactly what goes and what stays before it is removed: the page is its own confirmation. */
export function RemoveStarterForm({ items, response }: Props) {
  const edited = items.filter(({ isEdited }) => isEdited)
  const untouched = items.filter(({ isEdited }) => !isEdited)
  const left = describeLeft(untouched)
  return (
    <Panel title={counted(items.length)}>
      <EditForm response={response} aria-label="Retirer le contenu d’exemple">
        <HiddenFields fields={{ intent: "remove-starter", id: "all" }} />
        {untouched.length > 0 && (
          <div className="grid gap-2">
            <p>
              <strong>{describeKinds(untouched)}</strong> que personne n’a modifiés seront supprimés
              définitivement, avec les fiches d’invités qui ne servent qu’à eux.
            </p>
            {left && <p>Avec eux partent {left}, laissés par des visiteurs.</p>}
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
                Voir lesquels
              </summary>
              <ul className="list-disc pl-6">
                {untouched.map(({ kind, id, title }) => (
                  <li key={`${kind}-${id}`} className="py-1 break-words">
                    {title}
                  </li>
                ))}
              </ul>
            </details>
          </div>
        )}
        {edited.length > 0 && <EditedItems items={edited} />}
        <p className="text-sm text-paper-ink">Rien d’autre n’est touché, même sous un titre semblable.</p>
        <div className="form-actions">
          <SubmitButton pendingText="Suppression...">Retirer le contenu d’exemple</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

function EditedItems({ items }: { items: StarterItem[] }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">
        {counted(items.length)} où quelqu’un a écrit, que le site garde. Cochez ce qui doit partir aussi.
      </legend>
      {items.map((item) => {
        const key = `${item.kind}-${item.id}`
        const left = describeLeft([item])
        return (
          <div key={key} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <input type="checkbox" className="tick" id={key} name={`also.${key}`} />
            <label htmlFor={key} className="min-w-0 flex-1 cursor-pointer break-words">
              {item.title}
              {left && <span className="text-sm text-paper-ink"> (avec {left})</span>}
            </label>
            <Link
              to={`${ADDRESSES[item.kind]}?edit=${item.id}`}
              className="inline-flex min-h-11 items-center underline"
            >
              Voir<span className="sr-only"> : {item.title}</span>
            </Link>
          </div>
        )
      })}
    </fieldset>
  )
}
