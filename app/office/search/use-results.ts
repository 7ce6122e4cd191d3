import { useEffect, useState } from "react"
import { type SearchResults, SEARCH_PATH } from "./search-results.ts"

const DELAY_MS = 150

type Found = SearchResults & { asked: string; state: "ready" | "failed" | "signed-out" }

const NOTHING: Found = { groups: [], isPartial: false, asked: "", state: "ready" }

/**
 * What the site finds as one types. What was found before stays until the answer to the newest letters is there: an
 * older answer that comes later is dropped.
 */
export function useResults(search: string) {
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

  const { groups, isPartial, state } = search ? found : NOTHING
  return {
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
