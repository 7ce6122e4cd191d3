import { useEffect, useState } from "react"
import type { MediaKind } from "#app/kit/lib/media.ts"
import { type Choice, fetchChoices } from "./choices.ts"

const DELAY_MS = 250

type Found = { choices: Choice[]; hasMore: boolean; page: number }
const NOTHING: Found = { choices: [], hasMore: false, page: 0 }

/** What can be chosen, page after page, as one types. */
export function useChoices(kinds: readonly MediaKind[]) {
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
