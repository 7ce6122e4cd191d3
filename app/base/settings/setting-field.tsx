import { useId } from "react"
import { SwitchField } from "#app/kit/form/checkbox-field.tsx"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import { SelectField, TextArea, TextField } from "#app/kit/form/field.tsx"
import type { BoundField, BoundName } from "#app/kit/form/fields-of.ts"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import { PaletteSetting } from "./appearance/palette-setting.tsx"
import type { Field } from "./fields.ts"
import { ListSetting } from "./list-setting.tsx"
import type { ShownSetting } from "./save-settings.server.ts"

type Props = {
  setting: ShownSetting
  /** What the form's controls hold, by their names. */
  values: Record<string, string>
  errors: FieldErrors
}

/** The control of one setting, as its definition asks for. */
export function SettingField({ setting, values, errors }: Props) {
  const { name, label, help, field } = setting
  const bound: BoundField = {
    // Written by the server from a definition, which no schema of this form knows.
    name: name as BoundName,
    error: errors[name],
    defaultValue: values[name] ?? "",
  }
  const shared = { ...bound, label, hint: help }
  switch (field.kind) {
    case "list":
      return <ListSetting setting={setting} field={field} values={values} errors={errors} />
    case "palette":
      return <PaletteSetting name={name} label={label} hint={help} values={values} errors={errors} />
    case "choices":
      return <ChoicesSetting {...shared} field={field} values={values} />
    case "switch":
      return (
        <SwitchField
          name={bound.name}
          error={bound.error}
          label={label}
          hint={help}
          defaultChecked={values[name] === "on"}
        />
      )
    case "choice":
      return <SelectField {...shared} options={field.options} />
    case "area":
      return field.isMarkdown ? (
        <MarkdownField {...shared} rows={field.rows} />
      ) : (
        <TextArea {...shared} rows={field.rows} />
      )
    case "picture":
      return <ImageField {...shared} isSquare={Boolean(field.square)} isOptional />
    case "number":
      return (
        <TextField
          {...shared}
          label={field.unit ? `${label} (${field.unit})` : label}
          inputMode="numeric"
          className="number-setting"
        />
      )
    case "secret":
      return (
        <TextField
          {...shared}
          type="password"
          autoComplete="off"
          placeholder={setting.hasSecret ? "Enregistré ; laissez vide pour le garder" : ""}
        />
      )
    case "url":
      return <TextField {...shared} type="url" inputMode="url" spellCheck={false} placeholder="https://…" />
    case "email":
      return <TextField {...shared} type="email" spellCheck={false} />
    default:
      return <TextField {...shared} />
  }
}

type ChoicesSettingProps = {
  name: string
  label: string
  hint?: string
  error?: string
  field: Extract<Field, { kind: "choices" }>
  values: Record<string, string>
}

/** As many menus as may be chosen, the first of which counts most. */
function ChoicesSetting({ name, label, hint, error, field, values }: ChoicesSettingProps) {
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
