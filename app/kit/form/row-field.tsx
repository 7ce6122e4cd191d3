import { memo, useLayoutEffect, useState } from "react"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import { TextArea } from "./field.tsx"
import { FieldNotes } from "./field-frame.tsx"
import type { BoundName } from "./fields-of.ts"
import { useFieldId } from "./use-field.ts"
import type { Row, Rows } from "./use-rows.ts"

type Draw<Value> = (row: Row<Value>, place: number, edit: (values: Partial<Value>) => void) => React.ReactNode

type Lines<Value> = {
  hint: string
  read: (text: string) => Value[]
  write: (rows: readonly Value[]) => string
  /** What the text is called, where the rows stand for more than its lines. */
  label?: string
  className?: string
  /** The fields of what else the rows stand for: they send it themselves, in `children`. */
  above?: React.ReactNode
}

type Props<Value extends object> = {
  rows: Rows<Value>
  label: string
  error?: string
  hint?: React.ReactNode
  /** What is shown where there is none. */
  empty?: string
  /** A text that sends the rows, a line each, and is written by hand without scripts. Other rows have fields that send themselves. */
  lines?: Lines<Value>
  /** Those of that text. */
  name?: BoundName
  defaultValue?: string
  /** « Ajouter un chapitre », and how; a row that keeps no order of its own is added by Enter, too. */
  add?: { label: string; most?: number; onAdd: () => void }
  /** Buttons beside it. */
  ways?: React.ReactNode
  /** Between the label and the rows. */
  above?: React.ReactNode
  /** After chips, in their frame. */
  inside?: React.ReactNode
  /** Below the rows. */
  children?: React.ReactNode
  className?: string
  rowClass?: string
  /** What one looks like, beside its handle and buttons. Where it is always the same function, only rows that change are drawn. */
  row: Draw<Value>
}

/** Rows to write, to add, to take out and put back, and to put in order by dragging, by buttons, or by Alt and an arrow key. */
export function RowField<Value extends object>({
  rows,
  label,
  error,
  hint,
  add,
  lines,
  name,
  ...props
}: Props<Value>) {
  const id = useFieldId(name)
  const { list, kind, news, sorting } = rows
  const start = kind.start ?? 1
  const isFull = add?.most !== undefined && rows.rows.length >= add.most
  const [isWritten, setWritten] = useState(lines !== undefined)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")

  // What was typed before the page's scripts ran goes on in the rows.
  useLayoutEffect(() => {
    if (!lines) return
    rows.show(lines.read(list.current?.querySelector("textarea")?.value ?? ""))
    setWritten(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once.
  }, [])

  if (lines && name && isWritten)
    return (
      <fieldset ref={list} className={props.className ?? (lines.above ? "grid gap-5" : undefined)}>
        {lines.above}
        <TextArea
          label={lines.label ?? label}
          className={lines.className}
          name={name}
          defaultValue={props.defaultValue}
          error={error}
          hint={lines.hint}
          rows={3}
        />
      </fieldset>
    )
  return (
    <fieldset
      ref={list}
      id={id}
      tabIndex={-1}
      aria-describedby={described || undefined}
      className={props.className}
    >
      <legend className="mb-1 font-semibold">{label}</legend>
      {rows.rows.length === 0 && props.empty && <p className="text-sm text-paper-ink">{props.empty}</p>}
      {props.above}
      <div className={kind.chip && "control chip-field"}>
        <ol className={kind.chip ? "contents" : "form-rows"}>
          {rows.rows.map((row, index) => (
            <Item
              key={row.key}
              row={row}
              index={index}
              place={index + start}
              isLast={index === rows.rows.length - 1}
              isDragged={sorting.isDragged(index)}
              mark={sorting.markOf(index)}
              draw={props.row}
              rows={rows}
              handle={sorting.handle(index)}
              rowClass={props.rowClass}
              onEnter={kind.placeOf && add?.onAdd}
            />
          ))}
        </ol>
        {props.inside}
      </div>
      <div className="form-rows-news">
        <p role="status">{news.said}</p>
        {news.undo && (
          <button type="button" data-undo onClick={news.undo} className="office-button">
            <Icon name="undo" /> {news.undoLabel}
          </button>
        )}
      </div>
      {props.children}
      {add && (
        <div className="mt-2 flex flex-wrap items-center gap-2 noscript:hidden">
          <button
            type="button"
            aria-disabled={isFull || undefined}
            onClick={() => !isFull && add.onAdd()}
            className="office-button"
          >
            <Icon name="plus" /> {add.label}
          </button>
          {isFull && <span className="text-sm text-paper-ink">{add.most} au plus.</span>}
          {props.ways}
        </div>
      )}
      <FieldNotes id={id} error={error} hint={hint} />
      {lines && (
        <textarea
          name={name}
          value={lines.write(rows.rows)}
          hidden
          readOnly
          aria-invalid={error ? true : undefined}
          // A form that finds it wrong would lead to it, who cannot be seen.
          onInvalid={() => requestAnimationFrame(() => list.current?.focus())}
        />
      )}
    </fieldset>
  )
}

/** A text of which each line is a row. */
export const lineByLine = <Value,>(read: (line: string) => Value, write: (row: Value) => string) => ({
  read: (text: string) =>
    text
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => read(line)),
  write: (rows: readonly Value[]) =>
    rows
      .map((row) => write(row))
      .filter(Boolean)
      .join("\n"),
})

type WayProps = { icon: IconName; onClick: () => void; children: React.ReactNode }

/** Another button beside the one that adds a row. */
export function Way({ icon, onClick, children }: WayProps) {
  return (
    <button type="button" onClick={onClick} className="office-button">
      <Icon name={icon} />
      {children}
    </button>
  )
}

type ItemProps<Value extends object> = {
  row: Row<Value>
  index: number
  place: number
  isLast: boolean
  isDragged: boolean
  mark: "before" | "after" | undefined
  draw: Draw<Value>
  rowClass: string | undefined
  rows: Rows<Value>
  handle: React.ComponentProps<"button">
  onEnter: (() => void) | undefined
}

const SHOWN = ["row", "index", "place", "isLast", "isDragged", "mark", "draw"] as const

/** What it calls knows by itself how the rows are now. */
const Item = memo(RowItem, (before, after) =>
  SHOWN.every((name) => before[name] === after[name]),
) as typeof RowItem

function RowItem<Value extends object>({
  row,
  index,
  place,
  rows,
  handle,
  onEnter,
  ...props
}: ItemProps<Value>) {
  const name = rows.kind.named(row, place)
  const { chip, placeOf } = rows.kind
  const isMovable = placeOf === undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys rise to it from its fields.
    <li
      data-row={row.key}
      data-mark={props.mark}
      className={`${chip ? "form-chip" : "form-row"} ${isMovable && !chip ? "form-row-movable" : ""} ${props.isDragged ? "form-row-dragged" : ""} ${props.rowClass ?? ""}`}
      onKeyDown={(event) => {
        const isLine = event.target instanceof HTMLInputElement && event.target.type !== "checkbox"
        if (!onEnter || event.key !== "Enter" || !isLine || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    >
      {isMovable && (
        <button
          {...handle}
          type="button"
          aria-label={`Déplacer${name}`}
          title="Glisser, ou Alt et les flèches"
          className={`${chip ? "chip-handle" : "form-row-button"} cursor-grab touch-none noscript:hidden`}
        >
          {chip ? chip(row) : <Icon name="grip-vertical" />}
        </button>
      )}
      {props.draw(row, place, (values) => rows.edit(row.key, values))}
      <div className="form-row-buttons noscript:hidden">
        {isMovable && !chip && (
          <>
            <RowButton
              icon="arrow-up"
              label={`Monter${name}`}
              isDisabled={index === 0}
              onClick={() => rows.move(index, index - 1)}
            />
            <RowButton
              icon="arrow-down"
              label={`Descendre${name}`}
              isDisabled={props.isLast}
              onClick={() => rows.move(index, index + 1)}
            />
          </>
        )}
        <RowButton icon={chip ? "x" : "trash"} label={`Retirer${name}`} onClick={() => rows.remove(index)} />
      </div>
    </li>
  )
}

type RowButtonProps = { icon: IconName; label: string; isDisabled?: boolean; onClick: () => void }

function RowButton({ icon, label, isDisabled = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label.split(/\s/)[0]}
      // Not `disabled`: it would lose the focus at the end of the list.
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
      className="form-row-button"
    >
      <Icon name={icon} />
    </button>
  )
}
