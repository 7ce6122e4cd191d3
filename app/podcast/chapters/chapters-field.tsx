import { useEffect, useRef, useState } from "react"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { LinesFirst } from "#app/kit/form/lines-first.tsx"
import { RowsNews } from "#app/kit/form/rows-news.tsx"
import { useField } from "#app/kit/form/use-field.ts"
import { type Chapter, type ChapterLine, parseClock, toLine, writeClock } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { ChapterRowFields } from "./chapter-row.tsx"
import { findChapters, withChapters } from "./chapters-in-text.ts"
import { type ChapterRow, useChapterRows } from "./use-chapter-rows.ts"
import { type FormSound, useFormSound } from "./use-form-sound.ts"

/** What is known of the stored sound: its outline, and the chapters that its file has. */
export type ChapterSources = { bars: string | null; chapters: Chapter[] }

type Props = BoundField & {
  sources: ChapterSources
  /** The field in which times may stand, too. */
  descriptionField: string
}

const LINES = "Un par ligne : son heure, puis son titre. 12:34 La rencontre | https://lien | image https://…"

/** The chapters of an episode as rows; without scripts a line each. */
export function ChaptersField({ sources, descriptionField, ...field }: Props) {
  return (
    <LinesFirst label="Chapitres" {...field} hint={LINES} rows={3}>
      {(lines) => (
        <ChapterRows {...field} text={lines} sources={sources} descriptionField={descriptionField} />
      )}
    </LinesFirst>
  )
}

type RowsProps = Omit<Props, "defaultValue"> & { text: string }

const EMPTY = "Aucun chapitre. Les auditeurs s’y retrouvent mieux à partir d’une demi-heure."

function ChapterRows({ name, error, text, sources, descriptionField }: RowsProps) {
  const { rows, field, value, add, addAll, edit, remove, restore } = useChapterRows(text)
  const [news, setNews] = useState("")
  const [undo, setUndo] = useState<() => void>()
  const { frame } = useField({ label: "Chapitres", error })
  const list = useRef<HTMLFieldSetElement>(null)
  const sound = useFormSound(field)

  const say = (text: string, undo?: () => void) => {
    setNews(text)
    setUndo(() => undo)
  }
  const focus = (what: "clock" | "title", key: number) =>
    list.current?.querySelector<HTMLInputElement>(`[data-${what}="${key}"]`)?.focus()
  const addRow = () => focus("clock", add().key)
  const addHere = () => {
    const clock = writeClock(Math.round(sound.find()?.currentTime ?? 0) * 1_000)
    focus("title", add({ clock }).key)
    say(`Chapitre ajouté à ${clock}`)
  }
  const take = (found: readonly ChapterLine[], where: string, none: string) => {
    if (found.length === 0) return say(none)
    const count = addAll(found)
    say(
      count === 0
        ? `Ceux ${where} y sont déjà`
        : `${count} ${count > 1 ? "chapitres repris" : "chapitre repris"} ${where}`,
    )
  }
  const takeFromText = () => {
    const input = field.current?.form?.elements.namedItem(descriptionField)
    const typed = input instanceof HTMLTextAreaElement ? input.value : ""
    take(findChapters(typed), "de la description", NO_TIMES)
  }
  const writeIntoText = () => {
    const input = field.current?.form?.elements.namedItem(descriptionField)
    if (!(input instanceof HTMLTextAreaElement)) return
    const before = input.value
    const after = withChapters(before, rows)
    if (after === before) return say("La description a déjà ces heures")
    fillInput(input, after)
    say("Les heures sont dans la description", () => {
      if (input.value !== after) return say("La description a changé depuis : elle reste ainsi")
      fillInput(input, before)
      say("La description est comme avant")
    })
  }
  const drop = (row: ChapterRow) => {
    say(`${row.title.trim() || "Chapitre"} : retiré`, () => {
      restore(rows)
      say("Chapitre remis")
    })
    remove(row.key)
    list.current?.focus()
  }

  return (
    <fieldset ref={list} tabIndex={-1} aria-describedby={error ? `${frame.id}-error` : undefined}>
      <legend className="mb-1 font-semibold">Chapitres</legend>
      {rows.length === 0 && <p className="text-paper-ink">{EMPTY}</p>}
      {sources.bars && sound.find() && (
        <ChapterWave bars={sources.bars} sound={sound} starts={rows.map(({ clock }) => clock)} />
      )}
      <ol>
        {rows.map((row, index) => (
          <ChapterRowFields
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
          Ajouter un chapitre
        </button>
        {sound.address && (
          <button type="button" onClick={addHere} className="office-button">
            <Icon name="crosshair" />
            Ajouter là où en est le son
          </button>
        )}
        <button type="button" onClick={takeFromText} className="office-button">
          <Icon name="text" />
          Reprendre les heures de la description
        </button>
        {rows.length > 1 && (
          <button type="button" onClick={writeIntoText} className="office-button">
            <Icon name="file-text" />
            Écrire les heures dans la description
          </button>
        )}
        {sources.chapters.length > 0 && (
          <button
            type="button"
            onClick={() => take(sources.chapters.map(toLine), "du fichier son", "")}
            className="office-button"
          >
            <Icon name="file-audio" />
            Reprendre ceux du fichier son
          </button>
        )}
      </div>
      <RowsNews news={news} onUndo={undo} />
      <FieldNotes id={frame.id} error={error} hint={HINT} />
      <textarea ref={field} hidden readOnly name={name} value={value} />
    </fieldset>
  )
}

const HINT =
  "Ils sont rangés par heure à l’enregistrement. Sans aucun, un nouveau son apporte ceux de son fichier."
const NO_TIMES =
  "La description n’a pas d’heures : écrivez-y par exemple « 12:30 La rencontre », une ligne par chapitre."

type ChapterWaveProps = {
  /** A digit of base 36 for each (player/waves.server.ts). */
  bars: string
  sound: FormSound
  /** Where chapters begin, as they are typed. */
  starts: string[]
}

const EVENTS = ["timeupdate", "seeking", "seeked", "durationchange", "loadedmetadata"]

/** The outline of a sound with its chapters' beginnings: a slider that moves its player. */
function ChapterWave({ bars, sound, starts }: ChapterWaveProps) {
  const [{ at, duration }, setPlace] = useState({ at: 0, duration: 0 })
  const { address, find } = sound

  useEffect(() => {
    const audio = find()
    if (!audio) return
    const follow = () =>
      setPlace((place) => ({
        // On its way it may say where it was before, and a second press would begin there.
        at: audio.seeking ? place.at : audio.currentTime,
        duration: Number.isFinite(audio.duration) ? audio.duration : 0,
      }))
    follow()
    for (const event of EVENTS) audio.addEventListener(event, follow)
    return () => {
      for (const event of EVENTS) audio.removeEventListener(event, follow)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `find` looks where the address says.
  }, [address])

  if (duration === 0) return null
  const seek = (seconds: number) => {
    const audio = find()
    if (!audio) return
    audio.currentTime = seconds
    // The sound says so only later: a second press goes on from here.
    setPlace((place) => ({ ...place, at: seconds }))
  }
  const placeOf = (seconds: number) => `${Math.min(100, (100 * seconds) / duration)}%`
  const marks = starts.flatMap((clock) => parseClock(clock) ?? [])
  // A sound that was moved to a second may say a hair less: a further press would lead to the same one again.
  const nearest = Math.round(at)
  return (
    <div className="chapter-wave">
      <svg aria-hidden="true">
        <svg viewBox={`0 0 ${4 * bars.length} 100`} preserveAspectRatio="none" width="100%" height="100%">
          <path d={pathOf(bars)} fill="currentColor" opacity="0.5" />
        </svg>
        {marks.map((start) => (
          <rect
            key={start}
            x={placeOf(start / 1_000)}
            width="2"
            height="100%"
            fill="var(--color-paper-ink)"
          />
        ))}
        <rect x={placeOf(at)} width="3" height="100%" fill="currentColor" />
      </svg>
      <input
        type="range"
        min={0}
        max={Math.floor(duration)}
        value={nearest}
        onChange={(event) => seek(event.target.valueAsNumber)}
        aria-label="Place dans le son"
        aria-valuetext={writeClock(nearest * 1_000)}
      />
    </div>
  )
}

function pathOf(bars: string) {
  return [...bars]
    .map((digit, index) => {
      const half = Math.max(1, Math.round((parseInt(digit, 36) / 35) * 50))
      return `M${index * 4} ${50 - half}h3v${2 * half}h-3z`
    })
    .join("")
}
