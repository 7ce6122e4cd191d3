import { memo } from "react"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { RowButton } from "#app/kit/form/row-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import type { ListedMedium } from "./media-list.ts"
import type { MediaRow } from "./use-media-rows.ts"

type Props = {
  row: MediaRow
  /** Its place in the gallery, from 2: the first one has fields of its own. */
  number: number
  /** Among the rows, from 0. */
  place: number
  isLast: boolean
  isDragged: boolean
  mark: "before" | "after" | undefined
  handle: React.ComponentProps<"button">
  onEdit: (values: Partial<ListedMedium>) => void
  /** @param button which one was used, and keeps the focus */
  onMove: (step: -1 | 1, button: RowButtonName) => void
  onRemove: () => void
}

export type RowButtonName = "handle" | "up" | "down"

/** @param row none for the first medium of all */
export const buttonOf = (row: { id: number } | undefined, name: RowButtonName) =>
  `media-${name}-${row?.id ?? "first"}`

/** One medium of a gallery in its form. What it calls knows by itself how the gallery is now. */
export const NewsMediaRow = memo(MediaRowInForm, (before, after) =>
  (["row", "number", "place", "isLast", "isDragged", "mark"] as const).every(
    (name) => before[name] === after[name],
  ),
)

function MediaRowInForm({ row, number, isLast, isDragged, mark, handle, ...on }: Props) {
  const { mediaType, mediaUrl, thumbnailUrl, caption } = row
  const name = `Média ${number}`
  return (
    <li className={`form-row media-row ${isDragged ? "form-row-dragged" : ""}`} data-mark={mark}>
      <button
        {...handle}
        id={buttonOf(row, "handle")}
        type="button"
        aria-label={`Déplacer : ${name.toLowerCase()}`}
        title="Glisser, ou Alt et les flèches"
        className="form-row-button cursor-grab touch-none"
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
          aria-label={`Légende : ${name.toLowerCase()}`}
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
      <div className="form-row-buttons">
        <RowButton
          id={buttonOf(row, "up")}
          icon="arrow-up"
          label={`Monter : ${name.toLowerCase()}`}
          onClick={() => on.onMove(-1, "up")}
        />
        <RowButton
          id={buttonOf(row, "down")}
          icon="arrow-down"
          label={`Descendre : ${name.toLowerCase()}`}
          isDisabled={isLast}
          onClick={() => on.onMove(1, "down")}
        />
        <RowButton icon="trash" label={`Retirer : ${name.toLowerCase()}`} onClick={on.onRemove} />
      </div>
    </li>
  )
}

export function previewOf({ mediaType, mediaUrl, thumbnailUrl }: ListedMedium) {
  const shown = thumbnailUrl ?? (mediaType === "image" ? mediaUrl : null)
  return smallerPicture(shown, 160)
}

export function nameIn(address: string) {
  const last = address.split(/[?#]/)[0]?.split("/").findLast(Boolean) ?? address
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
