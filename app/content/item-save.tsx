import { use, useEffect, useState } from "react"
import { Link } from "react-router"
import { SubmitButton } from "#app/kit/form/edit-form.tsx"
import { FieldLink } from "#app/kit/form/field-link.tsx"
import { formatFullTime, formatPlanned, publicationTime } from "#app/kit/lib/dates.ts"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { ManagedContext, type ManagedItem } from "./managed-context.ts"
import { useSaveKeys } from "./use-save-keys.ts"
import { Review, WriterButtons } from "./writer-buttons.tsx"

type Props = {
  /** The id of the form that it sends. */
  form: string
  submitLabel: string
  /** The form says on which day it is published. */
  isDated?: boolean
  /** What is said of its draft. */
  children: React.ReactNode
}

/** What becomes of an item when its form is saved, and its state and date until then. */
export function ItemSave({ form, submitLabel, isDated, children }: Props) {
  const managed = use(ManagedContext)
  const when = useWhen(form, managed)
  if (!managed) return null
  const { type, row } = managed
  const isPublishable = type.isDraftsOnly || "publish" in type.bulkActions
  const said = when.said ?? (isDated && "Dès la publication")
  return (
    <section aria-label="Enregistrer" className="item-panel item-save">
      <div className="item-buttons">
        {type.isDraftsOnly ? (
          <WriterButtons form={form} row={row} />
        ) : (
          <>
            <SaveButtons
              form={form}
              label={submitLabel}
              isPublished={isPublishable ? (row?.isPublished ?? false) : undefined}
              planned={when.planned}
            />
            {row?.review && (
              <Review row={row} label="Rendre à son auteur">
                Envoyé pour relecture {row.review}.
              </Review>
            )}
          </>
        )}
        {children}
      </div>
      {(row?.badge || row?.address) && (
        <p className="item-state">
          {row.badge && <span className="font-semibold">{row.badge.label}</span>}{" "}
          {row.address && (
            <Link to={row.address} className="underline">
              Voir sur le site
            </Link>
          )}
        </p>
      )}
      {said && (
        <p className="item-state">
          <span>{said}</span>{" "}
          {isDated && (
            <FieldLink form={form} name="publicationDay">
              Changer<span className="sr-only"> la date de publication</span>
            </FieldLink>
          )}
        </p>
      )}
    </section>
  )
}

/** What a form sends to be published by. */
export const PUBLISHED = { name: "isPublished", value: "on" }

type SaveProps = {
  form: string
  label: string
  /** Of what can be published. */
  isPublished: boolean | undefined
  /** « 30 nov. à 07:00 », where that is still to come. */
  planned: string | undefined
}

/** What saving does is what the button says: it publishes, now or on its day, or keeps what is there as it is. */
function SaveButtons({ form, label, isPublished, planned }: SaveProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isDraft = isPublished === false
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
            {...(isPublished && PUBLISHED)}
            pendingText="Enregistrement..."
            title="Ctrl + S"
          >
            {label}
          </SubmitButton>
          {isPublished && (
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

/** When an item was or would be published, in words, and shorter where that is still to come; follows what is typed. */
function useWhen(id: string, managed: ManagedItem | null) {
  const { row, publication } = managed ?? {}
  const stored = publication?.time
  const [when, setWhen] = useState<{ said?: string; planned?: string }>({
    said: publication?.said,
    planned: row?.plannedFor,
  })
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const follow = () => {
      const typed = new FormData(form)
      const [day, clock] = [typed.get("publicationDay"), typed.get("publicationClock")]
      if (typeof day !== "string") return
      // Without a day, or with half of one, it is now, at the moment of publishing.
      if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return setWhen({})
      const now = new Date()
      const previous = stored === undefined ? null : new Date(stored)
      const time = publicationTime(day, now, previous, typeof clock === "string" ? clock : null)
      const isKnown = time !== now
      setWhen({
        said: isKnown ? formatFullTime(time) : undefined,
        planned: isKnown && time > now ? formatPlanned(time, now) : undefined,
      })
    }
    follow()
    form.addEventListener("input", follow)
    form.addEventListener("change", follow)
    return () => {
      form.removeEventListener("input", follow)
      form.removeEventListener("change", follow)
    }
  }, [id, stored])
  return when
}
