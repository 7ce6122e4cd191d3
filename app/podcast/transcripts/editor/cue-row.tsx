import { memo } from "react"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { type CueRow, isTimeWrong } from "./rows.ts"

type Props = {
  cue: CueRow
  row: number
  count: number
  isHeard: boolean
  hasSound: boolean
  /** Rows between it and the one above that are not drawn, in pixels. */
  gap: number
}

// What happens in it rises to the list (cue-rows.tsx).
const heardByTheList = () => {}

/** A sentence with its time and who says it. */
export const CueRowFields = memo(function CueRowFields({ cue, row, count, isHeard, hasSound, gap }: Props) {
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
