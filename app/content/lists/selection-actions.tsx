import { useEffect, useState } from "react"
import { useFetcher } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { askAboutAll, askAboutTicked, onSelection } from "./bulk-action-questions.ts"
import type { Progress } from "./bulk-actions.server.ts"
import { type BulkAction, bulkActionsOf, formatCount } from "./list-type.ts"
import type { Choosing, Selectable } from "./selection.tsx"

type Props = Choosing & {
  selected: Selectable[]
  count: number
  isAll: boolean
  /** Nothing is selected any more. */
  onLeave: () => void
}

/** What can be done with the selected rows, always in sight; and how far that is, where it takes a while. */
export function SelectionActions({ type, selected, count, isAll, newestId, only, beside, onLeave }: Props) {
  const long = useLongBulkAction(() => isAll && onLeave())
  const [value, setValue] = useState("")
  const { progress } = long
  if (progress) {
    const { done, refused, missing } = progress.counts
    const past = done + refused + missing
    return (
      <div className="selection-bar">
        <label className="grid min-w-40 flex-1 gap-1 text-sm">
          {long.isRunning ? "En cours" : "Interrompu"}
          {"\u00a0"}: {formatCount(past)} sur {formatCount(past + progress.rest)}
          <progress max={past + progress.rest} value={past} className="w-full" />
        </label>
        {long.isRunning ? (
          <button type="button" onClick={long.stop} className="office-button">
            Arrêter
          </button>
        ) : (
          <>
            <button type="button" onClick={long.goOn} className="office-button">
              Continuer
            </button>
            <button type="button" onClick={long.forget} className="office-button office-button-quiet">
              Fermer
            </button>
          </>
        )}
      </div>
    )
  }
  if (count === 0) return null
  const e = type.isFeminine ? "e" : ""
  const ids = selected.map(({ id }) => id).join(",")
  return (
    <div role="group" aria-label="Sélection" className="selection-bar">
      <button type="button" onClick={onLeave} className="office-button office-button-quiet">
        <Icon name="x" />
        <span className="sr-only">Tout désélectionner</span>
      </button>
      <p className="selection-count" aria-hidden="true">
        {formatCount(count)} sélectionné{e}
        {count > 1 && "s"}
      </p>
      {bulkActionsOf(type, only).map(([name, bulkAction]) => (
        <span key={name} className="contents">
          {bulkAction.choose && (
            <select
              aria-label={bulkAction.choose.label}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              className="control selection-choice"
            >
              <option value="">{bulkAction.choose.label}…</option>
              {bulkAction.choose.choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          )}
          {(!bulkAction.choose || value !== "") && (
            <BulkActionButton
              bulkAction={bulkAction}
              question={(fields) =>
                isAll
                  ? askAboutAll(type, bulkAction, count, { ...fields, upTo: String(newestId), live: "1" })
                  : askAboutTicked(type, bulkAction, selected, { ...fields, ids })
              }
              isAsked={isAll || bulkAction.loss !== undefined || bulkAction.toBin === true}
              fields={{ intent: name, ...(bulkAction.choose && { value }) }}
            />
          )}
        </span>
      ))}
      {beside?.(isAll ? null : ids)}
    </div>
  )
}

/** The fetcher that a list's bulk actions are sent by. */
const FETCHER_KEY = "bulkActions"

type Answer = FormResponse | Progress | null

/** Goes on with a bulk action that one request does not finish, until it is done, stopped or cut off. */
function useLongBulkAction(onDone: () => void) {
  const { data, state, submit } = useFetcher<Answer>({ key: FETCHER_KEY })
  const [last, setLast] = useState<Progress["progress"]>()
  const [isStopped, setIsStopped] = useState(false)
  const progress = data && "progress" in data ? data.progress : undefined

  useEffect(() => {
    if (state !== "idle" || data === undefined) return
    if (progress) {
      setLast(progress)
      if (!isStopped) void submit(progress.fields, { method: "post" })
    } else if (data === null) {
      setLast(undefined)
      onDone()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each answer once
  }, [data, state])

  return {
    isRunning: state !== "idle",
    progress: last,
    stop: () => setIsStopped(true),
    goOn: () => {
      setIsStopped(false)
      if (last) void submit(last.fields, { method: "post" })
    },
    forget: () => {
      setIsStopped(false)
      setLast(undefined)
    },
  }
}

type Fields = { intent: string } & Record<string, string>
type BulkActionButtonProps = {
  bulkAction: BulkAction
  fields: Fields
  question: (fields: Fields) => ReturnType<typeof askAboutAll>
  isAsked: boolean
}

function BulkActionButton({ bulkAction, fields, question, isAsked }: BulkActionButtonProps) {
  const label = (
    <span>
      {bulkAction.label}
      <span className="sr-only"> {onSelection(bulkAction)}</span>
    </span>
  )
  const asked = question(fields)
  return isAsked ? (
    <ConfirmButton label={label} icon={bulkAction.icon} fetcherKey={FETCHER_KEY} {...asked} />
  ) : (
    <ActionButton label={label} icon={bulkAction.icon} fields={asked.fields} />
  )
}
