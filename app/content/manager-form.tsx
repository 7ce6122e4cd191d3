import { use } from "react"
import { Link, useLocation } from "react-router"
import type { z } from "zod"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import type { ShownFields } from "#app/kit/form/field-facts.ts"
import type { Edited } from "#app/kit/form/fields-of.ts"
import { FORM, LIST, useFocusOnEdit, useFocusOnNew } from "#app/kit/form/use-focus-on-edit.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { AutosaveStatus, DraftField } from "./drafts/autosave-status.tsx"
import { CARD } from "./drafts/form-values.ts"
import { FormDraftsContext } from "./drafts/form-drafts.ts"
import { DraftOffer } from "./drafts/draft-offer.tsx"
import { COMPARE } from "./drafts/draft-parameters.ts"
import { useDraftAddress } from "./drafts/use-draft-address.ts"
import { ItemAside } from "./item-aside.tsx"
import { PUBLISHED } from "./item-save.tsx"
import { listAddress, type ListView } from "./lists/list-view.ts"
import { ManagedContext } from "./managed-context.ts"
import type { ManagedType } from "./managed-type.server.ts"
import { type FormPlace, itemAddress } from "./managed-type.ts"

/** What a manager's page gives its form. */
export type ManagedForm<Schema extends z.ZodType> = {
  /** The item in the form; none for a new one. */
  edited: Edited<Schema> | null
  response: FormResponse | null | undefined
  /** What its schema says of its fields. */
  fields: ShownFields
  path: string
  view: ListView
  place: FormPlace
}

/** The same with what its type finds to be shown in it (`formShows`). */
export type FormOf<Type extends Pick<ManagedType, "form" | "formShows">> = ManagedForm<Type["form"]> &
  Awaited<ReturnType<NonNullable<Type["formShows"]>>>

/** The id of the form. */
export const FIELDS = "champs"

type Props = ManagedForm<z.ZodType> & {
  title: string
  submitLabel: string
  /** What else can be done with the item. */
  beside?: React.ReactNode
  /** The form says on which day it is published. */
  isDated?: boolean
  /** What is advised before it is published. */
  checks?: React.ReactNode
  /** Forms of their own that belong to it, below it on its page. */
  below?: React.ReactNode
  children: React.ReactNode
}

/** A form for a new item or the one that is edited: a card beside a list, or the page of that item. */
export function ManagerForm(props: Props) {
  return props.place === "card" ? <CardForm {...props} /> : <PageForm {...props} />
}

function CardForm(props: Props) {
  const { title, edited, response, submitLabel, path, view, children } = props
  const { key, identity, version } = useFormOf(props)
  useFocusOnEdit(edited?.id)
  const { hash, key: visit } = useLocation()
  useFocusOnNew(!edited && hash === `#${FORM}` ? visit : undefined)
  return (
    <Panel
      id={FORM}
      title={title}
      className="manager-form"
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link to={itemAddress(path, edited?.id ?? "new")} className="manager-open underline">
            {edited ? "Ouvrir sa page" : "En grand"}
          </Link>
          {/* No link of the router's: the browser takes the focus along. */}
          <a href={`#${LIST}`} className="office-button manager-jump">
            Aller à la liste
          </a>
        </div>
      }
    >
      <DraftOffer />
      <EditForm key={key} id={FIELDS} response={response} aria-label={title}>
        <HiddenFields fields={{ ...identity, [CARD]: "on" }} />
        <DraftField />
        {children}
        <div className="manager-form-end flex flex-wrap gap-3">
          <SubmitButton pendingText="Enregistrement...">{submitLabel}</SubmitButton>
          {edited && (
            <Link to={listAddress(path, view)} preventScrollReset className="office-button">
              Annuler
            </Link>
          )}
          <AutosaveStatus form={FIELDS} basedOn={version} response={response} />
        </div>
      </EditForm>
    </Panel>
  )
}

function PageForm(props: Props) {
  const { title, edited, response, submitLabel, beside, isDated, checks, below, children } = props
  const { key, identity, version } = useFormOf(props)
  const isPublished = use(ManagedContext)?.row?.isPublished
  useFocusOnNew(edited || response ? undefined : "new")
  return (
    <div id={FORM} tabIndex={-1} className="scroll-mt-4 outline-none">
      <DraftOffer />
      <div className="item-columns">
        <EditForm
          key={key}
          id={FIELDS}
          response={response}
          way={response?.version !== undefined && <ChangedMeanwhile />}
          aria-label={title}
          below={below}
          beside={
            <ItemAside form={FIELDS} {...{ submitLabel, isDated, checks }} isNew={!edited} links={beside}>
              <AutosaveStatus form={FIELDS} basedOn={version} response={response} hasHead />
            </ItemAside>
          }
        >
          <HiddenFields fields={identity} />
          <DraftField />
          {/* The one that Enter presses in a field: nothing is published by it that was not. */}
          <button type="submit" data-keeps="" hidden {...(isPublished && PUBLISHED)} />
          {children}
        </EditForm>
      </div>
    </div>
  )
}

/**
 * What somebody else saved since the form was filled, beside it, so that nothing typed is touched: a refused form does not load
 * its page anew, whose newest version is still that one.
 */
function ChangedMeanwhile() {
  const version = use(FormDraftsContext)?.versions[0]
  const address = useDraftAddress()
  return (
    <Link
      to={address(version ? { [COMPARE]: version.id } : {})}
      target="_blank"
      className="w-fit underline noscript:hidden"
    >
      {version ? "Voir ce qui a changé" : "Voir la version actuelle"}
      <span className="sr-only"> (dans un nouvel onglet)</span>
    </Link>
  )
}

/** Which item a form is of, and in which version; it is another form once it is filled with another one. */
function useFormOf({ edited, response }: Pick<Props, "edited" | "response">) {
  const drafts = use(FormDraftsContext)
  const filling = drafts?.isDraftOpen
    ? `draft-${drafts.userDraft?.id}`
    : (drafts?.openedVersion?.id ?? "stored")
  const version = response?.version ?? edited?.version
  return {
    key: `${edited?.id ?? "new"} ${filling}`,
    identity: { intent: "save", ...(edited && { id: String(edited.id), version: String(version) }) },
    version: version ?? null,
  }
}
