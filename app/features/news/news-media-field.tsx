import { useId, useState } from "react"
import { FieldNotes } from "#app/form/field-frame.tsx"
import type { BoundField } from "#app/form/fields-of.ts"
import { useMediaDesk } from "#app/form/media-desk.ts"
import { useSorting } from "#app/form/use-sorting.ts"
import { Icon } from "#app/ui/icon.tsx"
import { readFirst, writeFirst } from "./first-medium.ts"
import { type ListedMedium, MAX_MEDIA } from "./media-list.ts"
import { NewsMediaAdd } from "./news-media-add.tsx"
import { handleOf, NewsMediaRow } from "./news-media-row.tsx"
import { useMediaRows } from "./use-media-rows.ts"

type Props = BoundField & { className?: string }

/** The media of an image or a video after the first one: a list to put in order, or without scripts a text with one a line. */
export function NewsMediaField({ name, error, defaultValue = "", className }: Props) {
  const id = useId()
  const gallery = useMediaRows(defaultValue)
  const { field, rows, removed } = gallery
  const undo = `${id}-undo`
  const [isFull, setFull] = useState(false)

  /** The very first one fills the form's own fields. */
  const add = (media: ListedMedium[]) => {
    const form = field.current?.form ?? null
    const [first] = media
    const isFirst = first !== undefined && readFirst(form) === undefined
    if (isFirst) writeFirst(form, first)
    const further = isFirst ? media.slice(1) : media
    const free = MAX_MEDIA - 1 - rows.length
    setFull(further.length > free)
    if (further.length > 0 && free > 0) gallery.add(further.slice(0, free))
  }
  const makeFirst = (index: number) => {
    const row = rows[index]
    const form = field.current?.form ?? null
    if (!row) return
    gallery.swap(index, readFirst(form), (instead) => (instead ? handleOf(instead) : id))
    writeFirst(form, row)
  }

  const sorting = useSorting((from, to) => {
    const row = rows[from]
    if (to === -1) makeFirst(from)
    else if (row) gallery.move(from, to, handleOf(row))
  })

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
        Un média par ligne : adresse | légende | miniature. 199 au plus.
      </p>
      <div className="noscript:hidden">
        {rows.length === 0 && (
          <p className="text-sm text-paper-ink">
            Avec d’autres images ou vidéos, cette actualité devient une galerie.
          </p>
        )}
        <ol className="grid gap-2">
          {rows.map((row, index) => (
            <NewsMediaRow
              key={row.id}
              row={row}
              number={index + 2}
              isLast={index === rows.length - 1}
              isDragged={sorting.isDragged(index)}
              mark={sorting.markOf(index)}
              handle={sorting.handle(index)}
              onEdit={(values) => gallery.edit(index, values)}
              onMove={(step, focusId) => gallery.move(index, index + step, focusId)}
              onMakeFirst={() => makeFirst(index)}
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
              onClick={() => gallery.takeBack(handleOf)}
            >
              <Icon name="undo" /> Remettre
            </button>
          </p>
        )}
        <NewsMediaAdd desk={useMediaDesk()} onAdd={add} />
        {isFull && (
          <p role="alert" className="mt-2 text-sm font-semibold text-blood-dark">
            Une galerie a {MAX_MEDIA} médias au plus : les derniers n’ont pas été ajoutés.
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
