import { Icon } from "#app/kit/ui/icon.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import type { ListedMedium } from "./media-list.ts"
import { RowButton } from "#app/kit/form/row-button.tsx"
import { buttonOf, nameIn, previewOf, type RowButtonName } from "./news-media-row.tsx"

type Props = {
  medium: ListedMedium
  isLast: boolean
  isDragged: boolean
  mark: "before" | "after" | undefined
  handle: React.ComponentProps<"button">
  onMove: (step: -1 | 1, button: RowButtonName) => void
}

/** The first medium of a gallery among the others, to put them in order: what it is stands in the form's own fields. */
export function FirstMediaRow({ medium, isLast, isDragged, mark, handle, onMove }: Props) {
  return (
    <li className={`form-row media-row ${isDragged ? "form-row-dragged" : ""}`} data-mark={mark}>
      <button
        {...handle}
        id={buttonOf(undefined, "handle")}
        type="button"
        aria-label="Déplacer : média 1"
        title="Glisser, ou Alt et les flèches"
        className="form-row-button cursor-grab touch-none"
      >
        <Icon name="grip-vertical" />
      </button>
      <PosterImage
        src={previewOf(medium)}
        fallback={1}
        variant={1}
        sizes="5rem"
        className="aspect-square w-20"
      />
      <div className="min-w-0 text-sm">
        <p className="truncate">
          1. {medium.mediaType === "video" ? "Vidéo" : "Image"} · {nameIn(medium.mediaUrl)}
        </p>
        <p className="text-paper-ink">Adresse et légende dans les champs au-dessus.</p>
      </div>
      <div className="form-row-buttons">
        <RowButton
          id={buttonOf(undefined, "up")}
          icon="arrow-up"
          label="Monter : média 1"
          isDisabled
          onClick={() => {}}
        />
        <RowButton
          id={buttonOf(undefined, "down")}
          icon="arrow-down"
          label="Descendre : média 1"
          isDisabled={isLast}
          onClick={() => onMove(1, "down")}
        />
      </div>
    </li>
  )
}
