import { useEffect, useState } from "react"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { lineByLine, RowField, Way } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import {
  type Chapter,
  type ChapterLine,
  parseClock,
  readLine,
  toLine,
  writeClock,
  writeLine,
} from "#app/kit/lib/chapters.ts"
import { outlineOf } from "../player/outline.ts"
import { ChapterRowFields, nameOf } from "./chapter-row.tsx"
import { findChapters, withChapters } from "./chapters-in-text.ts"
import { type FormSound, useFormSound } from "./use-form-sound.ts"

/** What is known of the stored sound: its outline, and the chapters that its file has. */
export type ChapterSources = { bars: string | null; chapters: Chapter[] }

type Props = BoundField & {
  sources: ChapterSources
  /** The field in which times may stand, too. */
  descriptionField: string
}

const LINES = {
  hint: "Un par ligne\u00a0: son heure, puis son titre. 12:34 La rencontre | https://lien | image https://…",
  ...lineByLine(readLine, writeLine),
}
const EMPTY = "Aucun chapitre. Les auditeurs s’y retrouvent mieux à partir d’une demi-heure."
const BLANK: ChapterLine = { clock: "", title: "", linkUrl: "", imageUrl: "", isHidden: false }
const placeOf = ({ clock }: ChapterLine) => parseClock(clock)

/** The chapters of an episode. */
export function ChaptersField({ sources, descriptionField, ...field }: Props) {
  const rows = useRows<ChapterLine>({
    named: (row, place) => ` ${nameOf(row, place)}`,
    said: ({ title }, place) => (title.trim() ? `${title.trim()}\u00a0:` : `Chapitre ${place}`),
    placeOf,
  })
  const sound = useFormSound(rows.list)

  const addHere = () => {
    const clock = writeClock(Math.round(sound.find()?.currentTime ?? 0) * 1_000)
    rows.add({ ...BLANK, clock }, ".chapter-title")
    rows.say(`Chapitre ajouté à ${clock}`)
  }
  const take = (found: readonly ChapterLine[], where: string, none: string) => {
    if (found.length === 0) return rows.say(none)
    const known = new Set(rows.rows.map(placeOf))
    const fresh = found.filter((line) => !known.has(placeOf(line)))
    if (fresh.length === 0) return rows.say(`Ceux ${where} y sont déjà`)
    const filled = rows.rows.filter((row) => writeLine(row) !== "")
    const said = `${fresh.length} ${fresh.length > 1 ? "chapitres repris" : "chapitre repris"} ${where}`
    rows.replace([...filled, ...fresh].toSorted(byPlace), { said })
  }
  const description = () => {
    const input = rows.list.current?.form?.elements.namedItem(descriptionField)
    return input instanceof HTMLTextAreaElement ? input : undefined
  }
  const writeIntoText = () => {
    const input = description()
    if (!input) return
    const before = input.value
    const after = withChapters(before, rows.rows)
    if (after === before) return rows.say("La description a déjà ces heures")
    fillInput(input, after)
    rows.say("Les heures sont dans la description", () => {
      if (input.value !== after) return rows.say("La description a changé depuis\u00a0: elle reste ainsi")
      fillInput(input, before)
      rows.say("La description est comme avant")
    })
  }

  return (
    <RowField
      {...field}
      rows={rows}
      lines={LINES}
      label="Chapitres"
      hint={HINT}
      empty={EMPTY}
      add={{ label: "Ajouter un chapitre", onAdd: () => rows.add(BLANK) }}
      rowClass="chapter-row"
      row={(row, place, edit) => (
        <ChapterRowFields
          row={row}
          place={place}
          onEdit={edit}
          onListen={sound.address ? sound.listen : undefined}
        />
      )}
      above={
        sources.bars &&
        sound.find() && (
          <ChapterWave bars={sources.bars} sound={sound} starts={rows.rows.map(({ clock }) => clock)} />
        )
      }
      ways={
        <>
          {sound.address && (
            <Way icon="crosshair" onClick={addHere}>
              Ajouter là où en est le son
            </Way>
          )}
          <Way
            icon="text"
            onClick={() => take(findChapters(description()?.value ?? ""), "de la description", NO_TIMES)}
          >
            Reprendre les heures de la description
          </Way>
          {rows.rows.length > 1 && (
            <Way icon="file-text" onClick={writeIntoText}>
              Écrire les heures dans la description
            </Way>
          )}
          {sources.chapters.length > 0 && (
            <Way icon="file-audio" onClick={() => take(sources.chapters.map(toLine), "du fichier son", "")}>
              Reprendre ceux du fichier son
            </Way>
          )}
        </>
      }
    />
  )
}

function byPlace(one: ChapterLine, other: ChapterLine) {
  return (placeOf(one) ?? Infinity) - (placeOf(other) ?? Infinity) || 0
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
        // A sound that is loaded anew has none for a moment: without its slider, who presses keys there would lose their place.
        duration: Number.isFinite(audio.duration) ? audio.duration : place.duration,
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
  const { viewBox, path } = outlineOf(bars)
  return (
    <div className="chapter-wave">
      <svg aria-hidden="true">
        <svg viewBox={viewBox} preserveAspectRatio="none" width="100%" height="100%">
          <path d={path} fill="currentColor" opacity="0.5" />
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
