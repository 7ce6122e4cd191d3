import { LRUCache } from "lru-cache"
import { type Coding, type PackedPage, packPage, sizeOf, unpack } from "./packed-page.ts"

/** The same for all spellings of an address that show the same page. */
export type PageAddress = {
  /** Path and query, as it is rendered and kept. */
  key: string
  /** Whose changes make the page stale. */
  tags: string[]
}

type Kept = { page: PackedPage; tags: string[]; keptAt: number }
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

const MAX_BYTES = 24 * 1024 * 1024
/** How much may be kept of pages without compression: few ask for them, again and again for the same ones. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024
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
  const unpacked = new LRUCache<PackedPage, ReturnType<typeof unpack>>({
    maxSize: MAX_UNPACKED_BYTES,
    sizeCalculation: ({ body }) => body.length,
  })
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => sizeOf(page) + key.length * 2,
    dispose: ({ page }) => unpacked.delete(page),
  })
  const renderings = new Map<string, Rendering>()

  /** A page that can be shown as it is, or undefined. */
  function find(key: string) {
    const entry = kept.get(key)
    return entry && now() - entry.keptAt <= FRESH_MS ? entry.page : undefined
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
    for (const [key, entry] of kept) if (isStale(entry)) kept.delete(key)
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
          if (page.mayBeKept && !rendering.isOutdated) kept.set(key, { page, tags, keptAt: now() })
          return page
        })
        .finally(() => {
          if (renderings.get(key) === rendering) renderings.delete(key)
        }),
    }
    renderings.set(key, rendering)
    return rendering.page
  }

  function inCoding(page: PackedPage, coding: Coding) {
    if (coding !== "identity") return page.coded[coding]
    const known = unpacked.get(page)
    if (known) return known
    const made = unpack(page)
    if (page.mayBeKept) unpacked.set(page, made)
    return made
  }

  return { find, get, inCoding, purge }
}
