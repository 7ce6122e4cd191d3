import { useEffect, useId, useRef } from "react"

type NoteProps = { label: string; hint?: string; error?: string }

/** A line to fill in, on a sheet of paper. */
export function PaperField({ label, hint, error, ...input }: NoteProps & React.ComponentProps<"input">) {
  const { id, control } = usePaperControl({ hint, error })
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input required {...control} className={`h-12 ${CONTROL}`} {...input} />
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

/** Several lines to fill in. */
export function PaperArea({ label, hint, error, ...area }: NoteProps & React.ComponentProps<"textarea">) {
  const { id, control } = usePaperControl({ hint, error })
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea required {...control} className={`block py-2.5 ${CONTROL}`} {...area} />
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

export type Failure = { title: string; description?: string }

/** Why the form was refused; the first wrong field (or else this text) takes the focus. */
export function FormFailure({ failure }: { failure?: Failure }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    const invalid = box.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")
    ;(invalid ?? box.current)?.focus()
  }, [failure])
  if (!failure) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="border-l-8 border-blood-dark bg-paper-shade px-4 py-3"
    >
      <p className="font-bold">{failure.title}</p>
      {failure.description && <p>{failure.description}</p>}
    </div>
  )
}

/** Sends the form, once. */
export function PaperSubmit({ isSending, children }: { isSending: boolean; children: React.ReactNode }) {
  return (
    <button type="submit" className="button button-blood w-full" disabled={isSending}>
      {isSending ? "Envoi..." : children}
    </button>
  )
}

const CONTROL = "mt-1.5 w-full border-2 border-ink bg-[#fffaf0] px-3 aria-invalid:border-blood-dark"

/** The ids and attributes that tie a control to its label, hint and error. */
function usePaperControl({ hint, error }: Omit<NoteProps, "label">) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined
  return {
    id,
    control: { id, "aria-invalid": error ? (true as const) : undefined, "aria-describedby": describedBy },
  }
}

function Notes({ id, hint, error }: Omit<NoteProps, "label"> & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-paper-ink">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 font-semibold text-blood-dark">
          {error}
        </p>
      )}
    </>
  )
}
