import { createContext, Fragment, use, useEffect, useEffectEvent, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { CHANGED } from "./unsaved.ts"

const SavingContext = createContext(false)

type Props = {
  children: React.ReactNode
  /** What is wrong with the form as a whole. */
  message?: { title: string; description: string }
  /** Called when the server has taken the form. */
  onSaved?: () => void
  action?: string
  "aria-label"?: string
  className?: string
}

/**
 * A form that saves once, keeps what was typed when it is refused and leads to the first error, and is asked about
 * before it is left (by `LeaveGuard`). Once saved, its fields are mounted anew with their default values.
 */
export function EditForm({ children, message, onSaved, className = "grid gap-5", ...attributes }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const saved = useRef("")
  const isSent = useRef(false)
  const [isSaving, setIsSaving] = useState(false)
  const [round, setRound] = useState(0)
  const { state } = useNavigation()

  const onAnswer = useEffectEvent(() => {
    if (!isSent.current) return
    isSent.current = false
    setIsSaving(false)
    if (hasError(form.current)) {
      leadToError(form.current)
    } else {
      setRound(round + 1)
      onSaved?.()
    }
  })
  useEffect(() => {
    if (state === "idle") onAnswer()
  }, [state])

  useEffect(() => {
    // Refused without scripts: what is shown was never saved.
    const isRefused = hasError(form.current)
    saved.current = isRefused ? "" : contentOf(form.current)
    form.current?.toggleAttribute(CHANGED, isRefused)
    if (isRefused) leadToError(form.current)
    else if (round > 0) focusSubmit(form.current)
  }, [round])

  const noteChange = () => form.current?.toggleAttribute(CHANGED, contentOf(form.current) !== saved.current)

  return (
    <Form
      {...attributes}
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      aria-busy={isSaving}
      onInput={noteChange}
      onChange={noteChange}
      onSubmit={(event) => {
        if (isSent.current) return event.preventDefault()
        isSent.current = true
        event.currentTarget.ariaBusy = "true"
        setIsSaving(true)
      }}
      className={className}
    >
      {message && (
        <div role="alert" tabIndex={-1} className="office-alert outline-none">
          <p className="font-bold text-blood-dark">{message.title}</p>
          <p>{message.description}</p>
        </div>
      )}
      <SavingContext value={isSaving}>
        <Fragment key={round}>{children}</Fragment>
      </SavingContext>
    </Form>
  )
}

type SubmitButtonProps = { children: React.ReactNode; pendingText: string }

/** Sends the `EditForm` it is in. */
export function SubmitButton({ children, pendingText }: SubmitButtonProps) {
  const isSaving = use(SavingContext)
  return (
    <button type="submit" aria-disabled={isSaving} className="office-button office-button-main">
      {isSaving ? pendingText : children}
    </button>
  )
}

const ERRORS = '[aria-invalid="true"], [role="alert"]'

function hasError(form: HTMLFormElement | null) {
  return form !== null && form.querySelector(ERRORS) !== null
}

function leadToError(form: HTMLFormElement | null) {
  const target =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>(ERRORS)
  // A field that is folded away hears this and shows itself first.
  target?.dispatchEvent(new Event("invalid"))
  requestAnimationFrame(() => target?.focus())
}

function focusSubmit(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true })
}

/** The same text for the same content. */
function contentOf(form: HTMLFormElement | null) {
  const fields = form ? [...new FormData(form)] : []
  return JSON.stringify(fields.map(([name, value]) => [name, typeof value === "string" ? value : value.name]))
}
