import { Fragment, useState } from "react"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { useMediaSource } from "#app/kit/form/media-source.ts"
import { RowField } from "#app/kit/form/row-field.tsx"
import { useRows } from "#app/kit/form/use-rows.ts"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { mediaIn, thumbnailIn, useThumbnail, writeField } from "./first-medium.ts"
import { type ListedMedium, MAX_MEDIA, writeMedia } from "./media-list.ts"
import { NewsMediaAdd } from "./news-media-add.tsx"

type Props = {
  field: (name: Name) => BoundField
  /** The fields of the first medium, as they stand above the lines of the others without scripts. */
  plain: React.ReactNode
  plainClass: string | undefined
}
type Name = "mediaType" | "mediaUrl" | "mediaCaption" | "media"

const LINES = "Un média par ligne\u00a0: adresse | légende | miniature. 199 au plus."
const OWN_FIELDS = ["mediaType", "mediaUrl", "mediaCaption"] as const

/** All media of an item, of which the first one is sent as its own fields; with none it is an article. */
export function NewsMediaField({ field, plain, plainClass }: Props) {
  const [notice, setNotice] = useState("")
  const source = useMediaSource()
  const gallery = useRows<ListedMedium>({
    named: (_row, place) => `\u00a0: média ${place}`,
    said: (_row, place) => `Média ${place}`,
    onChange([first], [former], form) {
      if (!first || first.key === former?.key) return
      if (former) writeField(form, "thumbnailUrl", first.thumbnailUrl ?? "")
      // That of an article stays.
      else takeThumbnail(thumbnailIn(form))
    },
  })
  const { list, rows } = gallery
  const takeThumbnail = (thumbnailUrl: string | null) => {
    const [first, ...others] = gallery.current()
    if (first && first.thumbnailUrl !== thumbnailUrl) gallery.show([{ ...first, thumbnailUrl }, ...others])
  }
  useThumbnail(list, takeThumbnail)

  const add = (media: ListedMedium[]) => {
    const there = gallery.current()
    const known = new Set(there.map(({ mediaUrl }) => mediaUrl))
    const added = media.filter(({ mediaUrl }) => !known.has(mediaUrl) && known.add(mediaUrl))
    const taken = added.slice(0, Math.max(0, MAX_MEDIA - there.length))
    setNotice(taken.length < added.length ? FULL : spellKnown(media.length - added.length))
    if (taken.length === 0) return
    const said = taken.length === 1 ? "1 média ajouté" : `${taken.length} médias ajoutés`
    gallery.replace([...there, ...taken], { said })
  }

  const own = OWN_FIELDS.map((name) => field(name))
  const media = field("media")
  const [first] = rows
  const sent = [first?.mediaType ?? "article", first?.mediaUrl ?? "", first?.caption ?? ""]
  return (
    <RowField
      {...media}
      rows={gallery}
      lines={{
        label: "Autres médias",
        hint: LINES,
        className: plainClass,
        above: plain,
        read: (text) => mediaIn(list.current?.form ?? null, text),
        write: (all) => writeMedia(all.slice(1)),
      }}
      label="Images et vidéos"
      above={
        rows.length > 0 && (
          <p className="mb-2 text-sm text-paper-ink">Le premier média est celui des cartes.</p>
        )
      }
      empty="Aucune : c’est un article. Plusieurs font une galerie."
      rowClass="media-row"
      row={drawMedium}
    >
      {own.map(({ name, error }, index) => (
        <Fragment key={name}>
          <input
            name={name}
            value={sent[index]}
            hidden
            readOnly
            aria-invalid={error ? true : undefined}
            onInvalid={() => requestAnimationFrame(() => list.current?.focus())}
          />
          {error && <Problem>{ofFirst(error)}</Problem>}
        </Fragment>
      ))}
      <NewsMediaAdd source={source} list={list} onAdd={add} onNotice={setNotice} />
      {notice && <Problem>{notice}</Problem>}
    </RowField>
  )
}

function Problem({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-2 text-sm font-semibold text-blood-dark">
      {children}
    </p>
  )
}

/** An error of the item's own fields, which have no label here. */
const ofFirst = (error: string) => `Média 1\u00a0: ${error.charAt(0).toLowerCase()}${error.slice(1)}`

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
      <MediumFields row={row} place={place} what={what} onEdit={edit} />
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
  const [isOpen] = useState(row.mediaUrl === "")
  return (
    <div className="min-w-0">
      <input
        aria-label={`Légende\u00a0: média ${place}`}
        placeholder="Légende"
        value={row.caption}
        onChange={(event) => onEdit({ caption: event.currentTarget.value })}
        className="control"
      />
      <details open={isOpen} className="mt-1 text-sm">
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
          {/* That of the first one is the item's own field. */}
          {place > 1 && (
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
          )}
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
