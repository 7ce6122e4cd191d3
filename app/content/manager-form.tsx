import { use } from "react"
import { Link } from "react-router"
import type { z } from "zod"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import type { Edited } from "#app/kit/form/fields-of.ts"
import { FORM, LIST, useFocusOnEdit } from "#app/kit/form/use-focus-on-edit.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { AutosaveStatus } from "./drafts/autosave-status.tsx"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import { DraftOffer } from "./drafts/draft-offer.tsx"
import { listAddress, type ListView } from "./lists/list-view.ts"

/** What a manager's page gives its form. */
export type ManagedForm<Schema extends z.ZodType> = {
  /** The item in the form; none for a new one. */
  edited: Edited<Schema> | null
  response: FormResponse | null | undefined
  path: string
  view: ListView
}

type Props = ManagedForm<z.ZodType> & {
  title: string
  submitLabel: string
  /** What else can be done, beside the buttons. */
  beside?: React.ReactNode
  children: React.ReactNode
}

/** The card of a manager's form, for a new item or the one that is edited. */
export function ManagerForm(props: Props) {
  const { title, edited, response, submitLabel, path, view, beside, children } = props
  useFocusOnEdit(edited?.id)
  const drafts = use(FormDraftsContext)
  const filling = drafts?.isDraftOpen
    ? `draft-${drafts.userDraft?.id}`
    : (drafts?.openedVersion?.id ?? "stored")
  const version = response?.version ?? edited?.version
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
      <DraftOffer />
      <EditForm key={`${edited?.id ?? "new"} ${filling}`} response={response} aria-label={title}>
        <HiddenFields
          fields={{
            intent: "save",
            ...(edited && { id: String(edited.id), version: String(version) }),
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
          {beside}
          <AutosaveStatus basedOn={version ?? null} response={response} />
        </div>
      </EditForm>
    </Panel>
  )
}
