import { type FocusEvent, type FormEvent, type KeyboardEvent, memo, type MouseEvent } from "react"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { commandOf } from "./row-keys.ts"
import { type CueRow, isTimeWrong, leaveTime, type RowField, typeInto } from "./rows.ts"
import { type EditorContext, runCommand } from "./run-command.ts"
import type { RowWindow } from "./use-row-window.ts"

type Props = {
  context: EditorContext
  window: RowWindow
  onActivate: (key: number) => void
  heard: number
  hasSound: boolean
  /** Somebody scrolls. */
  onScroll: () => void
}

/** The rows of a transcript, of which those in sight are drawn. What happens in them is heard here. */
export function CueList({ context, window, onActivate, heard, hasSound, onScroll }: Props) {
  const { editor } = context
  const { rows } = editor
  const { setBox, shown, before, after } = window

  const type = ({ target }: FormEvent) => {
    const [field, row] = [fieldOf(target), rowOf(target)]
    if (!field || row === undefined) return
    const name = field.dataset.field as RowField
    // Each word is a step that can be undone.
    const words = field.value.split(/\s+/).length
    editor.change(typeInto(rows, row, name, field.value), `${rows[row]?.key} ${name} ${words}`)
  }
  const press = (event: KeyboardEvent) => {
    const [field, row] = [fieldOf(event.target), rowOf(event.target)]
    if (row === undefined || event.nativeEvent.isComposing) return
    const place = field && { from: field.selectionStart ?? 0, to: field.selectionEnd ?? 0 }
    const command = commandOf({
      key: event.key,
      altKey: event.altKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
      // On a button Enter and space press it.
      field: (field?.dataset.field as RowField | undefined) ?? "button",
      ...(place ?? { from: 0, to: 0 }),
      length: field?.value.length ?? 0,
    })
    if (!command) return
    event.preventDefault()
    runCommand(command, { row, caret: place?.from ?? 0 }, context)
  }
  const click = ({ target }: MouseEvent) => {
    const row = rowOf(target)
    const isListened = target instanceof Element && target.closest("[data-act=listen]") !== null
    if (isListened && row !== undefined) runCommand("listen", { row, caret: 0 }, context)
  }
  const enter = ({ target }: FocusEvent) => {
    const key = rows[rowOf(target) ?? -1]?.key
    if (key !== undefined) onActivate(key)
  }
  const leave = ({ target }: FocusEvent) => {
    const row = rowOf(target)
    if (row === undefined || fieldOf(target)?.dataset.field !== "start") return
    editor.change(leaveTime(rows, row), `${rows[row]?.key} start 1`)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- What is done in its rows rises to it.
    <div
      ref={setBox}
      onChange={type}
      onKeyDown={press}
      onClick={click}
      onFocus={enter}
      onBlur={leave}
      onWheel={onScroll}
      onTouchMove={onScroll}
      className="cue-box"
    >
      <div style={{ height: before }} />
      <ol>
        {shown.map(({ row, gap }) => {
          const cue = rows[row]
          return (
            cue && (
              <CueRowFields
                key={cue.key}
                cue={cue}
                row={row}
                count={rows.length}
                gap={gap}
                isHeard={row === heard}
                hasSound={hasSound}
              />
            )
          )
        })}
      </ol>
      <div style={{ height: after }} />
    </div>
  )
}

type Field = HTMLInputElement | HTMLTextAreaElement

function fieldOf(target: EventTarget): Field | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && target.dataset.field ? target : undefined
}

function rowOf(target: EventTarget) {
  const line = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null
  const row = line?.dataset.row
  return row === undefined ? undefined : Number(row)
}

type CueRowFieldsProps = {
  cue: CueRow
  row: number
  count: number
  isHeard: boolean
  hasSound: boolean
  /** Rows between it and the one above that are not drawn, in pixels. */
  gap: number
}

// What happens in it rises to the list.
const heardByTheList = () => {}

/** A sentence with its time and who says it. */
const CueRowFields = memo(function CueRowFields({
  cue,
  row,
  count,
  isHeard,
  hasSound,
  gap,
}: CueRowFieldsProps) {
  const { start, clock, speaker, text } = cue
  const place = row + 1
  return (
    <li
      data-key={cue.key}
      data-row={row}
      aria-posinset={place}
      aria-setsize={count}
      aria-current={isHeard || undefined}
      className={start === null ? "cue-row cue-row-untimed" : "cue-row"}
      style={gap > 0 ? { marginTop: gap } : undefined}
    >
      {start !== null && (
        <>
          <button
            type="button"
            data-act="listen"
            aria-label={`Écouter à partir de ${writeClock(start)}`}
            aria-disabled={!hasSound}
            className="office-button people-button"
          >
            <Icon name="play" />
          </button>
          <input
            aria-label={`Heure de la phrase ${place}`}
            aria-invalid={isTimeWrong(cue) || undefined}
            data-field="start"
            value={clock ?? writeClock(start)}
            onChange={heardByTheList}
            autoComplete="off"
            className="control tabular-nums"
          />
        </>
      )}
      <input
        aria-label={`Qui dit la phrase ${place}`}
        placeholder="Qui ?"
        data-field="speaker"
        value={speaker}
        onChange={heardByTheList}
        list="cue-speakers"
        autoComplete="off"
        className="control"
      />
      <textarea
        aria-label={`Phrase ${place}`}
        data-field="text"
        value={text}
        onChange={heardByTheList}
        // For browsers that do not size a field by what is in it.
        rows={Math.ceil((text.length + 1) / 60)}
        className="control cue-text"
      />
    </li>
  )
})
