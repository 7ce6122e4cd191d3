import { FieldFrame } from "./field-frame.tsx"
import { type FieldProps, useField } from "./use-field.ts"

type Input = React.ComponentProps<"input">

type TextFieldProps = FieldProps &
  Pick<Input, "autoComplete" | "inputMode" | "min" | "placeholder" | "disabled" | "spellCheck"> & {
    type?: "text" | "email" | "url" | "password" | "number" | "time"
    defaultValue?: string
  }

/** A line of text. The server says what is too long: nothing stops the typing. */
export function TextField({ type = "text", ...props }: TextFieldProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input {...control} type={type} className="control" />
    </FieldFrame>
  )
}

type TextAreaProps = FieldProps & { rows: number; defaultValue?: string; placeholder?: string }

export function TextArea(props: TextAreaProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <textarea {...control} className="control" />
    </FieldFrame>
  )
}

type SelectFieldProps = FieldProps & {
  options: readonly { value: string; label: string }[]
  defaultValue?: string
  /** For fields that depend on the choice. */
  onChoose?: (value: string) => void
}

export function SelectField({ options, onChoose, ...props }: SelectFieldProps) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <select {...control} onChange={(event) => onChoose?.(event.currentTarget.value)} className="control">
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
