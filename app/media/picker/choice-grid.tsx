import type { PickedMedium } from "#app/kit/form/media-source.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { MediumThumbnail } from "../library/medium-thumbnail.tsx"
import type { Choice } from "./choices.ts"
import type { useChoices } from "./use-choices.ts"

type Props = {
  found: ReturnType<typeof useChoices>
  pickedIds: ReadonlySet<number>
  isMany: boolean
  onToggle: (medium: PickedMedium) => void
}

export function ChoiceGrid({ found, pickedIds, isMany, onToggle }: Props) {
  const { choices, hasMore, state, more, retry } = found
  return (
    <div aria-busy={state === "loading"}>
      <p role="status" className="text-sm text-paper-ink">
        {state === "loading" && "Chargement..."}
        {state === "ready" && choices.length === 0 && "Rien ne correspond dans la médiathèque."}
      </p>
      {state === "failed" && (
        <div className="grid justify-items-start gap-3">
          <FailureNotice what="Impossible de charger la médiathèque" />
          <button type="button" onClick={retry} className="office-button">
            Réessayer
          </button>
        </div>
      )}
      <ul className="media-grid mt-2">
        {choices.map((choice) => (
          <li key={choice.id}>
            <ChoiceButton
              choice={choice}
              isPicked={isMany ? pickedIds.has(choice.id) : undefined}
              onToggle={onToggle}
            />
          </li>
        ))}
      </ul>
      {hasMore && state === "ready" && (
        <button type="button" onClick={more} className="office-button mt-4">
          Afficher plus de médias
        </button>
      )}
    </div>
  )
}

type ChoiceProps = {
  choice: Choice
  /** Undefined where one click is the whole choice. */
  isPicked?: boolean
  onToggle: (medium: PickedMedium) => void
}

function ChoiceButton({ choice, isPicked, onToggle }: ChoiceProps) {
  const { thumbnail: _look, facts, ...medium } = choice
  return (
    <button type="button" aria-pressed={isPicked} onClick={() => onToggle(medium)} className="media-card">
      <MediumThumbnail kind={choice.kind} address={choice.thumbnail} />
      {isPicked && (
        <span className="absolute top-2 left-2 grid size-8 place-items-center rounded-full bg-blood text-[#fff8ea]">
          <Icon name="check" />
        </span>
      )}
      <span className="media-card-title">{choice.title}</span>
      <span className="media-card-facts">{facts.join(" · ")}</span>
    </button>
  )
}
