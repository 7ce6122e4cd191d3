import { type PackedPage, packPage, sizeOf } from "./packed-page.ts"

/** The same for all spellings of an address that show the same page. */
export type PageAddress = {
  /** Path and query, as it is rendered and kept. */
  key: string
  /** Whose changes make the page stale. */
  tags: string[]
}

type Kept = { page: PackedPage; tags: string[]; bytes: number; keptAt: number }
type Rendering = { page: Promise<PackedPage>; tags: string[]; isOutdated: boolean }

export type PageCache = ReturnType<typeof createPageCache>

type Options = {
  /** Renders a page for a visitor of whom nothing is known. */
  render: (key: string) => Promise<Response>
  /** How much may be kept in all; the pages that were longest not asked for go first. */
  maxBytes?: number
  /** The time in milliseconds. */
  now?: () => number
}

const MAX_BYTES = 32 * 1024 * 1024
/** A page is shown for this long before it is rendered again: relative dates and the counts on cards move on. */
export const FRESH_MS = 60_000
/** For this much longer it is shown once more while it is rendered again. */
export const GRACE_MS = 600_000

/**
 * Rendered pages in memory, each compressed once. Many requests for one page render it once, and a page that was
 * rendered from what a purge made stale meanwhile is never kept.
 */
export function createPageCache({
  render,
  maxBytes = MAX_BYTES,
  now = performance.now.bind(performance),
}: Options) {
  /** Ordered by use, the latest last. */
  const kept = new Map<string, Kept>()
  const renderings = new Map<string, Rendering>()
  let bytes = 0

  /** A page that can be shown as it is, or undefined. */
  function find(key: string) {
    const entry = kept.get(key)
    if (!entry || now() - entry.keptAt > FRESH_MS) return undefined
    kept.delete(key)
    kept.set(key, entry)
    return entry.page
  }

  /** The page, from memory where it can be: also stale for a while, and for ever when it cannot be rendered again. */
  async function get(address: PageAddress) {
    const fresh = find(address.key)
    if (fresh) return fresh
    const stale = kept.get(address.key)
    const rendering = renderOnce(address)
    if (!stale) return rendering
    const orStale = rendering.then(
      (page) => (page.status >= 500 ? stale.page : page),
      () => stale.page,
    )
    return now() - stale.keptAt > FRESH_MS + GRACE_MS ? orStale : stale.page
  }

  /** Forgets what a change made stale, or (`"all"`) everything; what is being rendered from before it is not kept. */
  function purge(tag: string) {
    const isStale = ({ tags }: { tags: string[] }) => tag === "all" || tags.includes(tag)
    for (const [key, entry] of kept) if (isStale(entry)) forget(key, entry)
    for (const [key, rendering] of renderings) {
      if (!isStale(rendering)) continue
      rendering.isOutdated = true
      renderings.delete(key)
    }
  }

  function renderOnce({ key, tags }: PageAddress) {
    const running = renderings.get(key)
    if (running) return running.page
    const rendering: Rendering = {
      tags,
      isOutdated: false,
      page: render(key)
        .then(packPage)
        .then((page) => {
          if (page.mayBeKept && !rendering.isOutdated) keep(key, tags, page)
          return page
        })
        .finally(() => {
          if (renderings.get(key) === rendering) renderings.delete(key)
        }),
    }
    renderings.set(key, rendering)
    return rendering.page
  }

  function keep(key: string, tags: string[], page: PackedPage) {
    const previous = kept.get(key)
    if (previous) forget(key, previous)
    const entry = { page, tags, bytes: sizeOf(page) + key.length * 2, keptAt: now() }
    kept.set(key, entry)
    bytes += entry.bytes
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes) break
      forget(oldest, old)
    }
  }

  function forget(key: string, entry: Kept) {
    kept.delete(key)
    bytes -= entry.bytes
  }

  return { find, get, purge }
}
