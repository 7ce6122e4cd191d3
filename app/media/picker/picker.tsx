import { useEffect, useId, useState } from "react"
import { type MediaSource, type PickedMedium, useMediaSource } from "#app/kit/form/media-source.ts"
import type { MediaKind } from "#app/kit/lib/media.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { MediumThumbnail } from "../library/medium-thumbnail.tsx"
import { KINDS } from "../media.copy.ts"
import { SendFiles } from "../upload/send-files.tsx"
import { type Choice, emptyText, fetchChoices } from "./choices.ts"

type Props = Parameters<MediaSource["pick"]>[0] & { onDone: (media: PickedMedium[]) => void }

/** What is in the library, to choose one of it, or several. */
export function Picker({ kinds, isMany = false, onFiles, onDone }: Props) {
  const source = useMediaSource()
  const [kind, setKind] = useState<MediaKind>()
  const found = useChoices(kind ? [kind] : kinds)
  const [picked, setPicked] = useState<PickedMedium[]>([])
  const pickedIds = new Set(picked.map(({ id }) => id))

  const toggle = (medium: PickedMedium) => {
    if (!isMany) return onDone([medium])
    setPicked(pickedIds.has(medium.id) ? picked.filter(({ id }) => id !== medium.id) : [...picked, medium])
  }
  const takeSent = (sent: PickedMedium[]) => {
    const fitting = sent.filter((medium) => kinds.includes(medium.kind))
    const [first] = fitting
    if (!isMany && first) return onDone([first])
    setPicked((before) => [...before, ...fitting.filter(({ id }) => !before.some((one) => one.id === id))])
    found.retry()
  }

  /** Who shows them on their way waits for none of them here. */
  const giveAway = async (files: readonly File[]) => {
    onFiles?.(files)
    onDone([])
    return []
  }

  const nothing = found.isSearched || kind ? "Rien ne correspond dans la médiathèque." : emptyText(kinds)
  const choices = <ChoiceGrid {...{ found, nothing, pickedIds, isMany }} onToggle={toggle} />
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Search onSearch={found.search} />
        {kinds.length > 1 && <KindSelect kinds={kinds} onChoose={setKind} />}
      </div>
      {source ? (
        <SendFiles
          upload={onFiles ? giveAway : source.upload}
          kinds={kinds}
          isMany={isMany}
          onSent={takeSent}
        >
          {choices}
        </SendFiles>
      ) : (
        choices
      )}
      {isMany && (
        <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-3 border-t border-rule bg-sheet px-5 py-3">
          <p role="status" className="mr-auto text-sm text-paper-ink">
            {picked.length > 0 && `${picked.length} ${picked.length > 1 ? "médias choisis" : "média choisi"}`}
          </p>
          <button
            type="button"
            aria-disabled={picked.length === 0}
            onClick={() => {
              if (picked.length > 0) onDone(picked)
            }}
            className="office-button office-button-main"
          >
            Ajouter
          </button>
        </div>
      )}
    </div>
  )
}

function Search({ onSearch }: { onSearch: (text: string) => void }) {
  const id = useId()
  return (
    <div className="min-w-48 flex-1">
      <label htmlFor={id} className="mb-1 block font-semibold">
        Rechercher un média
      </label>
      <div className="relative">
        <Icon name="search" className="pointer-events-none absolute top-3.5 right-3" />
        <input
          id={id}
          type="search"
          onInput={(event) => onSearch(event.currentTarget.value)}
          className="control pr-10"
        />
      </div>
    </div>
  )
}

type KindSelectProps = { kinds: readonly MediaKind[]; onChoose: (kind: MediaKind | undefined) => void }

function KindSelect({ kinds, onChoose }: KindSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        Genre
      </label>
      <select
        id={id}
        onChange={({ currentTarget }) => onChoose(kinds.find((kind) => kind === currentTarget.value))}
        className="control"
      >
        <option value="">Tous</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {KINDS[kind].many}
          </option>
        ))}
      </select>
    </div>
  )
}

type ChoiceGridProps = {
  found: ReturnType<typeof useChoices>
  /** What stands there instead. */
  nothing: string
  pickedIds: ReadonlySet<number>
  isMany: boolean
  onToggle: (medium: PickedMedium) => void
}

function ChoiceGrid({ found, nothing, pickedIds, isMany, onToggle }: ChoiceGridProps) {
  const { choices, hasMore, state, more, retry } = found
  return (
    <div aria-busy={state === "loading"}>
      <p role="status" className="text-sm text-paper-ink">
        {state === "loading" && "Chargement..."}
        {state === "ready" && choices.length === 0 && nothing}
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

type ChoiceButtonProps = {
  choice: Choice
  /** Undefined where one click is the whole choice. */
  isPicked?: boolean
  onToggle: (medium: PickedMedium) => void
}

function ChoiceButton({ choice, isPicked, onToggle }: ChoiceButtonProps) {
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

const DELAY_MS = 250

type Found = { choices: Choice[]; hasMore: boolean; page: number }
const NOTHING: Found = { choices: [], hasMore: false, page: 0 }

/** What can be chosen, page after page, as one types. */
function useChoices(kinds: readonly MediaKind[]) {
  const [search, setSearch] = useState("")
  const [page, setPage] = useState(1)
  // Anew with each try: what was found is then out of date.
  const [round, setRound] = useState(0)
  const [found, setFound] = useState(NOTHING)
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading")
  const asked = kinds.join(",")

  useEffect(() => {
    const controller = new AbortController()
    const load = async () => {
      setState("loading")
      try {
        const query = { search, kinds: asked.split(",") as MediaKind[], page }
        const { choices, hasMore } = await fetchChoices(query, controller.signal)
        setFound((before) => ({
          choices: page > 1 ? withoutTwins([...before.choices, ...choices]) : choices,
          hasMore,
          page,
        }))
        setState("ready")
      } catch {
        if (!controller.signal.aborted) setState("failed")
      }
    }
    const timer = setTimeout(load, search && page === 1 ? DELAY_MS : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search, page, round, asked])

  return {
    choices: found.choices,
    hasMore: found.hasMore,
    state,
    isSearched: search.trim() !== "",
    search(text: string) {
      setSearch(text)
      setPage(1)
    },
    more: () => setPage(found.page + 1),
    retry: () => setRound(round + 1),
  }
}

/** What was added meanwhile moves the others to the next page. */
function withoutTwins(choices: Choice[]) {
  return [...new Map(choices.map((choice) => [choice.id, choice])).values()]
}
