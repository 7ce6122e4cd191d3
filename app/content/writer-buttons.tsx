import { SubmitButton } from "#app/kit/form/edit-form.tsx"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import type { ManagedRow } from "./managed-type.ts"
import { REVIEW } from "./review.ts"
import { useSaveKeys } from "./use-save-keys.ts"

type WriterProps = { form: string; row: ManagedRow | undefined }

/** Of who writes what others publish: a draft is kept, and sent to them. */
export function WriterButtons({ form, row }: WriterProps) {
  const send = (how: "save" | "publish") => {
    if (how === "save") document.querySelector<HTMLButtonElement>(`#${form} [data-keeps]`)?.click()
  }
  useSaveKeys(send)
  if (row?.isPublished)
    return <p>En ligne : pour y changer quelque chose, adressez-vous à qui peut publier.</p>
  const keep = (
    <SubmitButton form={form} isQuiet={!row?.review} pendingText="Enregistrement..." title="Ctrl + S">
      Enregistrer le brouillon
    </SubmitButton>
  )
  return row?.review ? (
    <>
      {keep}
      <Review row={row} label="Reprendre">
        Envoyé pour relecture {row.review}.
      </Review>
    </>
  ) : (
    <>
      <SubmitButton form={form} {...REVIEW} pendingText="Envoi...">
        Envoyer pour relecture
      </SubmitButton>
      {keep}
    </>
  )
}

/** What is said of a draft that waits for who may publish it. */
type ReviewProps = { row: ManagedRow; label: string; children: React.ReactNode }

export function Review({ row, label, children }: ReviewProps) {
  return (
    <div className="item-review">
      <p>{children}</p>
      <ActionButton
        label={label}
        icon="corner-down-left"
        subject={row.title}
        fields={{ intent: "end-review", id: String(row.id) }}
      />
    </div>
  )
}
