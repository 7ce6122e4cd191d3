import { useId } from "react"

/** What every field takes. Errors and hints are French sentences. */
export type FieldProps = {
  label: string
  name: string
  error?: string
  hint?: React.ReactNode
  required?: boolean
}

/** The ids and attributes that tie a control to its label, hint and error. */
export function useField({ error, hint }: Pick<FieldProps, "error" | "hint">) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return {
    id,
    control: { id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined },
  }
}

type Props = Pick<FieldProps, "label" | "error" | "hint" | "required"> & {
  id: string
  className?: string
  children: React.ReactNode
}

/** Label above, control, then hint and error. */
export function FieldFrame({ id, label, error, hint, required, className, children }: Props) {
  return (
    <div className={className}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <label id={`${id}-label`} htmlFor={id} className="font-semibold">
          {label}
        </label>
        {required && <RequiredMark />}
      </div>
      {children}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

/** For the eye only: the control's `required` says it to assistive technology. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-sm text-paper-ink">
      obligatoire
    </span>
  )
}

export function FieldNotes({ id, error, hint }: Pick<Props, "id" | "error" | "hint">) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-paper-ink">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-blood-dark">
          {error}
        </p>
      )}
    </>
  )
}
