import { Fragment, use } from "react"
import { type FetcherWithComponents, Form as PageForm, type FormProps } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { type FieldProps, type Frame, useField } from "./use-field.ts"
import { SendingContext, useForm } from "./use-form.ts"

type Props = Pick<FormProps, "action" | "aria-labelledby" | "className" | "preventScrollReset"> & {
  heading?: React.ReactNode
  response?: FormResponse | null
  /** Sends the form without leaving the page. */
  fetcher?: Pick<FetcherWithComponents<unknown>, "Form" | "state">
  children: React.ReactNode
}

/** A form of the public pages, on a sheet of paper. */
export function PublicForm({ heading, response, fetcher, children, ...attributes }: Props) {
  const { form, round, isSending, onSubmit } = useForm({ response, state: fetcher?.state })
  const Form = fetcher?.Form ?? PageForm
  return (
    <Form {...attributes} ref={form} method="post" noValidate onSubmit={onSubmit}>
      {heading}
      {response?.message && (
        <div
          role="alert"
          tabIndex={-1}
          className="col-span-full border-l-8 border-blood-dark bg-paper-shade px-4 py-3"
        >
          <p className="font-bold">{response.message.title}</p>
          {response.message.description && <p>{response.message.description}</p>}
        </div>
      )}
      <SendingContext value={isSending}>
        <Fragment key={round}>{children}</Fragment>
      </SendingContext>
    </Form>
  )
}

/** Sends the `PublicForm` it is in. */
export function PublicSubmit({ children }: { children: React.ReactNode }) {
  const isSending = use(SendingContext)
  return (
    <button type="submit" className="button button-blood w-full" disabled={isSending}>
      {isSending ? "Envoi..." : children}
    </button>
  )
}

const CONTROL = "mt-1.5 w-full border-2 border-ink bg-paper-lit px-3 aria-invalid:border-blood-dark"

/** A line to fill in. */
export function PublicField(props: FieldProps & React.ComponentProps<"input">) {
  const { frame, control } = useField(props)
  return (
    <PublicFrame {...frame}>
      <input required {...control} className={`h-12 ${CONTROL}`} />
    </PublicFrame>
  )
}

/** Several lines to fill in. */
export function PublicTextArea(props: FieldProps & React.ComponentProps<"textarea">) {
  const { frame, control } = useField(props)
  return (
    <PublicFrame {...frame}>
      <textarea required {...control} className={`block py-2.5 ${CONTROL}`} />
    </PublicFrame>
  )
}

type FrameProps = Frame & { children: React.ReactNode }

function PublicFrame({ id, label, hint, error, className = "", children }: FrameProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children}
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
