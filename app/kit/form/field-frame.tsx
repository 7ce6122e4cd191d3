import { FieldHelp } from "./field-help.tsx"
import type { Frame } from "./use-field.ts"

/** Label above, control, then hint and error. */
export function FieldFrame({ children, ...frame }: Frame & { children: React.ReactNode }) {
  const { id, label, required, help, className } = frame
  return (
    <div className={className}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <div>
          <label id={`${id}-label`} htmlFor={id} className="font-semibold">
            {label}
          </label>
          {help && <FieldHelp label={label}>{help}</FieldHelp>}
        </div>
        {required && <RequiredMark />}
      </div>
      {children}
      <FieldNotes {...frame} />
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

export function FieldNotes({ id, error, hint }: Pick<Frame, "id" | "error" | "hint">) {
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
