import { useId, useState } from "react"
import { FieldNotes } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import { useMediaSource } from "#app/kit/form/media-source.ts"
import { RowButton } from "#app/kit/form/row-button.tsx"
import { useSorting } from "#app/kit/form/use-sorting.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { readFirst, useFirst, writeFirst } from "./first-medium.ts"
import { type ListedMedium, MAX_MEDIA } from "./media-list.ts"
import { NewsMediaAdd } from "./news-media-add.tsx"
import { buttonOf, nameIn, NewsMediaRow, previewOf, type RowButtonName } from "./news-media-row.tsx"
import { useMediaRows } from "./use-media-rows.ts"

type Props = BoundField & { className?: string }

/** The media of an image or a video after the first one: a list to put in order, or without scripts a text with one a line. */
export function NewsMediaField({ name, error, defaultValue = "", className }: Props) {
  const id = useId()
  const gallery = useMediaRows(defaultValue)
  const { field, rows, removed } = gallery
  const undo = `${id}-undo`
  const [notice, setNotice] = useState("")
  const first = useFirst(field)
  /** In the list, the first of all stands before the others. */
  const before = first ? 1 : 0

  /** The very first one fills the form's own fields. */
  const add = (media: ListedMedium[]) => {
    const form = field.current?.form ?? null
    const there = [readFirst(form), ...gallery.current()]
    const known = new Set(there.map((one) => one?.mediaUrl))
    const added = media.filter(({ mediaUrl }) => !known.has(mediaUrl) && known.add(mediaUrl))
    const [next] = added
    const isFirst = next !== undefined && there[0] === undefined
    if (isFirst) writeFirst(form, next)
    const further = isFirst ? added.slice(1) : added
    const free = MAX_MEDIA - there.length
    setNotice(further.length > free ? FULL : spellKnown(media.length - added.length))
    if (further.length > 0 && free > 0) gallery.add(further.slice(0, free))
  }

  /** Between places of the list as it is shown. */
  const move = (from: number, to: number, button: RowButtonName = "handle") => {
    const form = field.current?.form ?? null
    const head = readFirst(form)
    const media = [...(head ? [head] : []), ...gallery.current()]
    /** What the first one shown is called: the second medium, where the first has no address. */
    const lead = head ? 1 : 2
    const moved = media[from]
    const place = to + lead
    if (!moved || place < 1 || to >= media.length) return
    const next = media.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, moved)
    const becomesFirst = place === 1 || from + lead === 1
    const [newHead] = next
    gallery.reorder(
      becomesFirst || head ? next.slice(1) : next,
      (rest) => buttonOf(rest[place - 2], button),
      `Média ${from + lead} déplacé en position ${place} sur ${media.length + lead - 1}`,
    )
    if (becomesFirst && newHead) writeFirst(form, newHead)
  }
  const sorting = useSorting(move)

  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      tabIndex={-1}
      className={className}
    >
      <label id={`${id}-label`} htmlFor={`${id}-text`} className="mb-1 block font-semibold">
        Autres médias
      </label>
      <textarea
        ref={field}
        id={`${id}-text`}
        name={name}
        rows={5}
        defaultValue={defaultValue}
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
        // A form that finds it wrong would lead to it, who cannot be seen.
        onInvalid={() => requestAnimationFrame(() => document.getElementById(id)?.focus())}
        onInput={(event) => gallery.onInput(event.currentTarget.value)}
        className="control hidden noscript:block"
      />
      <p id={`${id}-hint`} className="mt-1 hidden text-sm text-paper-ink noscript:block">
        Un média par ligne : adresse | légende | miniature. 199 au plus.
      </p>
      <div className="noscript:hidden">
        {rows.length === 0 && (
          <p className="text-sm text-paper-ink">
            Avec d’autres images ou vidéos, cette actualité devient une galerie.
          </p>
        )}
        <ol className="grid gap-2">
          {first && rows.length > 0 && (
            <FirstMediaRow
              medium={first}
              isLast={false}
              isDragged={sorting.isDragged(0)}
              mark={sorting.markOf(0)}
              handle={sorting.handle(0)}
              onMove={(step, button) => move(0, step, button)}
            />
          )}
          {rows.map((row, index) => (
            <NewsMediaRow
              key={row.id}
              row={row}
              number={index + 2}
              place={index + before}
              isLast={index === rows.length - 1}
              isDragged={sorting.isDragged(index + before)}
              mark={sorting.markOf(index + before)}
              handle={sorting.handle(index + before)}
              onEdit={(values) => gallery.edit(row.id, values)}
              onMove={(step, button) => move(index + before, index + before + step, button)}
              onRemove={() => gallery.remove(index, undo)}
            />
          ))}
        </ol>
        {removed && (
          <p className="mt-2 flex flex-wrap items-center gap-3 text-sm">
            Média retiré.
            <button
              id={undo}
              type="button"
              className="office-button"
              onClick={() => gallery.takeBack((row) => buttonOf(row, "handle"))}
            >
              <Icon name="undo" /> Remettre
            </button>
          </p>
        )}
        <NewsMediaAdd source={useMediaSource()} field={field} onAdd={add} onNotice={setNotice} />
        {notice && (
          <p role="alert" className="mt-2 text-sm font-semibold text-blood-dark">
            {notice}
          </p>
        )}
        <p aria-live="polite" className="sr-only">
          {gallery.said}
        </p>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

const FULL = `Une galerie a ${MAX_MEDIA} médias au plus\u00a0: les derniers n’ont pas été ajoutés.`

function spellKnown(count: number) {
  if (count === 0) return ""
  return count === 1 ? "Ce média est déjà dans la galerie." : `${count} médias sont déjà dans la galerie.`
}

type FirstMediaRowProps = {
  medium: ListedMedium
  isLast: boolean
  isDragged: boolean
  mark: "before" | "after" | undefined
  handle: React.ComponentProps<"button">
  onMove: (step: -1 | 1, button: RowButtonName) => void
}

/** The first medium of a gallery among the others, to put them in order: what it is stands in the form's own fields. */
function FirstMediaRow({ medium, isLast, isDragged, mark, handle, onMove }: FirstMediaRowProps) {
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
