import { useEffect, useId, useRef } from "react"

/** The sheet of paper that the pages around signing in are written on. */
export function AuthCard({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="wrap py-12 md:py-20">
      <div className="sheet on-paper mx-auto max-w-xl px-5 py-8 sm:px-10">
        <h1 className="poster text-poster-md break-words">{title}</h1>
        {children}
      </div>
    </div>
  )
}

type FieldProps = React.ComponentProps<"input"> & { label: string; hint?: string; error?: string }

export function AuthField({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className="mt-1.5 h-12 w-full border-2 border-ink bg-[#fffaf0] px-3 aria-invalid:border-blood-dark"
        {...input}
      />
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
    </div>
  )
}

type Failure = { title: string; description?: string }

/** Why the form was refused; the first wrong field (or else this text) takes the focus. */
export function AuthFailure({ failure }: { failure?: Failure }) {
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

export function AuthSubmit({ isSending, children }: { isSending: boolean; children: React.ReactNode }) {
  return (
    <button type="submit" className="button button-blood w-full" disabled={isSending}>
      {isSending ? "Envoi..." : children}
    </button>
  )
}
