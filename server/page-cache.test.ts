import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { keptPage } from "#test/kept-page.ts"
import { type EncodedPage, encodePage, unpack } from "./encoded-page.ts"
import { createPageCache, FRESH_MS, GRACE_MS, type PageAddress } from "./page-cache.ts"

const home: PageAddress = { key: "/", tags: ["episodes"], route: "/" }
const about: PageAddress = { key: "/about", tags: [], route: "/about" }

/** A cache over a site whose pages say how often each was rendered; what it renders can be held up and can fail. */
function openCache(options: { maxBytes?: number; isShared?: boolean } = {}) {
  const state = { time: 0, renders: 0, status: 200, wait: Promise.resolve() }
  const cache = createPageCache({
    ...options,
    now: () => state.time,
    async render(key) {
      state.renders += 1
      const body = `${key} ${state.renders}`
      await state.wait
      return { response: new Response(body, { status: state.status }) }
    },
  })
  const read = async (address: PageAddress) => (await cache.get(address)).etag
  return { state, cache, read }
}

/** A promise, and what fulfils it. */
function gate() {
  return Promise.withResolvers<void>()
}

test("2.9 a page in the cache is rendered once, also for many who ask at once", async () => {
  const { state, read } = openCache()
  const etags = await Promise.all(Array.from({ length: 100 }, () => read(home)))
  expect(new Set(etags).size).toBe(1)
  expect(await read(home)).toBe(etags[0])
  expect(state.renders).toBe(1)
})

test("a page is rendered once, in the first turn that comes of those who wait for it", async () => {
  const { state, cache } = openCache()
  const turns: (() => void)[] = []
  const ask = () =>
    cache.get(home, async (work) => {
      await new Promise<void>((begin) => turns.push(begin))
      return work()
    })
  const [first, second] = [ask(), ask()]
  expect([turns.length, state.renders]).toEqual([2, 0])
  turns[1]?.()
  const page = await second
  turns[0]?.()
  expect(await first).toBe(page)
  expect(state.renders).toBe(1)
  // Shown meanwhile, it waits for one turn, whoever asks.
  state.time = FRESH_MS + 1
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([page, page, page])
  expect([turns.length, state.renders]).toEqual([3, 1])
})

test("a page in the cache is rendered again after a minute, and shown meanwhile", async () => {
  const { state, read } = openCache()
  const first = await read(home)
  state.time = FRESH_MS + 1
  const held = gate()
  state.wait = held.promise
  expect(await read(home)).toBe(first)
  expect(await read(home)).toBe(first)
  expect(state.renders).toBe(2)
  held.resolve()
  await expect.poll(() => read(home)).not.toBe(first)
  expect(state.renders).toBe(2)
})

test("a page in the cache is not shown once more when nobody asked for long", async () => {
  const { state, read } = openCache()
  const first = await read(home)
  state.time = FRESH_MS + GRACE_MS + 1
  expect(await read(home)).not.toBe(first)
})

test("a page in the cache is shown for as long as it cannot be rendered again", async () => {
  const { state, read } = openCache()
  const first = await read(home)
  state.status = 503
  state.time = 10 * GRACE_MS
  expect(await read(home)).toBe(first)
  state.wait = Promise.reject(new Error("no database"))
  expect(await read(home)).toBe(first)
})

test.each([302, 404, 500, 503])(
  "a page in the cache with status %i is shown, and not kept",
  async (status) => {
    const { state, cache, read } = openCache()
    state.status = status
    expect((await cache.get(home)).status).toBe(status)
    await read(home)
    expect(state.renders).toBe(2)
  },
)

test("a purge forgets what it names, and only that", async () => {
  const { cache, state, read } = openCache()
  await read(home)
  await read(about)
  cache.purge("news")
  expect(cache.find("/")).toBeDefined()
  cache.purge("episodes")
  expect(cache.find("/")).toBeUndefined()
  expect(cache.find("/about")).toBeDefined()
  cache.purge("all")
  expect(cache.find("/about")).toBeUndefined()
  expect(state.renders).toBe(2)
})

test("a purge keeps nothing that was being rendered before it, whoever asks meanwhile", async () => {
  const { cache, state, read } = openCache()
  const held = gate()
  state.wait = held.promise
  const before = cache.get(home)
  cache.purge("episodes")
  state.wait = Promise.resolve()
  const after = await read(home)
  held.resolve()
  expect((await before).etag).not.toBe(after)
  expect(await read(home)).toBe(after)
  expect(state.renders).toBe(2)
})

/** What a page says to those on its way. */
const said = ({ headers }: EncodedPage, name: string) => headers[headers.lastIndexOf(name) + 1]

test("2.11 a page is kept for longer by a cache that purges it, and says by what", async () => {
  const [alone, shared] = [openCache(), openCache({ isShared: true })]
  const page = { ...home, tags: ["episodes", "news", "episodes"] }
  const [kept, tagged] = [await alone.cache.get(page), await shared.cache.get(page)]
  expect(said(kept, "cache-control")).toBe("public, max-age=0, s-maxage=60")
  expect(kept.headers).not.toContain("cache-tag")
  expect(said(tagged, "cache-control")).toBe("public, max-age=0, s-maxage=600")
  expect(said(tagged, "cache-tag")).toBe("all,episodes,news")
  expect(textOf(tagged)).toBe(textOf(kept))
  shared.state.status = 404
  expect((await shared.cache.get(about)).headers).not.toContain("cache-tag")
})

test("2.11 a page that was purged while it was rendered is kept by no cache on its way", async () => {
  const { cache, state } = openCache({ isShared: true })
  const held = gate()
  state.wait = held.promise
  const before = cache.get(home)
  cache.purge("episodes")
  held.resolve()
  const page = await before
  expect(said(page, "cache-control")).toBe("no-store")
  expect(page.headers).not.toContain("cache-tag")
})

test("2.9 a purge is never followed by an older page, however writes and reads fall together", async () => {
  let stored = 0
  const cache = createPageCache({
    async render() {
      await sleep(Math.random() * 3)
      const seen = stored
      await sleep(Math.random() * 3)
      return { response: new Response(String(seen)) }
    },
  })
  let isWriting = true
  const readers = Array.from({ length: 8 }, async () => {
    while (isWriting) {
      const least = stored
      const page = await cache.get(home)
      expect(Number(unpack(page).body.toString())).toBeGreaterThanOrEqual(least)
      await sleep(Math.random())
    }
  })
  for (let write = 0; write < 60; write += 1) {
    await sleep(Math.random() * 4)
    stored += 1
    cache.purge("episodes")
  }
  isWriting = false
  await Promise.all(readers)
  await sleep(20)
  const page = await cache.get(home)
  expect(unpack(page).body.toString()).toBe(String(stored))
})

test("no more is kept than there is room for: what was not asked for longest goes first", async () => {
  const { cache, read } = openCache({ maxBytes: 9_000 })
  const page = (n: number) => ({ key: `/episodes?q=${n}`, tags: [], route: "/episodes" })
  for (let n = 0; n < 50; n += 1) {
    await read(home)
    await read(page(n))
  }
  expect(cache.find("/")).toBeDefined()
  expect(cache.find("/episodes?q=49")).toBeDefined()
  expect(cache.find("/episodes?q=40")).toBeUndefined()
})

const textOf = (page: EncodedPage) => unpack(page).body.toString()

test("the data of a page lies beside it", async () => {
  const kept = await encodePage(keptPage("[1]"))
  expect(textOf(kept)).toContain(`"${kept.dataName}"`)
  expect(kept.data && textOf(kept.data)).toBe("[1]")
  expect(kept.data?.isCacheable).toBe(true)
})

test("2.9 a page's data can be had as long as somebody may look at it, and else that of the page that is there now", async () => {
  let data = "[1]"
  const cache = createPageCache({ render: async () => keptPage(data) })
  const { dataName = "" } = await cache.get(home)
  const dataOf = async (name: string) => {
    const found = await cache.getData({ ...home, dataName: name })
    return found && textOf(found)
  }
  data = "[2]"
  cache.purge("all")
  expect(await dataOf(dataName)).toBe("[1]")
  expect(await dataOf("unknown")).toBe("[2]")
})
