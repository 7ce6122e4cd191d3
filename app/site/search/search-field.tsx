import { useEffect, useId, useState, useSyncExternalStore } from "react"
import { useNavigate } from "react-router"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"
import { MAX_LENGTH } from "./search-terms.ts"

/**
 * The field with what may be meant below it (the combobox pattern of the ARIA Authoring Practices Guide); without scripts
 * a field.
 */
export function SearchField({ search }: { search: string }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState("")
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // Without scripts there is no list.
  const isReady = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const suggestions = useSuggestions(typed)
  const isShown = isOpen && suggestions.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = ({ path }: Suggestion) => {
    close()
    void navigate(path)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape" && isShown) {
      // Browsers empty the field by it, otherwise.
      event.preventDefault()
      close()
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (suggestions.length === 0) return
      event.preventDefault()
      setOpen(true)
      setActive(stepFrom(isShown ? active : -1, event.key === "ArrowDown" ? 1 : -1, suggestions.length))
    } else if (event.key === "Enter") {
      const chosen = isShown ? suggestions[active] : undefined
      if (!chosen) return close()
      event.preventDefault()
      choose(chosen)
    }
  }
  return (
    <div className="relative min-w-0 flex-1 text-left">
      <input
        type="search"
        name="q"
        defaultValue={search}
        maxLength={MAX_LENGTH}
        aria-label="Rechercher dans tout le site"
        placeholder="Un invité, un mot, une phrase…"
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        {...(isReady && {
          role: "combobox",
          "aria-expanded": isShown,
          "aria-controls": `${id}-list`,
          "aria-autocomplete": "list" as const,
          "aria-activedescendant": isShown && active >= 0 ? `${id}-${active}` : undefined,
        })}
        className="h-16 w-full border-4 border-ink [color-scheme:light] bg-transparent px-4 text-xl font-semibold text-ink placeholder:font-normal placeholder:text-paper-ink"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-20 border-4 border-t-0 border-ink bg-paper shadow-lg"
      >
        {suggestions.map((suggestion, index) => (
          <a
            key={suggestion.key}
            id={`${id}-${index}`}
            href={suggestion.path}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus, and with it the list.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              choose(suggestion)
            }}
            className={`flex min-h-12 cursor-pointer flex-wrap items-baseline justify-between gap-x-4 px-4 py-2 ${index === active ? "bg-ink text-paper" : ""}`}
          >
            <span className="min-w-0">
              {suggestion.guest && <span className="poster mr-2 text-lg">{suggestion.guest}</span>}
              <span className="font-semibold">{suggestion.title}</span>
            </span>
            <span className="text-sm">{suggestion.label}</span>
          </a>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isShown && (suggestions.length > 1 ? `${suggestions.length} suggestions` : "1 suggestion")}
      </p>
    </div>
  )
}

/** Around, by way of the field itself. */
function stepFrom(active: number, step: 1 | -1, count: number) {
  const next = active + step
  if (next >= count) return -1
  return next < -1 ? count - 1 : next
}

type Suggestion = {
  key: string
  label: string
  title: string
  guest: string
  path: string
}

const DELAY_MS = 150
const FEWEST_LETTERS = 2
const MAX_CACHED = 50
const NONE: Suggestion[] = []

/** What was asked for in this visit, the latest last. */
const cached = new Map<string, Suggestion[]>()

/**
 * What the site suggests for what is typed: one question at a time, and none for letters that were asked for before. An
 * answer to other letters is never shown; without a network there is none.
 */
function useSuggestions(typed: string) {
  const asked = typed.trim().toLowerCase()
  const isAsked = asked.length >= FEWEST_LETTERS
  const [answered, setAnswered] = useState({ asked: "", suggestions: NONE })

  useEffect(() => {
    if (!isAsked || cached.has(asked)) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const suggestions = await askSite(asked, controller.signal)
      if (controller.signal.aborted || !suggestions) return
      cached.set(asked, suggestions)
      for (const oldest of cached.keys()) if (cached.size > MAX_CACHED) cached.delete(oldest)
      setAnswered({ asked, suggestions })
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked, isAsked])

  if (!isAsked) return NONE
  return cached.get(asked) ?? (answered.asked === asked ? answered.suggestions : NONE)
}

async function askSite(asked: string, signal: AbortSignal) {
  try {
    const response = await fetch(`${SEARCH_PATH}/suggestions?${new URLSearchParams({ q: asked })}`, {
      signal,
    })
    if (!response.ok) return undefined
    const { suggestions }: { suggestions: Suggestion[] } = await response.json()
    return suggestions
  } catch {
    return undefined
  }
}
