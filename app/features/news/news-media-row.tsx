import { smallerPicture } from "#app/lib/media.ts"
import { Icon, type IconName } from "#app/ui/icon.tsx"
import { PosterImage } from "#app/ui/poster-image.tsx"
import type { ListedMedium } from "./media-list.ts"
import type { MediaRow } from "./use-media-rows.ts"

type Props = {
  row: MediaRow
  /** Its place in the gallery, from 2: the first one has fields of its own. */
  number: number
  isLast: boolean
  isDragged: boolean
  mark: "before" | "after" | undefined
  handle: React.ComponentProps<"button">
  onEdit: (values: Partial<ListedMedium>) => void
  onMove: (step: -1 | 1, focusId: string) => void
  onMakeFirst: () => void
  onRemove: () => void
}

export const handleOf = ({ id }: Pick<MediaRow, "id">) => `media-handle-${id}`

/** One medium of a gallery in its form. */
export function NewsMediaRow({ row, number, isLast, isDragged, mark, handle, ...on }: Props) {
  const { id, mediaType, mediaUrl, thumbnailUrl, caption } = row
  const name = `Média ${number}`
  return (
    <li className={`media-row ${isDragged ? "media-row-dragged" : ""}`} data-mark={mark}>
      <button
        {...handle}
        id={handleOf(row)}
        type="button"
        aria-label={`Déplacer : ${name.toLowerCase()}`}
        title="Glisser, ou Alt et les flèches"
        className="media-row-button cursor-grab touch-none"
      >
        <Icon name="grip-vertical" />
      </button>
      <PosterImage
        src={previewOf(row)}
        fallback={number}
        variant={number}
        sizes="5rem"
        className="aspect-square w-20"
      />
      <div className="min-w-0">
        <input
          aria-label={`Légende : ${name.toLowerCase()}`}
          placeholder="Légende"
          value={caption}
          onChange={(event) => on.onEdit({ caption: event.currentTarget.value })}
          className="control"
        />
        <details className="mt-1 text-sm">
          <summary className="min-h-6 cursor-pointer truncate text-paper-ink">
            {number}. {mediaType === "video" ? "Vidéo" : "Image"} · {nameIn(mediaUrl)}
          </summary>
          <div className="mt-2 grid gap-2">
            <label>
              Adresse
              <input
                value={mediaUrl}
                inputMode="url"
                spellCheck={false}
                onChange={(event) => on.onEdit({ mediaUrl: event.currentTarget.value })}
                className="control"
              />
            </label>
            <label>
              Miniature
              <input
                value={thumbnailUrl ?? ""}
                inputMode="url"
                spellCheck={false}
                onChange={(event) => on.onEdit({ thumbnailUrl: event.currentTarget.value || null })}
                className="control"
              />
            </label>
            <label>
              Type
              <select
                value={mediaType}
                onChange={({ currentTarget: { value } }) =>
                  on.onEdit({ mediaType: value === "video" ? "video" : "image" })
                }
                className="control"
              >
                <option value="image">Image</option>
                <option value="video">Vidéo</option>
              </select>
            </label>
          </div>
        </details>
      </div>
      <div className="media-row-buttons">
        <RowButton
          id={`media-up-${id}`}
          icon="arrow-up"
          label={`Monter : ${name.toLowerCase()}`}
          onClick={() => (number === 2 ? on.onMakeFirst() : on.onMove(-1, `media-up-${id}`))}
        />
        <RowButton
          id={`media-down-${id}`}
          icon="arrow-down"
          label={`Descendre : ${name.toLowerCase()}`}
          isDisabled={isLast}
          onClick={() => on.onMove(1, `media-down-${id}`)}
        />
        <RowButton icon="trash" label={`Retirer : ${name.toLowerCase()}`} onClick={on.onRemove} />
      </div>
    </li>
  )
}

type ButtonProps = { id?: string; icon: IconName; label: string; isDisabled?: boolean; onClick: () => void }

function RowButton({ id, icon, label, isDisabled = false, onClick }: ButtonProps) {
  return (
    <button
      id={id}
      type="button"
      aria-label={label}
      title={label.split(" ")[0]}
      // Not `disabled`: it would lose the focus at the end of the list.
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
      className="media-row-button"
    >
      <Icon name={icon} />
    </button>
  )
}

function previewOf({ mediaType, mediaUrl, thumbnailUrl }: ListedMedium) {
  const shown = thumbnailUrl ?? (mediaType === "image" ? mediaUrl : null)
  return smallerPicture(shown, 160)
}

function nameIn(address: string) {
  const last = address.split(/[?#]/)[0]?.split("/").findLast(Boolean) ?? address
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
