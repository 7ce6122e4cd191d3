import type { IconName } from "#app/kit/ui/icon.tsx"

/** Something that was found, and the address of the back office where it is. */
export type Hit = { id: string; title: string; detail: string; to: string }

/** Those of one kind. @param path where all of it is listed */
export type HitGroup = { kind: string; label: string; icon: IconName; path: string; hits: Hit[] }

/** What can be done, and is meant by other words than it is called by. */
export type Meant = { label: string; icon: IconName; to: string }

/** What a search answers; `isPartial` where some kind could not be looked through. */
export type SearchResults = { meant: Meant[]; groups: HitGroup[]; isPartial: boolean }

/** How many of each kind are shown. */
export const HITS_PER_KIND = 5

export const SEARCH_PATH = "/admin/search"

/** The page with all that is found, which needs no scripts. */
export function searchAddress(search: string) {
  return search ? `${SEARCH_PATH}?${new URLSearchParams({ q: search })}` : SEARCH_PATH
}
