import { useId } from "react"
import type { BoundName } from "./fields-of.ts"

/** What every field takes; its name comes from `fieldsOf`. Errors and hints are French sentences. */
export type FieldProps = FrameProps & { name: BoundName }

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
export function useField<Props extends FrameProps>({
  label,
  error,
  hint,
  help,
  className,
  ...attributes
}: Props) {
  const id = useId()
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
