import { useEffect, useState } from "react"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"

export type Suggestion = {
  key: string
  kind: "episode" | "news" | "post" | "page"
  title: string
  guest: string
  path: string
}

const DELAY_MS = 150
const FEWEST_LETTERS = 2
const MOST_KEPT = 50
const NONE: Suggestion[] = []

/** What was asked for in this visit, the latest last. */
const kept = new Map<string, Suggestion[]>()

/**
 * What the site suggests for what is typed: one question at a time, and none for letters that were asked for before. An
 * answer to other letters is never shown; without a network there is none.
 */
export function useSuggestions(typed: string) {
  const asked = typed.trim().toLowerCase()
  const isAsked = asked.length >= FEWEST_LETTERS
  const [answered, setAnswered] = useState({ asked: "", suggestions: NONE })

  useEffect(() => {
    if (!isAsked || kept.has(asked)) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const suggestions = await askSite(asked, controller.signal)
      if (controller.signal.aborted || !suggestions) return
      kept.set(asked, suggestions)
      for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
      setAnswered({ asked, suggestions })
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked, isAsked])

  if (!isAsked) return NONE
  return kept.get(asked) ?? (answered.asked === asked ? answered.suggestions : NONE)
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
