import { useRef, useState } from "react"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { LinesFirst } from "#app/kit/form/lines-first.tsx"
import { RowsNews } from "#app/kit/form/rows-news.tsx"
import { useField } from "#app/kit/form/use-field.ts"
import { useLineRows } from "#app/kit/form/use-line-rows.ts"
import { parseClock, writeClock } from "#app/kit/lib/chapters.ts"
import { readSoundbiteLine, type SoundbiteLine, writeSoundbiteLine } from "#app/kit/lib/soundbites.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { useFormSound } from "../use-form-sound.ts"
import { type SoundbiteRow, SoundbiteRowFields } from "./soundbite-row.tsx"

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
