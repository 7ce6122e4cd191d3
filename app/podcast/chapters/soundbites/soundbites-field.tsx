import type { BoundField } from "#app/kit/form/fields-of.ts"
import { lineByLine, RowField, Way } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import { parseClock, writeClock } from "#app/kit/lib/chapters.ts"
import { readSoundbiteLine, type SoundbiteLine, writeSoundbiteLine } from "#app/kit/lib/soundbites.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { usePageSound } from "../../player/use-page-sound.ts"

const LINES = {
  hint: "Un par ligne\u00a0: son début et sa fin, puis son titre. 12:34-13:20 Ce que j’ai appris",
  ...lineByLine(readSoundbiteLine, writeSoundbiteLine),
}
const HINT =
  "Des moments à faire entendre, de 15 secondes à 2 minutes\u00a0: les applications les montrent, et la page de l’épisode aussi."
const BLANK: SoundbiteLine = { from: "", to: "", title: "" }
/** What one lasts at first, in seconds. */
const USUAL = 30

/** Moments of an episode. */
export function SoundbitesField(field: BoundField) {
  const rows = useRows<SoundbiteLine>({
    named: (row, place) => ` ${nameOf(row, place)}`,
    said: ({ title }, place) => (title.trim() ? `${title.trim()}\u00a0:` : `Extrait ${place}`),
    placeOf: ({ from }) => parseClock(from.trim()),
  })
  const sound = usePageSound()

  const addHere = () => {
    const at = Math.floor(sound.find()?.currentTime ?? 0) * 1_000
    const from = writeClock(at)
    rows.add({ ...BLANK, from, to: writeClock(at + USUAL * 1_000) }, ".chapter-title")
    rows.say(`Extrait ajouté à ${from}`)
  }

  return (
    <RowField
      {...field}
      rows={rows}
      lines={LINES}
      label="Extraits"
      hint={HINT}
      empty="Aucun extrait."
      add={{ label: "Ajouter un extrait", onAdd: () => rows.add(BLANK) }}
      rowClass="chapter-row soundbite-row"
      row={(row, place, edit) => (
        <SoundbiteRowFields
          row={row}
          place={place}
          onEdit={edit}
          onListen={sound.address ? sound.listen : undefined}
        />
      )}
      ways={
        sound.address && (
          <Way icon="crosshair" onClick={addHere}>
            Extrait ici
          </Way>
        )
      }
    />
  )
}

const nameOf = ({ title }: SoundbiteLine, place: number) => title.trim() || `l’extrait ${place}`

type SoundbiteRowFieldsProps = {
  row: SoundbiteLine
  /** From 1. */
  place: number
  onEdit: (line: Partial<SoundbiteLine>) => void
  /** Nothing where there is no sound to listen to. */
  onListen: ((seconds: number, until?: number) => void) | undefined
}

/** A moment as it is written: from when to when, and its title. */
function SoundbiteRowFields({ row, place, onEdit, onListen }: SoundbiteRowFieldsProps) {
  const start = parseClock(row.from.trim())
  const end = parseClock(row.to.trim())
  const isTurned = start !== undefined && end !== undefined && end <= start
  const clocks = [
    { part: "from", label: "Début", at: start, value: row.from, hint: "12:34" },
    { part: "to", label: "Fin", at: end, value: row.to, hint: "13:20" },
  ] as const
  return (
    <>
      {clocks.map(({ part, label, at, value, hint }) => (
        <input
          key={part}
          aria-label={`${label} de l’extrait ${place}`}
          aria-invalid={(value.trim() !== "" && at === undefined) || (part === "to" && isTurned) || undefined}
          value={value}
          placeholder={hint}
          autoComplete="off"
          onChange={(event) => onEdit({ [part]: event.target.value })}
          className="control tabular-nums"
        />
      ))}
      <input
        aria-label={`Titre de l’extrait ${place}`}
        value={row.title}
        placeholder="Titre, facultatif"
        autoComplete="off"
        onChange={(event) => onEdit({ title: event.target.value })}
        className="control chapter-title"
      />
      <button
        type="button"
        aria-label={`Écouter ${nameOf(row, place)}`}
        title="Écouter cet extrait"
        aria-disabled={start === undefined || !onListen}
        onClick={() => {
          if (start !== undefined) onListen?.(start / 1_000, end === undefined ? undefined : end / 1_000)
        }}
        className="form-row-button chapter-listen"
      >
        <Icon name="play" />
      </button>
    </>
  )
}
