import { useRef } from "react"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import type { BoundName } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { RowField } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import { type Field, indexesOf, type ItemField } from "./fields.ts"
import { PageField } from "./page-field.tsx"
import type { ShownSetting } from "./save-settings.server.ts"

type Props = {
  setting: ShownSetting
  field: Extract<Field, { kind: "list" }>
  values: Record<string, string>
  errors: FieldErrors
}

/** Without scripts, where no row can be added, some empty ones stand below. */
const SPARE_ROWS = 2

/** What a row was filled with; its controls hold what it is now. */
type ListRow = { values: Record<string, string> }

/** Rows whose controls send themselves, named `name.0.part`. */
export function ListSetting({ setting, field, values, errors }: Props) {
  const { name, label, help } = setting
  const rows = useRows<ListRow>(
    {
      named: (_row, place) => `\u00a0: ${label}, ligne ${place}`,
      said: (_row, place) => `Ligne ${place}`,
      isFeminine: true,
      typedIn: (index, form) => partsOf(`${name}.${index}.`, form ? new FormData(form) : []),
    },
    () => indexesOf(name, values).map((index) => partsOf(`${name}.${index}.`, Object.entries(values))),
  )
  const hasOwnErrors = Object.keys(errors).some((key) => key.startsWith(`${name}.`))
  const shared = { fields: field.fields, errors }

  return (
    <RowField
      rows={rows}
      label={label}
      hint={help}
      error={hasOwnErrors ? undefined : errors[name]}
      empty="Aucune ligne pour le moment."
      add={{ label: `Ajouter ${field.one}`, most: field.most, onAdd: () => rows.add({ values: {} }) }}
      row={(row, place) => (
        <RowControls
          {...shared}
          name={`${name}.${place - 1}`}
          title={`${label}, ligne ${place}`}
          values={row.values}
        />
      )}
    >
      <noscript>
        <ol className="form-rows mt-3">
          {Array.from({ length: SPARE_ROWS }, (_, index) => (
            <li key={index} className="form-row">
              <RowControls
                {...shared}
                name={`${name}.${rows.rows.length + index}`}
                title={`${label}, nouvelle ligne`}
                values={{}}
              />
            </li>
          ))}
        </ol>
        <p className="mt-1 text-sm text-paper-ink">Une ligne vidée est retirée.</p>
      </noscript>
    </RowField>
  )
}

function partsOf(prefix: string, entries: Iterable<[string, FormDataEntryValue]>): ListRow {
  const parts = [...entries].flatMap(([name, value]): [string, string][] =>
    name.startsWith(prefix) && typeof value === "string" ? [[name.slice(prefix.length), value]] : [],
  )
  return { values: Object.fromEntries(parts) }
}

type RowControlsProps = {
  /** What its controls' names begin with. */
  name: string
  title: string
  fields: Record<string, ItemField>
  values: Record<string, string>
  errors: FieldErrors
}

function RowControls({ name, title, fields, values, errors }: RowControlsProps) {
  const controls = useRef<HTMLDivElement>(null)
  const nameIt = (title: string) => {
    const first = controls.current?.querySelector<HTMLInputElement>("input[name]")
    if (first?.value === "") fillInput(first, title)
  }
  return (
    <div ref={controls} role="group" aria-label={title} className="setting-row-fields">
      {shownParts(fields).map(([part, field]) => (
        <PartField
          key={part}
          field={field}
          name={`${name}.${part}` as BoundName}
          value={values[part] ?? ""}
          error={errors[`${name}.${part}`]}
          onChoosePage={nameIt}
        />
      ))}
    </div>
  )
}

const shownParts = (fields: Record<string, ItemField>) =>
  Object.entries(fields).filter(([, { kind }]) => kind !== "found")

type PartProps = {
  field: ItemField
  name: BoundName
  value: string
  error?: string
  onChoosePage: (title: string) => void
}

function PartField({ field: { kind, label, hint }, name, value, error, onChoosePage }: PartProps) {
  const shared = { label, hint, name, error }
  if (kind === "page") return <PageField {...shared} value={value} onChoose={onChoosePage} />
  if (kind === "switch") return <CheckboxField {...shared} defaultChecked={value === "on"} />
  if (kind === "area") return <TextArea {...shared} rows={3} defaultValue={value} className="setting-wide" />
  if (kind === "picture") return <ImageField {...shared} defaultValue={value} className="setting-wide" />
  return (
    <TextField
      {...shared}
      defaultValue={value}
      inputMode={kind === "url" ? "url" : undefined}
      spellCheck={kind === "url" ? false : undefined}
    />
  )
}
