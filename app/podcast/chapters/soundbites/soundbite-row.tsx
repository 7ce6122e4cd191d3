import type { LineRow } from "#app/kit/form/use-line-rows.ts"
import { parseClock } from "#app/kit/lib/chapters.ts"
import type { SoundbiteLine } from "#app/kit/lib/soundbites.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

export type SoundbiteRow = LineRow<SoundbiteLine>

type Props = {
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
export function SoundbiteRowFields({ row, place, onEdit, onRemove, onEnter, onListen }: Props) {
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
