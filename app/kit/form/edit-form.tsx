import { Fragment, use, useEffect, useRef } from "react"
import { Form, useFetcher } from "react-router"
import { FormTarget } from "#app/kit/http/form-target.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { CHANGED } from "./unsaved.ts"
import { FormIdContext } from "./use-field.ts"
import { findError, SendingContext, useForm } from "./use-form.ts"

type Props = {
  children: React.ReactNode
  response: FormResponse | null | undefined
  /** What leads on from its message. */
  way?: React.ReactNode
  /** Called when the server has taken the form. */
  onSaved?: () => void
  /** For what sends it from elsewhere on the page. */
  id?: string
  /** What stands beside it and sends it, too: such a form is written on once it was saved. */
  beside?: React.ReactNode
  /** Forms of their own that follow it in the same column. */
  below?: React.ReactNode
  "aria-label": string
}

/** A form of the back office: before it is left changed, `LeaveGuard` asks. Ctrl or Meta with Enter sends it. */
export function EditForm({ children, response, way, onSaved, beside, below, ...attributes }: Props) {
  const sent = useRef("")
  const target = use(FormTarget)
  const fetcher = useFetcher({ key: target?.key })
  const { form, round, isSending, onSubmit } = useForm({
    response,
    state: target && fetcher.state,
    onSaved,
    // Whoever goes on writing meanwhile keeps what they wrote.
    isChangedSince: () => beside !== undefined && typedIn(form.current) !== sent.current,
  })
  const saved = useRef("")
  const place = useRef<Place>(undefined)

  useEffect(() => {
    // Refused without scripts: what is shown was never saved.
    const isRefused = Boolean(findError(form.current))
    saved.current = isRefused ? "" : contentOf(form.current)
    form.current?.toggleAttribute(CHANGED, isRefused)
    if (!isRefused && round > 0) goBackTo(place.current, form.current)
  }, [form, round])

  const noteChange = () => form.current?.toggleAttribute(CHANGED, contentOf(form.current) !== saved.current)

  const fields = (
    <Form
      {...attributes}
      {...(target && { action: target.to, navigate: false, fetcherKey: target.key })}
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      aria-busy={isSending}
      onKeyDown={(event) => {
        // What stands beside it has keys of its own, and so have dialogs that open from its fields.
        if (beside !== undefined || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
        const { currentTarget, target } = event
        if (target instanceof Element && target.closest("dialog") !== currentTarget.closest("dialog")) return
        event.preventDefault()
        currentTarget.requestSubmit()
      }}
      onInput={noteChange}
      onChange={noteChange}
      onSubmit={(event) => {
        onSubmit(event)
        // At once, for the guard.
        event.currentTarget.ariaBusy = "true"
        sent.current = typedIn(event.currentTarget)
        place.current = beside === undefined ? undefined : placeIn(event.currentTarget)
      }}
      className={beside === undefined ? "grid content-start gap-5" : "contents"}
    >
      {response?.message && (
        <div role="alert" tabIndex={-1} className="office-alert outline-none">
          <p className="font-bold text-blood-dark">{response.message.title}</p>
          <p>{response.message.description}</p>
          {way}
        </div>
      )}
      <FormIdContext value={attributes.id}>
        <Fragment key={round}>{children}</Fragment>
      </FormIdContext>
    </Form>
  )
  return (
    <SendingContext value={isSending}>
      {beside === undefined ? (
        fields
      ) : (
        <>
          {/* What stays in sight in it does so in all of the column. */}
          <div className="item-column">
            {fields}
            <SendingContext value={false}>{below}</SendingContext>
          </div>
          {beside}
        </>
      )}
    </SendingContext>
  )
}

type SubmitButtonProps = Pick<React.ComponentProps<"button">, "form" | "name" | "value" | "title"> & {
  children: React.ReactNode
  pendingText: string
  /** Another way to send it than the main one. */
  isQuiet?: boolean
}

/** Sends the `EditForm` it is in, or that it stands beside. */
export function SubmitButton({ children, pendingText, isQuiet, ...attributes }: SubmitButtonProps) {
  const isSending = use(SendingContext)
  return (
    <button
      {...attributes}
      type="submit"
      aria-disabled={isSending}
      className={isQuiet ? "office-button" : "office-button office-button-main"}
    >
      {isSending && !isQuiet ? pendingText : children}
    </button>
  )
}

/** Where somebody was writing when they sent a form. */
type Place = { name: string; start: number | null; end: number | null; scrollTop: number } | undefined

function placeIn(form: HTMLFormElement): Place {
  const active = document.activeElement
  const isText = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
  if (!isText || active.form !== form || active.name === "") return undefined
  const { name, selectionStart: start, selectionEnd: end, scrollTop } = active
  return { name, start, end, scrollTop }
}

/** To where they were, in fields that are mounted anew; else to the button. */
function goBackTo(place: Place, form: HTMLFormElement | null) {
  // An editor has done so by itself.
  if (document.activeElement?.closest("[contenteditable]")) return
  const field = place && form?.elements.namedItem(place.name)
  if (!place || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    const buttons = [...(form?.elements ?? [])].filter((one) => one.matches("[type=submit]:not([hidden])"))
    return (buttons[0] as HTMLElement | undefined)?.focus({ preventScroll: true })
  }
  field.focus({ preventScroll: true })
  if (place.start !== null) field.setSelectionRange(place.start, place.end)
  field.scrollTop = place.scrollTop
}

/** What a person has typed or chosen; what is hidden is the page's own. */
function typedIn(form: HTMLFormElement | null) {
  const hidden = [...(form?.elements ?? [])].flatMap((one) =>
    one instanceof HTMLInputElement && one.type === "hidden" ? one.name : [],
  )
  const fields = form ? [...new FormData(form)] : []
  return JSON.stringify(fields.filter(([name]) => !hidden.includes(name)))
}

/** The same text for the same content. */
function contentOf(form: HTMLFormElement | null) {
  const fields = form ? [...new FormData(form)] : []
  return JSON.stringify(fields.map(([name, value]) => [name, typeof value === "string" ? value : value.name]))
}
