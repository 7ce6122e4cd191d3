import { useRef, useState } from "react"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { LinesFirst } from "#app/kit/form/lines-first.tsx"
import { RowsNews } from "#app/kit/form/rows-news.tsx"
import { useField } from "#app/kit/form/use-field.ts"
import { type LineRow, useLineRows } from "#app/kit/form/use-line-rows.ts"
import { parseClock, writeClock } from "#app/kit/lib/chapters.ts"
import { readSoundbiteLine, type SoundbiteLine, writeSoundbiteLine } from "#app/kit/lib/soundbites.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { useFormSound } from "../use-form-sound.ts"

const LABEL = "Extraits"
const LINES = "Un par ligne\u00a0: son début et sa fin, puis son titre. 12:34-13:20 Ce que j’ai appris"
const HINT =
  "Des moments à faire entendre, de 15 secondes à 2 minutes\u00a0: les applications les montrent, et la page de l’épisode aussi."
const EMPTY = "Aucun extrait."
/** What one begins with, in seconds. */
const USUAL = 30

const SOUNDBITES = {
  empty: { from: "", to: "", title: "" },
  read: readSoundbiteLine,
  write: writeSoundbiteLine,
  placeOf: ({ from }: SoundbiteLine) => parseClock(from.trim()),
}

/** Moments of an episode as rows; without scripts a line each. */
export function SoundbitesField(field: BoundField) {
  return (
    <LinesFirst label={LABEL} {...field} hint={LINES} rows={2}>
      {(lines) => <SoundbiteRows {...field} text={lines} />}
    </LinesFirst>
  )
}

function SoundbiteRows({ name, error, text }: BoundField & { text: string }) {
  const { rows, field, value, add, edit, remove, restore } = useLineRows(text, SOUNDBITES)
  const [news, setNews] = useState("")
  const [removed, setRemoved] = useState<SoundbiteRow[]>()
  const { frame } = useField({ label: LABEL, error })
  const list = useRef<HTMLFieldSetElement>(null)
  const sound = useFormSound(field)

  const say = (said: string, before?: SoundbiteRow[]) => {
    setNews(said)
    setRemoved(before)
  }
  const focus = (what: "from" | "title", key: number) =>
    list.current?.querySelector<HTMLInputElement>(`[data-${what}="${key}"]`)?.focus()
  const addRow = () => focus("from", add().key)
  const addHere = () => {
    const at = Math.floor(sound.find()?.currentTime ?? 0) * 1_000
    const from = writeClock(at)
    focus("title", add({ from, to: writeClock(at + USUAL * 1_000) }).key)
    say(`Extrait ajouté à ${from}`)
  }
  const drop = (row: SoundbiteRow) => {
    say(`${row.title.trim() || "Extrait"}\u00a0: retiré`, rows)
    remove(row.key)
    list.current?.focus()
  }

  return (
    <fieldset ref={list} tabIndex={-1} aria-describedby={error ? `${frame.id}-error` : undefined}>
      <legend className="mb-1 font-semibold">{LABEL}</legend>
      {rows.length === 0 && <p className="text-paper-ink">{EMPTY}</p>}
      <ol>
        {rows.map((row, index) => (
          <SoundbiteRowFields
            key={row.key}
            row={row}
            place={index + 1}
            onEdit={(line) => edit(row.key, line)}
            onRemove={() => drop(row)}
            onEnter={addRow}
            onListen={sound.address ? sound.listen : undefined}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap gap-2">
        <button type="button" onClick={addRow} className="office-button">
          <Icon name="plus" />
          Ajouter un extrait
        </button>
        {sound.address && (
          <button type="button" onClick={addHere} className="office-button">
            <Icon name="crosshair" />
            Ajouter là où en est le son
            <span className="sr-only">{"\u00a0: un extrait"}</span>
          </button>
        )}
      </div>
      <RowsNews
        news={news}
        onUndo={
          removed &&
          (() => {
            restore(removed)
            say("Extrait remis")
          })
        }
      />
      <FieldNotes id={frame.id} error={error} hint={HINT} />
      <textarea ref={field} hidden readOnly name={name} value={value} />
    </fieldset>
  )
}

type SoundbiteRow = LineRow<SoundbiteLine>

type SoundbiteRowFieldsProps = {
  row: SoundbiteRow
  /** From 1. */
  place: number
  onEdit: (line: Partial<SoundbiteLine>) => void
  onRemove: () => void
  /** Enter adds one more. */
  onEnter: () => void
  /** Nothing where there is no sound to listen to. */
  onListen: ((seconds: number, until?: number) => void) | undefined
}

/** A moment as it is written: from when to when, and its title. */
function SoundbiteRowFields({ row, place, onEdit, onRemove, onEnter, onListen }: SoundbiteRowFieldsProps) {
  const start = parseClock(row.from.trim())
  const end = parseClock(row.to.trim())
  const name = row.title.trim() || `l’extrait ${place}`
  const isTurned = start !== undefined && end !== undefined && end <= start
  const clocks = [
    { part: "from", label: "Début", at: start, value: row.from, hint: "12:34" },
    { part: "to", label: "Fin", at: end, value: row.to, hint: "13:20" },
  ] as const
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys rise to it from its fields.
    <li
      className="chapter-row soundbite-row"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return
        if (event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    >
      {clocks.map(({ part, label, at, value, hint }) => (
        <input
          key={part}
          aria-label={`${label} de l’extrait ${place}`}
          aria-invalid={(value.trim() !== "" && at === undefined) || (part === "to" && isTurned) || undefined}
          data-from={part === "from" ? row.key : undefined}
          value={value}
          placeholder={hint}
          autoComplete="off"
          onChange={(event) => onEdit({ [part]: event.target.value })}
          className="control tabular-nums"
        />
      ))}
      <input
        aria-label={`Titre de l’extrait ${place}`}
        data-title={row.key}
        value={row.title}
        placeholder="Titre, facultatif"
        autoComplete="off"
        onChange={(event) => onEdit({ title: event.target.value })}
        className="control chapter-title"
      />
      <button
        type="button"
        aria-label={`Écouter ${name}`}
        title="Écouter cet extrait"
        aria-disabled={start === undefined || !onListen}
        onClick={() => {
          if (start !== undefined) onListen?.(start / 1_000, end === undefined ? undefined : end / 1_000)
        }}
        className="office-button people-button chapter-listen"
      >
        <Icon name="play" />
      </button>
      <button
        type="button"
        aria-label={`Retirer ${name}`}
        title="Retirer"
        onClick={onRemove}
        className="office-button people-button"
      >
        <Icon name="x" />
      </button>
    </li>
  )
}
