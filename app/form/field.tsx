import { FieldFrame, type FieldProps, useField } from "./field-frame.tsx"

type Input = React.ComponentProps<"input">

type TextFieldProps = FieldProps &
  Pick<Input, "autoComplete" | "inputMode" | "min" | "placeholder" | "disabled" | "spellCheck"> & {
    type?: "text" | "email" | "url" | "password" | "number"
    defaultValue?: string | number
    className?: string
  }

/** A line of text. The server says what is too long: nothing stops the typing. */
export function TextField({ label, error, hint, className, type = "text", ...input }: TextFieldProps) {
  const { id, control } = useField({ error, hint })
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      hint={hint}
      required={input.required}
      className={className}
    >
      <input {...input} {...control} type={type} className="control" />
    </FieldFrame>
  )
}

type TextAreaProps = FieldProps & { rows: number; defaultValue?: string; className?: string }

export function TextArea({ label, error, hint, className, ...area }: TextAreaProps) {
  const { id, control } = useField({ error, hint })
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      hint={hint}
      required={area.required}
      className={className}
    >
      <textarea {...area} {...control} className="control" />
    </FieldFrame>
  )
}

type SelectFieldProps = FieldProps & {
  options: readonly { value: string; label: string }[]
  defaultValue?: string
  /** For fields that depend on the choice. */
  onChange?: (value: string) => void
  className?: string
}

export function SelectField({
  label,
  error,
  hint,
  options,
  onChange,
  className,
  ...select
}: SelectFieldProps) {
  const { id, control } = useField({ error, hint })
  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      hint={hint}
      required={select.required}
      className={className}
    >
      <select
        {...select}
        {...control}
        onChange={onChange && ((event) => onChange(event.currentTarget.value))}
        className="control"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
