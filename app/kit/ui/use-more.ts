import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetcher, useLocation } from "react-router"
import type { Page } from "#app/kit/lib/paging.ts"

/** After this many further pages the reader is asked, so that the footer stays within reach. */
const AUTOMATIC_PAGES = 9
/** Pages already loaded, by place in the browser's history: going back finds them (and the scroll position) again. */
const remembered = new Map<string, Page<unknown>[]>()

/**
 * A list that loads further as one scrolls. Mount it anew (with a `key`) when the list becomes another one.
 *
 * @param first the page that the server rendered
 * @returns all items so far, and what the link to the next page needs; without JavaScript that link just works
 */
export function useMore<Item>(first: Page<Item>) {
  const { key } = useLocation()
  const { data, load, state } = useFetcher<{ page: Page<Item> }>()
  const isLoading = state !== "idle"
  const [earlier, setEarlier] = useState(() => (remembered.get(key) as Page<Item>[] | undefined) ?? [first])
  const link = useRef<HTMLAnchorElement>(null)

  // The page that arrived last is still the fetcher's.
  const arrived = data?.page
  const pages = arrived && !earlier.includes(arrived) ? [...earlier, arrived] : earlier
  const next = pages.at(-1)?.next ?? null

  const loadMore = () => {
    // Offline, the attempt would only replace the list by an error.
    if (next === null || isLoading || !navigator.onLine) return
    setEarlier(pages)
    void load(next)
  }
  const onEndInSight = useEffectEvent(loadMore)

  useEffect(() => {
    if (arrived) remembered.set(key, pages)
  })

  useEffect(() => {
    const target = link.current
    // Observed anew after each load: an end that stays in sight tells it only once.
    if (!target || next === null || isLoading || pages.length > AUTOMATIC_PAGES) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEndInSight()
      },
      { rootMargin: "800px" },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [next, pages.length, isLoading])

  return {
    items: pages.flatMap((page) => page.items),
    isLoading,
    loadMore,
    /** Props of the link to the next page; undefined at the end of the list. */
    nextLink:
      next === null
        ? undefined
        : {
            ref: link,
            to: next,
            onClick: (event: MouseEvent) => {
              event.preventDefault()
              loadMore()
            },
          },
  }
}
