import { useMediaSource } from "#app/kit/form/media-source.ts"
import { type ChapterLine, parseClock } from "#app/kit/lib/chapters.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

type Props = {
  row: ChapterLine
  /** From 1. */
  place: number
  onEdit: (line: Partial<ChapterLine>) => void
  /** Nothing where there is no sound to listen to. */
  onListen: ((seconds: number) => void) | undefined
}

export const nameOf = ({ title }: ChapterLine, place: number) => title.trim() || `le chapitre ${place}`

/** A chapter as it is written: its time and its title, and on demand its link and its picture. */
export function ChapterRowFields({ row, place, onEdit, onListen }: Props) {
  const start = parseClock(row.clock.trim())
  const isWrong = row.clock.trim() !== "" && start === undefined
  const extras = [row.linkUrl && "un lien", row.imageUrl && "une image", row.isHidden && "masqué"].filter(
    Boolean,
  )
  return (
    <>
      <input
        aria-label={`Heure du chapitre ${place}`}
        aria-invalid={isWrong || undefined}
        value={row.clock}
        placeholder="12:34"
        inputMode="text"
        autoComplete="off"
        onChange={(event) => onEdit({ clock: event.target.value })}
        className="control tabular-nums"
      />
      <input
        aria-label={`Titre du chapitre ${place}`}
        value={row.title}
        placeholder="Titre du chapitre"
        autoComplete="off"
        onChange={(event) => onEdit({ title: event.target.value })}
        className="control chapter-title"
      />
      <button
        type="button"
        aria-label={`Écouter à partir ${row.title.trim() ? ofName(row.title.trim()) : `du chapitre ${place}`}`}
        title="Écouter à partir d’ici"
        aria-disabled={start === undefined || !onListen}
        onClick={() => start !== undefined && onListen?.(start / 1_000)}
        className="form-row-button chapter-listen"
      >
        <Icon name="play" />
      </button>
      <details className="chapter-more">
        <summary className="log-summary text-sm">
          {extras.length > 0 ? `Avec ${extras.join(", ")}`.replace("Avec masqué", "Masqué") : "Lien, image"}
          <span className="sr-only"> du chapitre {place}</span>
        </summary>
        <div className="chapter-more-fields">
          <label className="grid text-sm">
            Lien
            <input
              type="url"
              value={row.linkUrl}
              placeholder="https://…"
              onChange={(event) => onEdit({ linkUrl: event.target.value.replace(/\s/g, "") })}
              className="control"
            />
          </label>
          <div className="grid gap-1">
            <label className="grid text-sm">
              Image
              <input
                type="url"
                value={row.imageUrl}
                onChange={(event) => onEdit({ imageUrl: event.target.value.replace(/\s/g, "") })}
                className="control"
              />
            </label>
            <ChoosePicture place={place} onChoose={(imageUrl) => onEdit({ imageUrl })} />
          </div>
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={row.isHidden}
              onChange={(event) => onEdit({ isHidden: event.target.checked })}
              className="size-5"
            />
            Masqué de la liste : seule son image change, dans les applications
          </label>
        </div>
      </details>
    </>
  )
}

function ChoosePicture({ place, onChoose }: { place: number; onChoose: (address: string) => void }) {
  const source = useMediaSource()
  if (!source) return null
  const choose = async () => {
    const [medium] = await source.pick({ kinds: ["image"] })
    if (medium) onChoose(medium.address)
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => void choose()} className="office-button">
      <Icon name="images" />
      Choisir dans la médiathèque
      <span className="sr-only"> : image du chapitre {place}</span>
    </button>
  )
}
