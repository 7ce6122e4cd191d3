import { use, useEffect, useState } from "react"
import { Link } from "react-router"
import { SubmitButton } from "#app/kit/form/edit-form.tsx"
import { formatPlanned, publicationTime } from "#app/kit/lib/dates.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { askDeletion } from "./ask-deletion.ts"
import { PreviewLinksPanel } from "./drafts/preview-links-panel.tsx"
import { VersionsPanel } from "./drafts/versions-panel.tsx"
import { HistoryLink } from "./history-link.tsx"
import { AuthorForm } from "./author-form.tsx"
import { ManagedContext } from "./managed-context.ts"
import { useSaveKeys } from "./use-save-keys.ts"
import { Review, WriterButtons } from "./writer-buttons.tsx"

type Props = {
  /** The id of the form that it sends. */
  form: string
  submitLabel: string
  isNew: boolean
  checks?: React.ReactNode
  /** What else can be done with the item. */
  links?: React.ReactNode
  /** What is said of its draft. */
  children: React.ReactNode
}

/** Beside the form of an item: its state, the button that says what will happen, and what belongs to it. */
export function ItemAside({ form, submitLabel, isNew, checks, links, children }: Props) {
  const managed = use(ManagedContext)
  if (!managed) return null
  const { type, row, author, authors } = managed
  const isPublishable = type.isDraftsOnly || "publish" in type.bulkActions
  return (
    <div className="item-aside">
      <section aria-label="Enregistrer" className="item-panel item-save">
        {type.isDraftsOnly ? (
          <WriterButtons form={form} row={row} />
        ) : (
          <>
            <SaveButtons form={form} label={submitLabel} state={isPublishable ? stateOf(row) : undefined} />
            {row?.review && (
              <Review row={row} label="Rendre à son auteur">
                Envoyé pour relecture {row.review}.
              </Review>
            )}
          </>
        )}
        {children}
      </section>
      {checks && <div className="item-panel">{checks}</div>}
      <PreviewLinksPanel />
      <VersionsPanel />
      {!isNew && row && (
        <section aria-label="Et aussi" className="item-panel item-links">
          {row.address && (
            <Link to={row.address} className="item-link">
              <Icon name="eye" />
              Voir sur le site
            </Link>
          )}
          {links}
          {author && !authors && (
            <p className="item-fact">
              <Icon name="user" />
              {author.name}
            </p>
          )}
          {authors && <AuthorForm id={row.id} author={author} authors={authors} />}
          <HistoryLink
            kind={type.kind}
            id={row.id}
            subject={row.title}
            className="item-link"
            icon="history"
          />
          {!row.isFixed && !type.isDraftsOnly && (
            <ConfirmButton
              label="Supprimer"
              icon="trash"
              subject={row.title}
              className="item-link"
              {...(row.deletion ?? askDeletion(type, row))}
            />
          )}
        </section>
      )}
    </div>
  )
}

type State = { isPublished: boolean; plannedFor?: string }

const stateOf = (row: { isPublished?: boolean; plannedFor?: string } | undefined): State => ({
  isPublished: row?.isPublished ?? false,
  plannedFor: row?.plannedFor,
})

/** What a form sends to be published by. */
export const PUBLISHED = { name: "isPublished", value: "on" }

type SaveProps = {
  form: string
  label: string
  /** Of what can be published. */
  state: State | undefined
}

/** What saving does is what the button says: it publishes, now or on its day, or keeps what is there as it is. */
function SaveButtons({ form, label, state }: SaveProps) {
  const [isAsked, setIsAsked] = useState(false)
  const planned = usePlanned(form, state?.plannedFor)
  const isDraft = state !== undefined && !state.isPublished
  const publishLabel = planned ? `Programmer pour le ${planned}` : "Publier"
  const send = (how: "save" | "publish") => {
    if (how === "publish" && isDraft) setIsAsked(true)
    else document.querySelector<HTMLButtonElement>(`#${form} [data-keeps]`)?.click()
  }
  useSaveKeys(send)
  return (
    <>
      {isDraft ? (
        <>
          <SubmitButton form={form} {...PUBLISHED} pendingText="Enregistrement..." title="Ctrl + Entrée">
            {publishLabel}
          </SubmitButton>
          <SubmitButton form={form} isQuiet pendingText="Enregistrement..." title="Ctrl + S">
            Enregistrer le brouillon
          </SubmitButton>
        </>
      ) : (
        <>
          <SubmitButton
            form={form}
            {...(state && PUBLISHED)}
            pendingText="Enregistrement..."
            title="Ctrl + S"
          >
            {label}
          </SubmitButton>
          {state && (
            <SubmitButton form={form} isQuiet pendingText="Enregistrement...">
              Repasser en brouillon
            </SubmitButton>
          )}
        </>
      )}
      <Dialog isOpen={isAsked} onClose={() => setIsAsked(false)} title={`${publishLabel}\u00a0?`} isQuestion>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" onClick={() => setIsAsked(false)} className="office-button">
            Annuler
          </button>
          <button
            type="submit"
            form={form}
            {...PUBLISHED}
            onClick={() => setTimeout(() => setIsAsked(false))}
            className="office-button office-button-main"
          >
            {publishLabel}
          </button>
        </div>
      </Dialog>
    </>
  )
}

/** When what is typed in the form would be published, if that is not now; follows what is typed. @param stored at first */
function usePlanned(id: string, stored: string | undefined) {
  const [planned, setPlanned] = useState(stored)
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const follow = () => {
      const typed = new FormData(form)
      const [day, clock] = [typed.get("publicationDay"), typed.get("publicationClock")]
      if (typeof day !== "string" || day === "") return setPlanned(undefined)
      const now = new Date()
      const time = publicationTime(day, now, null, typeof clock === "string" ? clock : null)
      setPlanned(time > now ? formatPlanned(time, now) : undefined)
    }
    follow()
    form.addEventListener("input", follow)
    form.addEventListener("change", follow)
    return () => {
      form.removeEventListener("input", follow)
      form.removeEventListener("change", follow)
    }
  }, [id])
  return planned
}
