import type { TypeEntry } from "#app/content/managed-type.ts"
import { useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { SIGN_OUT } from "#app/accounts/auth/sign-out.copy.ts"
import { parseSearch } from "#app/content/lists/list-view.ts"
import type { ColorScheme } from "#app/kit/http/color-scheme.ts"
import type { ShownViewer } from "#app/kit/http/use-viewer.ts"
import { failureText } from "#app/kit/ui/error-page.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { keepRecent, readRecent } from "./recent.ts"
import { findActions } from "./search-actions.ts"
import { SearchListbox } from "./search-listbox.tsx"
import { makeSections, type Option } from "./search-options.ts"
import { SEARCH_PATH, type SearchResults } from "./search-results.ts"

type Props = {
  viewer: ShownViewer
  types: TypeEntry[]
  onChooseScheme: (scheme: ColorScheme) => void
  onClose: () => void
}

/** One field for everything of the back office (the combobox pattern of the ARIA Authoring Practices Guide). */
export function SearchDialog({ viewer, types, onChooseScheme, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState("")
  const [recent] = useState(() => readRecent(viewer.id))
  const search = parseSearch(text)
  const found = useResults(search)
  const sections = makeSections(findActions(viewer, types, search), search, found, recent)
  const options = sections.flatMap((section) => section.options)

  useEffect(() => openUntilLeft(dialog.current), [])

  const choose = ({ action, label, icon, kind }: Option, isNewTab = false) => {
    if ("to" in action) keepRecent(viewer.id, { title: label, icon, to: action.to }, kind)
    if ("to" in action && isNewTab) return void window.open(action.to, "_blank", "noopener")
    // First, so that the focus is back where it was when somebody is asked whether to leave.
    dialog.current?.close()
    if ("to" in action) void navigate(action.to)
    else if ("scheme" in action) onChooseScheme(action.scheme)
    else document.querySelector<HTMLFormElement>(`form[action="${SIGN_OUT}"][data-leaves]`)?.requestSubmit()
  }
  const { active, point, onKeyDown } = useChoice({
    options,
    // What was found for fewer letters is not what Enter means, nor is it the page while there may be more here.
    isOld: ({ key }) => found.state === "loading" && !key.startsWith("action:"),
    search,
    choose,
  })
  const idOf = ({ key }: Option) => `${id}-${key}`

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label="Recherche dans l’administration"
      className="office-dialog search-dialog"
    >
      <div className="search-head">
        <Icon name="search" className="size-5 flex-none" />
        <input
          role="combobox"
          aria-label="Rechercher un contenu, une personne ou une action"
          aria-expanded
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && idOf(active)}
          placeholder="Contenu, personne, action…"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="search-field"
        />
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          aria-label="Fermer"
          className="office-button office-button-quiet px-0"
        >
          <Icon name="x" />
        </button>
      </div>
      <SearchFailure found={found} />
      <SearchListbox
        id={`${id}-list`}
        sections={sections}
        active={active}
        idOf={idOf}
        onPoint={point}
        onChoose={choose}
        isBusy={found.state === "loading"}
      />
      <p role="status" className="sr-only">
        {search && found.state === "ready" && resultText(found.groups.flatMap(({ hits }) => hits).length)}
      </p>
      <p className="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choisir · <kbd>Entrée</kbd> ouvrir · <kbd>Ctrl</kbd> + <kbd>Entrée</kbd>{" "}
        nouvel onglet · <kbd>Échap</kbd> fermer
      </p>
    </dialog>
  )
}

/** Closes by its own keys, and by a click beside it, as well. */
function openUntilLeft(dialog: HTMLDialogElement | null) {
  dialog?.showModal()
  dialog?.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog?.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    dialog.close()
  })
}

type ChoiceOptions = {
  options: Option[]
  isOld: (option: Option) => boolean
  search: string
  choose: (option: Option, isNewTab?: boolean) => void
}

/** Which option is the active one (the first, until one moves), and what the keys do with it. */
function useChoice({ options, isOld, search, choose }: ChoiceOptions) {
  const [moved, setMoved] = useState<{ key: string; search: string }>()
  // Enter was pressed before the site had answered.
  const awaited = useRef<string>(undefined)

  const chosen = moved?.search === search ? options.find(({ key }) => key === moved.key) : undefined
  const active = chosen ?? options[0]
  const point = ({ key }: Option) => setMoved({ key, search })
  const isReady = active !== undefined && (active === chosen || !isOld(active))

  const follow = useEffectEvent(() => active && choose(active))
  useEffect(() => {
    const isAwaited = awaited.current === search
    if (isReady || !isAwaited) awaited.current = undefined
    if (isReady && isAwaited) follow()
  }, [isReady, search])

  const move = (step: 1 | -1) => {
    const at = active ? options.indexOf(active) : -1
    const next = options[(at + step + options.length) % options.length]
    if (next) point(next)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      move(event.key === "ArrowDown" ? 1 : -1)
    } else if (event.key === "Enter") {
      event.preventDefault()
      if (active && isReady) choose(active, event.ctrlKey || event.metaKey)
      else awaited.current = search
    }
  }
  return { active, point, onKeyDown }
}

/** Why there is less than there may be; the actions stay. */
function SearchFailure({ found }: { found: ReturnType<typeof useResults> }) {
  const text = textOf(found)
  if (!text) return null
  return (
    <div role="alert" className="office-alert flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-56">{text}</p>
      <button type="button" onClick={found.retry} className="office-button">
        Réessayer
      </button>
    </div>
  )
}

function textOf({ state, isPartial }: ReturnType<typeof useResults>) {
  if (state === "signed-out")
    return "Vous n’êtes plus connecté : reconnectez-vous dans un autre onglet, puis réessayez ici."
  if (state === "failed") return failureText()
  return isPartial && "Tout n’a pas pu être parcouru. Réessayez dans un instant."
}

const resultText = (count: number) =>
  count === 0 ? "Aucun résultat" : `${count} résultat${count > 1 ? "s" : ""}`

const DELAY_MS = 150

type Found = SearchResults & { asked: string; state: "ready" | "failed" | "signed-out" }

const NOTHING: Found = { meant: [], groups: [], isPartial: false, asked: "", state: "ready" }

/**
 * What the site finds as one types. What was found before stays until the answer to the newest letters is there: an
 * older answer that comes later is dropped.
 */
function useResults(search: string) {
  const [found, setFound] = useState(NOTHING)
  // Anew with each try.
  const [round, setRound] = useState(0)
  const asked = `${round} ${search}`

  useEffect(() => {
    if (!search) return
    const controller = new AbortController()
    const load = async () => {
      const answer = await askSite(search, controller.signal)
      if (!controller.signal.aborted) setFound({ ...answer, asked })
    }
    const timer = setTimeout(load, DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [search, asked])

  const { meant, groups, isPartial, state } = search ? found : NOTHING
  return {
    meant,
    groups,
    isPartial,
    state: search && found.asked !== asked ? ("loading" as const) : state,
    retry: () => setRound(round + 1),
  }
}

async function askSite(search: string, signal: AbortSignal): Promise<Omit<Found, "asked">> {
  try {
    const address = `${SEARCH_PATH}/results?${new URLSearchParams({ q: search })}`
    const response = await fetch(address, { signal, redirect: "manual" })
    // Strangers are led to the sign-in.
    if (response.type === "opaqueredirect") return { ...NOTHING, state: "signed-out" }
    if (!response.ok) return { ...NOTHING, state: "failed" }
    const results: SearchResults = await response.json()
    return { ...results, state: "ready" }
  } catch {
    return { ...NOTHING, state: "failed" }
  }
}
