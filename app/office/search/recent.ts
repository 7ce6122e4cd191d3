import type { IconName } from "#app/kit/ui/icon.tsx"

/** A place that somebody went to by the search. */
export type Recent = { title: string; icon: IconName; to: string }

const KEY = "cko-recent"
const MOST = 5
/** People and what visitors wrote are not kept in any browser. */
const UNKEPT = new Set(["user", "subscriber", "supporter", "message", "comment"])

/** Where this person went last, in this tab. */
export function readRecent(viewerId: string): Recent[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    return stored?.viewerId === viewerId && Array.isArray(stored.recent) ? stored.recent : []
  } catch {
    return []
  }
}

/** @param kind of what was found; none for an action */
export function keepRecent(viewerId: string, recent: Recent, kind?: string) {
  if (kind && UNKEPT.has(kind)) return
  const others = readRecent(viewerId).filter(({ to }) => to !== recent.to)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ viewerId, recent: [recent, ...others].slice(0, MOST) }))
  } catch {
    // Forbidden or full: one searches again.
  }
}
