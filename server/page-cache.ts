import { LRUCache } from "lru-cache"
import { type Coding, type EncodedPage, encodePage, type Rendered, sizeOf, unpack } from "./encoded-page.ts"

/** The same for all spellings of an address that show the same page. */
export type PageAddress = {
  /** Path and query, as it is rendered and kept. */
  key: string
  /** Whose changes make the page stale. */
  tags: string[]
  /** The pattern of its route, such as `/episodes/:id`. */
  route: string
  /** Asked for is not the page but the data it was drawn with, by this name. */
  dataName?: string
}

type Cached = { page: EncodedPage; tags: string[]; cachedAt: number; isBeingRenewed?: boolean }
type Rendering = { page: Promise<EncodedPage>; tags: string[]; isOutdated: boolean }

/** Begins some work when it may. */
type Begin = (work: () => Promise<EncodedPage>) => Promise<EncodedPage>

export type PageCache = ReturnType<typeof createPageCache>

type Options = {
  /** Renders a page for a visitor of whom nothing is known. */
  render: (key: string) => Promise<Rendered>
  /** Whether shared caches in front purge by tags, too. */
  isShared?: boolean
  /** How much may be kept in all; the pages that were longest not asked for go first. */
  maxBytes?: number
  /** The time in milliseconds. */
  now?: () => number
}

const MAX_BYTES = 24 * 1024 * 1024
/** How much may be kept of pages without compression: few ask for them, again and again for the same ones. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024
/** How much may be kept of the data of pages that are open somewhere, perhaps, and how long. */
const MAX_DATA_BYTES = 4 * 1024 * 1024
const DATA_TTL_MS = 3_600_000
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
  isShared = false,
  maxBytes = MAX_BYTES,
  now = performance.now.bind(performance),
}: Options) {
  const unpacked = new LRUCache<EncodedPage, ReturnType<typeof unpack>>({
    maxSize: MAX_UNPACKED_BYTES,
    // A redirect has no body, and the cache refuses a size of 0.
    sizeCalculation: ({ body }) => body.length + 1,
  })
  const cached = new LRUCache<string, Cached>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => sizeOf(page) + key.length * 2,
    dispose: ({ page }) => unpacked.delete(page),
  })
  /** A page may be touched long after it was forgotten here: what it was drawn with fits it better than what is new. */
  const datas = new LRUCache<string, EncodedPage>({
    maxSize: MAX_DATA_BYTES,
    sizeCalculation: sizeOf,
    ttl: DATA_TTL_MS,
  })
  const renderings = new Map<string, Rendering>()
  let [hits, misses] = [0, 0]

  /** A page that can be shown as it is, or undefined. */
  function find(key: string) {
    const entry = cached.get(key)
    return entry && now() - entry.cachedAt <= FRESH_MS ? entry.page : undefined
  }

  function findNow(key: string) {
    const page = find(key)
    if (page) hits += 1
    return page
  }

  /**
   * The page, from memory where it can be: also stale for a while, and for ever when it cannot be rendered again.
   *
   * @param begin lets who asks wait for their own turn to have it rendered, whoever else waits to have the same page rendered
   */
  async function get(address: PageAddress, begin: Begin = (work) => work()) {
    const { key } = address
    const fresh = findNow(key)
    if (fresh) return fresh
    const stale = cached.get(key)
    const isShown = stale !== undefined && now() - stale.cachedAt <= FRESH_MS + GRACE_MS
    if (isShown) hits += 1
    else misses += 1
    const render = () => renderings.get(key)?.page ?? begin(async () => find(key) ?? renderOnce(address))
    if (!stale) return render()
    const orStale = () =>
      render().then(
        (page) => (page.status >= 500 ? stale.page : page),
        () => stale.page,
      )
    if (!isShown) return orStale()
    if (!stale.isBeingRenewed) {
      stale.isBeingRenewed = true
      void orStale().finally(() => (stale.isBeingRenewed = false))
    }
    return stale.page
  }

  /** The data that an answered page was drawn with, or else that of the page that now takes its place. */
  async function getData(address: PageAddress, begin?: Begin) {
    return datas.get(address.dataName ?? "") ?? (await get(address, begin)).data
  }

  /** Forgets what a change made stale, or (`"all"`) everything; what is being rendered from before it is not kept. */
  function purge(tag: string) {
    const isStale = ({ tags }: { tags: string[] }) => tag === "all" || tags.includes(tag)
    for (const [key, entry] of cached) if (isStale(entry)) cached.delete(key)
    for (const [key, rendering] of renderings) {
      if (!isStale(rendering)) continue
      rendering.isOutdated = true
      renderings.delete(key)
    }
  }

  function renderOnce({ key, tags, route }: PageAddress) {
    const running = renderings.get(key)
    if (running) return running.page
    const rendering: Rendering = {
      tags,
      isOutdated: false,
      page: render(key)
        .then((rendered) =>
          encodePage(rendered, { isOutdated: () => rendering.isOutdated, tags: isShared ? tags : undefined }),
        )
        .then((encoded) => {
          const page = { ...encoded, route }
          if (page.data && page.dataName) datas.set(page.dataName, page.data)
          if (page.isCacheable && !rendering.isOutdated) cached.set(key, { page, tags, cachedAt: now() })
          return page
        })
        .finally(() => {
          if (renderings.get(key) === rendering) renderings.delete(key)
        }),
    }
    renderings.set(key, rendering)
    return rendering.page
  }

  function inCoding(page: EncodedPage, coding: Coding) {
    if (coding !== "identity") return page.coded[coding]
    const known = unpacked.get(page)
    if (known) return known
    const made = unpack(page)
    if (page.isCacheable) unpacked.set(page, made)
    return made
  }

  const figures = () => ({ hits, misses, pages: cached.size, bytes: cached.calculatedSize })

  return { find: findNow, get, getData, inCoding, purge, figures }
}
