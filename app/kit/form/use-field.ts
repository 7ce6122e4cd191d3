import { createContext, use, useId } from "react"
import type { BoundName } from "./fields-of.ts"

/** What every field takes; its name comes from `fieldsOf`. Errors and hints are French sentences. */
export type FieldProps = FrameProps & { name: BoundName }

/** The id of the form around, where links lead to its fields (field-link.tsx). */
export const FormIdContext = createContext<string | undefined>(undefined)

export const fieldId = (form: string, name: string) => `${form}-${name}`

/** The same wherever a form is drawn, so that a link can name it. @param name of a field of its own */
export function useFieldId(name: string | undefined) {
  const own = useId()
  const form = use(FormIdContext)
  return form && name ? fieldId(form, name) : own
}

type FrameProps = {
  label: string
  error?: string
  hint?: React.ReactNode
  /** What a newcomer would ask about it, told on demand. */
  help?: React.ReactNode
  required?: boolean
  className?: string
}

/** What a skin draws around a control. */
export type Frame = FrameProps & { id: string }

/** The ids and attributes that tie a control to its label, hint and error; `control` holds the field's others, too. */
export function useField<Props extends FrameProps & { name?: string }>({
  label,
  error,
  hint,
  help,
  className,
  ...attributes
}: Props) {
  const id = useFieldId(attributes.name)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  const frame: Frame = { id, label, error, hint, help, className, required: attributes.required }
  return {
    frame,
    control: {
      ...attributes,
      id,
      "aria-invalid": error ? (true as const) : undefined,
      "aria-describedby": described || undefined,
    },
  }
}
