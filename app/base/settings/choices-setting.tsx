import { useId } from "react"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import type { Field } from "./fields.ts"

type Props = {
  name: string
  label: string
  hint?: string
  error?: string
  field: Extract<Field, { kind: "choices" }>
  values: Record<string, string>
}

/** As many menus as may be chosen, the first of which counts most. */
export function ChoicesSetting({ name, label, hint, error, field, values }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="setting-choices">
        {Array.from({ length: field.most }, (_, index) => (
          <select
            key={index}
            name={`${name}.${index}`}
            aria-label={`${label}, choix ${index + 1}`}
            aria-invalid={error ? true : undefined}
            defaultValue={values[`${name}.${index}`] ?? ""}
            className="control"
          >
            <option value="">{index === 0 ? "Aucune" : "—"}</option>
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
