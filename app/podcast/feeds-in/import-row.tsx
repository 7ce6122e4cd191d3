import { useId } from "react"
import { formatShortDate } from "#app/kit/lib/dates.ts"
import { describeRow } from "./feeds.copy.ts"
import { FIELD_LABELS, type ImportRow } from "./feeds.schema.ts"
import type { ImportChoices } from "./use-import-choices.ts"

/** One episode of a preview: whether to take it, and its guest to correct. */
export function ImportRowItem({ row, choices }: { row: ImportRow; choices: ImportChoices }) {
  const { key, kind, title, guest, publishedAt, fields } = row
  const id = useId()
  const isTaken = choices.isTaken(key)
  const isSeparate = choices.isSeparate(key)
  const asksForGuest = kind !== "link" || isSeparate || fields.includes(FIELD_LABELS.guest)
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[1fr_16rem] lg:items-center">
      <div className="min-w-0">
        <div className="flex min-h-11 items-start gap-3">
          <input
            id={id}
            type="checkbox"
            checked={isTaken}
            onChange={(event) => choices.take(key, event.currentTarget.checked)}
            className="tick mt-2.5"
          />
          <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer pt-2">
            <strong className={`break-words ${isTaken ? "" : "text-paper-ink line-through"}`}>{title}</strong>
            <span className="mt-0.5 block text-sm break-words text-paper-ink">
              {formatShortDate(new Date(publishedAt))} · {isSeparate ? "Nouvel épisode" : describeRow(row)}
            </span>
          </label>
        </div>
        {kind === "link" && (
          <label className="ml-8.5 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={isSeparate}
              onChange={(event) => choices.separate(key, event.currentTarget.checked)}
              className="tick"
            />
            Ce n’est pas le même&#x202f;: en faire un nouvel épisode
          </label>
        )}
      </div>
      {asksForGuest && (
        <label className="max-lg:ml-8.5">
          <span className="mb-1 block text-sm text-paper-ink lg:sr-only">
            Invité<span className="sr-only"> de «&#xa0;{title}&#xa0;»</span>
          </span>
          <input
            type="text"
            value={choices.guestOf(key) ?? guest}
            onChange={(event) => choices.correctGuest(key, event.currentTarget.value, guest)}
            maxLength={500}
            placeholder="Sans invité"
            className="control"
          />
        </label>
      )}
    </li>
  )
}
