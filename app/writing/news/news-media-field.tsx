import { useState } from "react"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { useMediaSource } from "#app/kit/form/media-source.ts"
import { RowField } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { readFirst, useFirst, writeFirst } from "./first-medium.ts"
import { type ListedMedium, MAX_MEDIA, readMedia, writeMedia } from "./media-list.ts"
import { NewsMediaAdd } from "./news-media-add.tsx"

type Props = BoundField & { className?: string }

const LINES = "Un média par ligne\u00a0: adresse | légende | miniature. 199 au plus."

/** The media of an image or a video after the first one, who stands among them once the form's own fields have one. */
export function NewsMediaField(field: Props) {
  const [hasFirst, setHasFirst] = useState(false)
  const [notice, setNotice] = useState("")
  const source = useMediaSource()
  const gallery = useRows<ListedMedium>({
    named: (_row, place) => `\u00a0: média ${place}`,
    said: (_row, place) => `Média ${place}`,
    start: hasFirst ? 1 : 2,
    onChange([first], _before, form) {
      if (first && readFirst(form)) writeFirst(form, first)
    },
  })

  useFirst(gallery.list, (first, had) => {
    const [head, ...others] = gallery.current()
    setHasFirst(first !== undefined)
    gallery.show([
      ...(first ? [had ? { ...head, ...first } : first] : []),
      ...(had ? others : gallery.current()),
    ])
  })

  /** The very first one fills the form's own fields. */
  const add = (media: ListedMedium[]) => {
    const form = gallery.list.current?.form ?? null
    const known = new Set(gallery.current().map(({ mediaUrl }) => mediaUrl))
    const added = media.filter(({ mediaUrl }) => !known.has(mediaUrl) && known.add(mediaUrl))
    const [next] = added
    const isFirst = next !== undefined && readFirst(form) === undefined
    if (isFirst) writeFirst(form, next)
    const there = gallery.current()
    const further = (isFirst ? added.slice(1) : added).slice(0, Math.max(0, MAX_MEDIA - there.length))
    const isFull = further.length + (isFirst ? 1 : 0) < added.length
    setNotice(isFull ? FULL : spellKnown(media.length - added.length))
    if (further.length === 0) return
    const said = further.length === 1 ? "1 média ajouté" : `${further.length} médias ajoutés`
    gallery.replace([...there, ...further], { said })
  }

  return (
    <RowField
      {...field}
      rows={gallery}
      lines={{ hint: LINES, read: readMedia, write: (rows) => writeMedia(hasFirst ? rows.slice(1) : rows) }}
      label="Autres médias"
      isEmpty={gallery.rows.length === (hasFirst ? 1 : 0)}
      empty="Avec d’autres images ou vidéos, cette actualité devient une galerie."
      rowClass="media-row"
      row={drawMedium}
    >
      <NewsMediaAdd source={source} list={gallery.list} onAdd={add} onNotice={setNotice} />
      {notice && (
        <p role="alert" className="mt-2 text-sm font-semibold text-blood-dark">
          {notice}
        </p>
      )}
    </RowField>
  )
}

const FULL = `Une galerie a ${MAX_MEDIA} médias au plus\u00a0: les derniers n’ont pas été ajoutés.`

function spellKnown(count: number) {
  if (count === 0) return ""
  return count === 1 ? "Ce média est déjà dans la galerie." : `${count} médias sont déjà dans la galerie.`
}

/** Always the same: of 200, only those that change are drawn again. */
function drawMedium(row: ListedMedium, place: number, edit: (values: Partial<ListedMedium>) => void) {
  const { mediaType, mediaUrl, thumbnailUrl } = row
  const shown = thumbnailUrl ?? (mediaType === "image" ? mediaUrl : null)
  const what = `${place}. ${mediaType === "video" ? "Vidéo" : "Image"} · ${nameIn(mediaUrl)}`
  return (
    <div className="media-row-fields">
      <PosterImage
        src={smallerPicture(shown, 160)}
        fallback={place}
        variant={place}
        sizes="5rem"
        className="aspect-square w-20"
      />
      {place === 1 ? (
        <div className="min-w-0 text-sm">
          <p className="truncate">{what}</p>
          <p className="text-paper-ink">Adresse et légende dans les champs au-dessus.</p>
        </div>
      ) : (
        <MediumFields row={row} place={place} what={what} onEdit={edit} />
      )}
    </div>
  )
}

type MediumFieldsProps = {
  row: ListedMedium
  place: number
  what: string
  onEdit: (values: Partial<ListedMedium>) => void
}

function MediumFields({ row, place, what, onEdit }: MediumFieldsProps) {
  return (
    <div className="min-w-0">
      <input
        aria-label={`Légende\u00a0: média ${place}`}
        placeholder="Légende"
        value={row.caption}
        onChange={(event) => onEdit({ caption: event.currentTarget.value })}
        className="control"
      />
      <details className="mt-1 text-sm">
        <summary className="min-h-6 cursor-pointer truncate text-paper-ink">{what}</summary>
        <div className="mt-2 grid gap-2">
          <label>
            Adresse
            <input
              value={row.mediaUrl}
              inputMode="url"
              spellCheck={false}
              onChange={(event) => onEdit({ mediaUrl: event.currentTarget.value })}
              className="control"
            />
          </label>
          <label>
            Miniature
            <input
              value={row.thumbnailUrl ?? ""}
              inputMode="url"
              spellCheck={false}
              onChange={(event) => onEdit({ thumbnailUrl: event.currentTarget.value || null })}
              className="control"
            />
          </label>
          <label>
            Type
            <select
              value={row.mediaType}
              onChange={({ currentTarget: { value } }) =>
                onEdit({ mediaType: value === "video" ? "video" : "image" })
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
  )
}

function nameIn(address: string) {
  const last = address.split(/[?#]/)[0]?.split("/").findLast(Boolean) ?? address
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
