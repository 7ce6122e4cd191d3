import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { Honeypot } from "./honeypot.tsx"

type Props = {
  intent: string
  response: FormResponse | undefined
  field: (name: "name" | "email") => BoundField
  /** Carries the id by which the form is named. */
  heading: React.ReactElement<{ id: string }>
  /** What it is about, below the heading. */
  intro?: React.ReactNode
  emailHint?: string
  submitLabel: string
  className: string
  children: React.ReactNode
}

/** A sheet on which visitors write to us: who they are, then what they have to say. */
export function VisitorForm({
  intent,
  response,
  field,
  heading,
  intro,
  emailHint,
  submitLabel,
  className,
  children,
}: Props) {
  return (
    <PublicForm
      response={response}
      heading={heading}
      aria-labelledby={heading.props.id}
      preventScrollReset
      className={`sheet on-paper relative grid gap-5 overflow-hidden p-5 sm:grid-cols-2 ${className}`}
    >
      <input type="hidden" name="intent" value={intent} />
      <Honeypot />
      {intro}
      <PublicField label="Nom" {...field("name")} autoComplete="name" />
      <PublicField label="Email" {...field("email")} type="email" autoComplete="email" hint={emailHint} />
      {children}
      <div className="sm:col-span-2 sm:max-w-xs">
        <PublicSubmit>{submitLabel}</PublicSubmit>
      </div>
    </PublicForm>
  )
}
