import { useEffect, useState } from "react"
import { keysIn, type Undescribed } from "./checklist.ts"

const PAUSE_MS = 500

/** The library's pictures in a form that nobody described, asked for whenever others stand in it. @param known at first */
export function useUndescribed(values: Parameters<typeof keysIn>[0], known: Undescribed[]) {
  const [found, setFound] = useState(known)
  const keys = keysIn(values).join(",")

  useEffect(() => {
    if (keys === "") return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      // Advice that cannot be had is none.
      fetchUndescribed(keys, controller.signal).then(setFound, () => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [keys])

  return found
}

async function fetchUndescribed(keys: string, signal: AbortSignal): Promise<Undescribed[]> {
  const response = await fetch(`/admin/episodes/undescribed?keys=${keys}`, { signal, redirect: "error" })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
