import { useId, useRef } from "react"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import type { BoundName } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { RowButton } from "#app/kit/form/row-button.tsx"
import { useSorting } from "#app/kit/form/use-sorting.ts"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Field, ItemField } from "./fields.ts"
import { PageField } from "./page-field.tsx"
import type { ShownSetting } from "./save-settings.server.ts"
import { useRows } from "./use-rows.ts"

type Props = {
  setting: ShownSetting
  field: Extract<Field, { kind: "list" }>
  values: Record<string, string>
  errors: FieldErrors
}

/** Without scripts, where no row can be added, some empty ones stand below. */
const SPARE_ROWS = 2

/** Rows to write, to add, to take out, and to put in order by dragging, by buttons or by keys. */
export function ListSetting({ setting, field, values, errors }: Props) {
  const { name, label, help } = setting
  const id = useId()
  const { list, rows, removed, said, ...change } = useRows(name, values)
  const rowOf = (row: number) => `${id}-row-${row}`
  const handleOf = (row: number) => `${id}-handle-${row}`
  const move = (from: number, to: number) => change.move(from, to, handleOf)
  const sorting = useSorting(move)
  const isFull = rows.length >= field.most
  const hasOwnErrors = Object.keys(errors).some((key) => key.startsWith(`${name}.`))

  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={help && `${id}-hint`} className="outline-none">
      <legend className="mb-1 font-semibold">{label}</legend>
      {rows.length === 0 && <p className="text-sm text-paper-ink">Aucune ligne pour le moment.</p>}
      <ol ref={list} className="grid gap-3">
        {rows.map((row, index) => (
          <ListRowFields
            key={row.id}
            id={rowOf(row.id)}
            name={`${name}.${index}`}
            title={`${label}, ligne ${index + 1}`}
            fields={field.fields}
            values={row.values}
            errors={errors}
            isDragged={sorting.isDragged(index)}
            mark={sorting.markOf(index)}
            handle={{ id: handleOf(row.id), ...sorting.handle(index) }}
            onMove={(step) => move(index, index + step)}
            onRemove={(typed) => change.remove(index, typed, `${id}-undo`)}
          />
        ))}
      </ol>
      <noscript>
        <ol className="mt-3 grid gap-3">
          {Array.from({ length: SPARE_ROWS }, (_, index) => (
            <ListRowFields
              key={index}
              name={`${name}.${rows.length + index}`}
              title={`${label}, nouvelle ligne`}
              fields={field.fields}
              values={{}}
              errors={errors}
            />
          ))}
        </ol>
        <p className="mt-1 text-sm text-paper-ink">Une ligne vidée est retirée.</p>
      </noscript>
      <div className="mt-3 flex flex-wrap items-center gap-3 noscript:hidden">
        <button
          type="button"
          aria-disabled={isFull || undefined}
          onClick={() => !isFull && change.add(rowOf)}
          className="office-button"
        >
          <Icon name="plus" /> Ajouter {field.one}
        </button>
        {isFull && <span className="text-sm text-paper-ink">{field.most} au plus.</span>}
        {removed && (
          <span className="flex flex-wrap items-center gap-3 text-sm">
            Ligne retirée.
            <button
              id={`${id}-undo`}
              type="button"
              className="office-button"
              onClick={() => change.takeBack(rowOf)}
            >
              <Icon name="undo" /> Remettre
            </button>
          </span>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <FieldNotes id={id} hint={help} error={hasOwnErrors ? undefined : errors[name]} />
    </fieldset>
  )
}

type ListRowFieldsProps = {
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
function ListRowFields({
  name,
  title,
  fields,
  values,
  errors,
  handle,
  onMove,
  onRemove,
  ...row
}: ListRowFieldsProps) {
  const item = useRef<HTMLLIElement>(null)
  const nameIt = (title: string) => {
    const first = item.current?.querySelector<HTMLInputElement>("input[name]")
    if (first?.value === "") fillInput(first, title)
  }
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
