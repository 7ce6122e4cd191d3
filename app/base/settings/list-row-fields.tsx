import { useRef } from "react"
import type { BoundName } from "#app/kit/form/fields-of.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import { RowButton } from "#app/kit/form/row-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { ItemField } from "./fields.ts"

type Props = {
  id?: string
  /** What its controls' names begin with. */
  name: string
  title: string
  fields: Record<string, ItemField>
  values: Record<string, string>
  errors: FieldErrors
  isDragged?: boolean
  mark?: "before" | "after"
  handle?: React.ComponentProps<"button"> & { id: string }
  onMove?: (step: -1 | 1) => void
  /** @param typed what the row held */
  onRemove?: (typed: Record<string, string>) => void
}

/** One row of a list: its handle, its controls, and what is done with it. */
export function ListRowFields({
  name,
  title,
  fields,
  values,
  errors,
  handle,
  onMove,
  onRemove,
  ...row
}: Props) {
  const item = useRef<HTMLLIElement>(null)
  const typed = () => {
    const controls = item.current?.querySelectorAll<HTMLInputElement>("[name]") ?? []
    return Object.fromEntries(
      [...controls].flatMap((control) => {
        if (control.type === "checkbox" && !control.checked) return []
        return [[control.name.slice(name.length + 1), control.value]]
      }),
    )
  }
  return (
    <li
      id={row.id}
      ref={item}
      aria-label={title}
      data-mark={row.mark}
      className={`form-row setting-row ${row.isDragged ? "form-row-dragged" : ""}`}
    >
      {handle && (
        <button
          {...handle}
          type="button"
          aria-label={`Déplacer : ${title}`}
          title="Glisser, ou Alt et les flèches"
          className="form-row-button cursor-grab touch-none noscript:hidden"
        >
          <Icon name="grip-vertical" />
        </button>
      )}
      <div className="setting-row-fields">
        {Object.entries(fields).map(([part, field]) => (
          <PartField
            key={part}
            field={field}
            name={`${name}.${part}` as BoundName}
            value={values[part] ?? ""}
            error={errors[`${name}.${part}`]}
          />
        ))}
      </div>
      {onMove && onRemove && (
        <div className="form-row-buttons noscript:hidden">
          <RowButton icon="arrow-up" label={`Monter : ${title}`} onClick={() => onMove(-1)} />
          <RowButton icon="arrow-down" label={`Descendre : ${title}`} onClick={() => onMove(1)} />
          <RowButton icon="trash" label={`Retirer : ${title}`} onClick={() => onRemove(typed())} />
        </div>
      )}
    </li>
  )
}

type PartProps = { field: ItemField; name: BoundName; value: string; error?: string }

function PartField({ field: { kind, label, hint }, name, value, error }: PartProps) {
  const shared = { label, hint, name, error }
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
