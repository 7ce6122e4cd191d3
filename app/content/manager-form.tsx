import { Link } from "react-router"
import type { FormAnswer } from "#app/http/responses.server.ts"
import { listAddress, type ListView } from "./list-view.ts"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { FORM, LIST, useFocusOnEdit } from "./use-focus-on-edit.ts"

type Props = {
  title: string
  /** The item in the form; none for a new one. */
  edited: { id: number; version: number } | null
  answer: FormAnswer | null | undefined
  submitLabel: string
  path: string
  view: ListView
  children: React.ReactNode
}

/** The card of a manager's form, for a new item or the one that is edited. */
export function ManagerForm({ title, edited, answer, submitLabel, path, view, children }: Props) {
  useFocusOnEdit(edited?.id)
  return (
    <Panel
      id={FORM}
      title={title}
      className="manager-form"
      aside={
        // No link of the router's: the browser takes the focus along.
        <a href={`#${LIST}`} className="office-button manager-jump">
          Aller à la liste
        </a>
      }
    >
      <EditForm key={edited?.id ?? "new"} message={answer?.message} aria-label={title}>
        <HiddenFields
          fields={{
            intent: "save",
            ...(edited && { id: String(edited.id), version: String(answer?.version ?? edited.version) }),
          }}
        />
        {children}
        <div className="manager-form-end flex flex-wrap gap-3">
          <SubmitButton pendingText="Enregistrement...">{submitLabel}</SubmitButton>
          {edited && (
            <Link to={listAddress(path, view)} preventScrollReset className="office-button">
              Annuler
            </Link>
          )}
        </div>
      </EditForm>
    </Panel>
  )
}

type Stored = Record<string, string | number | boolean | null | undefined>

/** What a field shows: what was typed when the form came back, else what is stored. */
export function fieldValues(stored: Stored, answer: FormAnswer | null | undefined) {
  const typed = answer?.values
  return {
    errors: answer?.errors ?? {},
    value: (name: string) => (typed ? (typed[name] ?? "") : String(stored[name] ?? "")),
    isTicked: (name: string) => (typed ? typed[name] === "on" : stored[name] === true),
  }
}
