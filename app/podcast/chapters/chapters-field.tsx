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
import { usePageKeys } from "../player/use-page-keys.ts"
import { ChapterRowFields, nameOf } from "./chapter-row.tsx"
import { findChapters, withChapters } from "./chapters-in-text.ts"
import { usePageSound } from "../player/use-page-sound.ts"

type Props = BoundField & {
  /** Those that the stored sound's file has. */
  inFile: Chapter[]
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
export function ChaptersField({ inFile, descriptionField, ...field }: Props) {
  const rows = useRows<ChapterLine>({
    named: (row, place) => ` ${nameOf(row, place)}`,
    said: ({ title }, place) => (title.trim() ? `${title.trim()}\u00a0:` : `Chapitre ${place}`),
    placeOf,
  })
  const sound = usePageSound()

  /** @param focus where one goes on; empty while one goes on listening */
  const addHere = (focus = "") => {
    const clock = writeClock(Math.round(sound.find()?.currentTime ?? 0) * 1_000)
    rows.add({ ...BLANK, clock }, focus)
    rows.say(`Chapitre ajouté à ${clock}`)
  }
  usePageKeys((key) => {
    if (key.toLowerCase() !== "c" || !sound.find()) return false
    addHere()
    return true
  })
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
      ways={
        <>
          {sound.address && (
            <Way icon="crosshair" onClick={() => addHere(".chapter-title")}>
              Chapitre ici
              <kbd className="sound-key">C</kbd>
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
          {inFile.length > 0 && (
            <Way icon="file-audio" onClick={() => take(inFile.map(toLine), "du fichier son", "")}>
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
