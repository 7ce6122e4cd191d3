import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { eq, getTableName, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { comments, likes } from "#app/db/schema/visitors.server.ts"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { emptyDatabase } from "#test/database.ts"
import {
  createEpisode,
  createGuest,
  createLetter,
  createLevel,
  createNews,
  createPage,
  createPost,
  setViews,
} from "#test/factories.ts"
import { createUser, signInAsNew } from "#test/people.ts"
import { keptPage } from "#test/kept-page.ts"
import { serve } from "#test/serve.ts"
import { useServedSite } from "#test/served-site.ts"
import { setSettings } from "#test/site-settings.ts"
import { COMMENT } from "#test/visitors.ts"
import { serveCachedPages } from "./cached-pages.ts"
import type { EncodedPage } from "./encoded-page.ts"
import { createPageCache } from "./page-cache.ts"
import { findPageAddress } from "./page-address.ts"

const site = useServedSite()
beforeEach(async () => {
  await emptyDatabase()
  await settle()
})
/**
 * Waits until the purges so far have come: they do so over another connection, a moment later, and in their order. What the
 * settings and the footer show is read anew after some of them, and may have all pages forgotten once more.
 */
async function settle() {
  const { id } = await createNews({ title: "Témoin" })
  await expect.poll(() => textOf("/news"), { interval: 2 }).toContain("Témoin")
  await db.delete(news).where(eq(news.id, id))
  await expect.poll(() => textOf("/news"), { interval: 2 }).not.toContain("Témoin")
  await refreshSiteSettings()
  await refreshFooterPages()
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: "manual" })
const textOf = async (path: string) => (await get(path)).text()
const etagOf = async (path: string) => (await get(path)).headers.get("etag")

test("a page that everybody gets alike is compressed as the browser takes it, and is the same page in each coding", async () => {
  for (const [header, coding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["*", "br"],
    ["*;q=0, gzip", "gzip"],
    ["identity", null],
    // Kept by now.
    ["identity", null],
  ] as const) {
    const response = await get("/about", { "Accept-Encoding": header })
    expect([header, response.headers.get("content-encoding")]).toEqual([header, coding])
    expect(response.headers.get("vary")).toBe("Accept-Encoding, Cookie")
    expect(await response.text()).toContain("</html>")
  }
})

test("a feed is kept apart for apps and for a browser's window, which get it under other names", async () => {
  for (const [dest, type] of [
    ["empty", "application/rss+xml"],
    ["document", "application/xml"],
  ] as const) {
    const { headers } = await get("/blog.xml", { "Sec-Fetch-Dest": dest })
    expect(headers.get("content-type")).toBe(`${type}; charset=utf-8`)
    expect(headers.get("vary")).toBe("Accept-Encoding, Cookie, Sec-Fetch-Dest")
  }
})

test.each(["/feed", "/feed/", "/rss", "/rss/", "/rss.xml"])(
  "a kept redirect without a body answers whatever coding is asked for: %s",
  async (path) => {
    for (const method of ["GET", "HEAD"]) {
      for (const header of [undefined, "identity", "gzip", "br", "deflate", "*;q=0", "", "é"]) {
        const headers = header === undefined ? {} : { "Accept-Encoding": header }
        const outgoing = request(new URL(path, site.url), { method, headers, agent: false })
        const [response] = (await once(outgoing.end(), "response")) as [IncomingMessage]
        response.resume()
        expect([method, header, response.statusCode]).toEqual([method, header, 301])
        expect(response.headers.location).toMatch(/feed\.xml$/)
      }
    }
  },
)

test("the data of a kept page is there for who has signed in since, too, and the page itself is not", async () => {
  const cache = createPageCache({ render: async () => keptPage("[1]") })
  const { dataName = "" } = await cache.get({ key: "/", tags: [], route: "/" })
  const alone = await serve(
    serveCachedPages(
      (_request, response) => response.end("application"),
      cache,
      (url) => ({
        key: "/",
        tags: [],
        route: "/",
        dataName: URL.parse(url, PUBLIC_URL)?.searchParams.get("_data") ?? undefined,
      }),
      (_request, _response, work) => work(),
      () => undefined,
    ),
  )
  const read = async (path: string, method = "GET") => {
    const answer = await fetch(alone.url + path, { method, headers: { Cookie: `${SESSION_COOKIE}=a` } })
    return answer.text()
  }
  const answers = [
    await read(`/?_data=${dataName}`),
    await read("/"),
    await read(`/?_data=${dataName}`, "POST"),
  ]
  await alone.close()
  expect(answers).toEqual(["[1]", "application", "application"])
})

test("a request that fails before the application ends alone, and is logged", async () => {
  const failing = {
    find: () => undefined,
    getData: () => Promise.resolve(undefined),
    get: async () => ({ headers: [], isCacheable: false, coded: {} }) as unknown as EncodedPage,
    inCoding() {
      throw new TypeError("invalid size")
    },
    purge() {},
    figures: () => ({ hits: 0, misses: 0, pages: 0, bytes: 0 }),
  }
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined)
  const alone = await serve(
    serveCachedPages(
      () => undefined,
      failing,
      (key) => ({ key, tags: [], route: "/" }),
      (_request, _response, work) => work(),
      () => undefined,
    ),
  )
  const answers = [await fetch(alone.url), await fetch(alone.url)]
  await alone.close()
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect(answers[0]?.headers.get("cache-control")).toBe("no-store")
  expect(error).toHaveBeenCalledTimes(2)
  error.mockRestore()
})

test("a page that everybody gets alike is not sent again to who has it", async () => {
  const first = await get("/episodes")
  const etag = first.headers.get("etag") ?? ""
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const response = await get("/episodes", { "If-None-Match": known })
    expect([known, response.status, await response.text()]).toEqual([known, 304, ""])
    expect(response.headers.get("etag")).toBe(etag)
    expect(response.headers.get("cache-control")).toBe(first.headers.get("cache-control"))
  }
  expect((await get("/episodes", { "If-None-Match": '"other"' })).status).toBe(200)
})

test("2.9 a page that everybody gets alike may be kept by caches in front for a moment, and by browsers only to ask whether it changed", async () => {
  for (const path of [
    "/",
    "/episodes",
    "/news",
    "/blog",
    "/about",
    "/sitemap.xml",
    "/robots.txt",
    "/episodes.data",
  ])
    expect([path, (await get(path)).headers.get("cache-control")]).toEqual([
      path,
      "public, max-age=0, s-maxage=60",
    ])
})

test("a page that everybody gets alike answers HEAD without a body", async () => {
  const [head, page] = [await fetch(`${site.url}/about`, { method: "HEAD" }), await get("/about")]
  expect([head.status, await head.text()]).toEqual([200, ""])
  expect(head.headers.get("etag")).toBe(page.headers.get("etag"))
  expect(head.headers.get("content-length")).toBe(page.headers.get("content-length"))
})

test("a page that everybody gets alike is the same page under parameters that mean nothing, in any order", async () => {
  for (let n = 1; n <= 30; n += 1) await createEpisode()
  await settle()
  const [plain, second] = [await etagOf("/episodes"), await etagOf("/episodes?page=2")]
  expect(second).not.toBe(plain)
  expect(await etagOf("/episodes?utm_source=mail&fbclid=1")).toBe(plain)
  expect(await etagOf("/episodes?fbclid=1&page=2&page=1")).toBe(second)
  expect(await etagOf("/episodes?page=2&q=")).toBe(await etagOf("/episodes?q=&page=2"))
  expect(await textOf("/episodes?utm_source=mail")).not.toContain("utm_source")
})

test("a page that everybody gets alike is one page for each part of its data that is asked for", async () => {
  await createEpisode({ title: "Un seul" })
  const ofPage = await textOf("/episodes.data?_routes=site%2Fepisodes%2Fepisodes.route")
  expect(ofPage).toContain("Un seul")
  expect(ofPage).not.toContain("publicUrl")
  expect(await textOf("/episodes.data")).toContain("publicUrl")
  expect(await textOf("/_.data")).toContain("Un seul")
})

test("2.9 what one person gets is kept by nobody", async () => {
  const anonymous = await etagOf("/")
  const cookie = await signInAsNew("admin")
  const sent: Record<string, string>[] = [
    { cookie },
    { cookie: "cko_toast=x" },
    { cookie, "If-None-Match": anonymous ?? "" },
  ]
  for (const headers of sent) {
    const response = await get("/", headers)
    expect([headers, response.status]).toEqual([headers, 200])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    expect(response.headers.get("etag")).toBeNull()
  }
  expect(await etagOf("/")).not.toBeNull()
  expect(await textOf("/")).not.toContain("Déconnexion")
})

test.each([
  "/auth",
  "/auth/forgot-password",
  "/newsletter/confirm",
  "/soutiens",
  "/soutiens/lien",
  "/rien",
  "/episodes/99",
  "/healthz",
  "/admin",
])("what one person gets %s is kept by nobody either", async (path) => {
  expect((await get(path)).headers.get("cache-control")).toMatch(/no-store/)
  expect((await get(path)).headers.get("etag")).toBeNull()
})

test("what one person gets comes from a cookie, not from one whose name only looks alike", async () => {
  expect(
    (await get("/about", { cookie: "sidebar:state=true; theme=cko" })).headers.get("etag"),
  ).not.toBeNull()
})

/** Each changes something on the page, after it was kept. */
const CHANGES: [what: string, path: string, change: () => PromiseLike<unknown>, shows: string][] = [
  ["a new episode", "/episodes", () => createEpisode({ title: "Tout neuf" }), "Tout neuf"],
  ["a new episode", "/", () => createEpisode({ title: "Tout neuf" }), "Tout neuf"],
  ["a new episode", "/episodes?q=neuf", () => createEpisode({ title: "Tout neuf" }), "Tout neuf"],
  ["a new episode", "/sitemap.xml", () => createEpisode(), "/episodes/2<"],
  ["an edited episode", "/episodes/1", () => db.update(episodes).set({ title: "Retouché" }), "Retouché"],
  [
    "an unpublished episode",
    "/episodes/1",
    () => db.update(episodes).set({ isPublished: false }),
    "non trouvé",
  ],
  ["a neighbour", "/episodes/1", () => createEpisode({ title: "La suite" }), "La suite"],
  ["a guest's new name", "/episodes/1", () => db.update(guests).set({ name: "Ilyès" }), "Ilyès"],
  ["a guest's new name", "/guests/keza", () => db.update(guests).set({ name: "Ilyès" }), "Ilyès"],
  ["a guest who goes", "/guests/keza", () => db.delete(episodeGuests), "non trouvé"],
  ["a deleted episode", "/episodes/1", () => db.delete(episodes), "non trouvé"],
  ["a comment", "/episodes/1", () => addComment(), "Maïmouna"],
  ["a news item", "/news", () => createNews({ title: "Ça bouge" }), "Ça bouge"],
  ["a news item", "/", () => createNews({ title: "Ça bouge" }), "Ça bouge"],
  [
    "an edited news item",
    "/news?tab=actualites",
    () => db.update(news).set({ title: "Retouchée" }),
    "Retouchée",
  ],
  ["an article", "/blog", () => createPost({ title: "Feuilleton" }), "Feuilleton"],
  ["an edited article", "/blog/article", () => db.update(blogPosts).set({ content: "Retouché" }), "Retouché"],
  [
    "a custom page",
    "/page/mentions-legales",
    () => createPage({ slug: "mentions-legales", title: "Maison" }),
    "Maison",
  ],
  [
    "an edited custom page",
    "/page/equipe",
    () => db.update(customPages).set({ content: "Retouchée" }),
    "Retouchée",
  ],
  ["the first letter that can be read", "/about", () => createLetter({ title: "Lettre" }), 'href="/lettres"'],
  ["the first level of support", "/about", () => createLevel(), 'href="/soutenir"'],
  [
    "the first link of support",
    "/about",
    () => setSettings("support", { links: [{ label: "Ko-fi", url: "https://ko-fi.example/cko" }] }),
    'href="/soutenir"',
  ],
  ["everything gone", "/episodes/1", () => db.execute(sql`truncate episodes cascade`), "non trouvé"],
]

const addComment = () =>
  db.insert(comments).values({
    episodeId: 1,
    authorName: COMMENT.name,
    authorEmail: COMMENT.email,
    content: COMMENT.content,
  })

describe("2.9 a kept page is forgotten after", () => {
  beforeEach(async () => {
    const [episode, guest] = [await createEpisode(), await createGuest({ slug: "keza" })]
    await db.insert(episodeGuests).values({ episodeId: episode.id, guestId: guest.id, position: 0 })
    await createNews()
    await createPost({ slug: "article" })
    await createPage({ slug: "equipe" })
    await settle()
  })

  test.each(CHANGES)("a kept page is forgotten after %s: %s", async (_what, path, change, shows) => {
    expect(await textOf(path)).not.toContain(`>${shows}`)
    await change()
    await expect.poll(() => textOf(path), { interval: 10 }).toContain(shows)
  })

  test("a kept page is forgotten after the first account, which the home page asks for until then", async () => {
    expect(await textOf("/")).toContain("Créer le compte")
    await createUser("admin")
    await expect.poll(() => textOf("/"), { interval: 10 }).not.toContain("Créer le compte")
  })

  test.each([
    ["hidden", () => db.update(comments).set({ status: "hidden" })],
    ["deleted", () => db.delete(comments)],
  ] as const)("a kept page is forgotten after a comment that is %s", async (_what, change) => {
    await addComment()
    await expect.poll(() => textOf("/episodes/1"), { interval: 10 }).toContain(COMMENT.name)
    await change()
    await expect.poll(() => textOf("/episodes/1"), { interval: 10 }).not.toContain(COMMENT.name)
  })

  test("a kept page is forgotten after a transaction, once it is committed", async () => {
    const before = await etagOf("/episodes/1")
    await db.transaction(async (tx) => {
      await tx.update(episodes).set({ title: "Pas encore" })
      expect(await etagOf("/episodes/1")).toBe(before)
    })
    await expect.poll(() => textOf("/episodes/1"), { interval: 10 }).toContain("Pas encore")
  })

  test("a kept page is forgotten after nothing that is none of its business", async () => {
    const before = await Promise.all(["/episodes/1", "/episodes", "/blog", "/about"].map(etagOf))
    // What is counted at each visit would otherwise empty the cache at each visit.
    await setViews(12)
    await db.insert(likes).values({ episodeId: 1, sessionId: "session_1_a" })
    await db.update(news).set({ title: "Autre" })
    await expect.poll(() => textOf("/news"), { interval: 10 }).toContain("Autre")
    expect(await Promise.all(["/episodes/1", "/episodes", "/blog", "/about"].map(etagOf))).toEqual(before)
  })

  test("a kept page is forgotten after any change of a column", async () => {
    const { rows } = await db.execute(
      sql`select tgname from pg_trigger where tgname like '%purge%' and tgattr <> ''`,
    )
    expect(rows).toEqual([])
  })
})

test.each(["/sitemap.xml", "/lettres/1", "/lettres.xml", "/episodes?q=rap"])(
  "a change of any type makes %s stale",
  (path) => {
    const tables = managedTypes().flatMap(({ published }) =>
      published ? [getTableName(published.written ?? published.table)] : [],
    )
    expect(tables.length).toBeGreaterThan(3)
    expect(findPageAddress(path)?.tags).toEqual(expect.arrayContaining(tables))
  },
)

test("readers never see an older page than before, while many write", async () => {
  await createEpisode({ title: "Version 0" })
  let isWriting = true
  const read = async () => Number(/Version (\d+)/.exec(await textOf("/episodes/1"))?.[1])
  const readers = Array.from({ length: 6 }, async () => {
    let last = 0
    while (isWriting) {
      const seen = await read()
      expect(seen).toBeGreaterThanOrEqual(last)
      last = seen
    }
  })
  for (let version = 1; version <= 60; version += 1) {
    await db.update(episodes).set({ title: `Version ${version}` })
    await sleep(Math.random() * 10)
  }
  isWriting = false
  await Promise.all(readers)
  await expect.poll(read, { interval: 10 }).toBe(60)
})

test("18.2 what is dated in the future appears when its time comes", async () => {
  await createEpisode({ title: "Bientôt" })
  await createNews({ title: "Tout à l’heure" })
  // Both are to be read before that time, however slow the machine.
  let soon: Date
  let pages: string[]
  for (let inMs = 1_000; ; inMs *= 2) {
    soon = new Date(Date.now() + inMs)
    await db.update(episodes).set({ publishedAt: soon })
    await db.update(news).set({ publishedAt: soon })
    await settle()
    pages = [await textOf("/episodes"), await textOf("/news")]
    if (new Date() < soon) break
  }
  expect(pages[0]).not.toContain("Bientôt")
  expect(pages[1]).not.toContain("Tout à l’heure")
  await expect.poll(() => textOf("/episodes"), { interval: 50 }).toContain("Bientôt")
  await expect.poll(() => textOf("/news"), { interval: 50 }).toContain("Tout à l’heure")
})

test("what changed while nobody listened is seen once the connection is back", async () => {
  await createEpisode({ title: "Avant" })
  await settle()
  expect(await textOf("/episodes/1")).toContain("Avant")
  await db.transaction(async (tx) => {
    // Nobody is told of this one.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.update(episodes).set({ title: "Après" })
  })
  expect(await textOf("/episodes/1")).toContain("Avant")
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cko listener' and datname = current_database()`)
  await expect.poll(() => textOf("/episodes/1"), { interval: 50 }).toContain("Après")
})
