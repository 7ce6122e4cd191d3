import { Fragment, use, useEffect, useRef } from "react"
import { Form } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { CHANGED } from "./unsaved.ts"
import { findError, SendingContext, useForm } from "./use-form.ts"

type Props = {
  children: React.ReactNode
  response: FormResponse | null | undefined
  /** Called when the server has taken the form. */
  onSaved?: () => void
  "aria-label": string
}

/** A form of the back office: before it is left changed, `LeaveGuard` asks. */
export function EditForm({ children, response, onSaved, ...attributes }: Props) {
  const { form, round, isSending, onSubmit } = useForm({ response, onSaved })
  const saved = useRef("")

  useEffect(() => {
    // Refused without scripts: what is shown was never saved.
    const isRefused = Boolean(findError(form.current))
    saved.current = isRefused ? "" : contentOf(form.current)
    form.current?.toggleAttribute(CHANGED, isRefused)
    if (!isRefused && round > 0) focusSubmit(form.current)
  }, [form, round])

  const noteChange = () => form.current?.toggleAttribute(CHANGED, contentOf(form.current) !== saved.current)

  return (
    <Form
      {...attributes}
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      aria-busy={isSending}
      onInput={noteChange}
      onChange={noteChange}
      onSubmit={(event) => {
        onSubmit(event)
        // At once, for the guard.
        event.currentTarget.ariaBusy = "true"
      }}
      className="grid gap-5"
    >
      {response?.message && (
        <div role="alert" tabIndex={-1} className="office-alert outline-none">
          <p className="font-bold text-blood-dark">{response.message.title}</p>
          <p>{response.message.description}</p>
        </div>
      )}
      <SendingContext value={isSending}>
        <Fragment key={round}>{children}</Fragment>
      </SendingContext>
    </Form>
  )
}

type SubmitButtonProps = { children: React.ReactNode; pendingText: string }

/** Sends the `EditForm` it is in. */
export function SubmitButton({ children, pendingText }: SubmitButtonProps) {
  const isSending = use(SendingContext)
  return (
    <button type="submit" aria-disabled={isSending} className="office-button office-button-main">
      {isSending ? pendingText : children}
    </button>
  )
}

function focusSubmit(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true })
}

/** The same text for the same content. */
function contentOf(form: HTMLFormElement | null) {
  const fields = form ? [...new FormData(form)] : []
  return JSON.stringify(fields.map(([name, value]) => [name, typeof value === "string" ? value : value.name]))
}
