import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createGuest, createNews, createPage, createPost } from "#test/factories.ts"
import { createApp } from "./app.ts"

const PAGES = [
  ...["/", "/episodes", "/episodes?q=un", "/episodes?page=2", "/episodes/1", "/news", "/news?tab=galeries"],
  ...["/news?category=event", "/blog", "/blog/article", "/page/equipe", "/about", "/contact", "/sitemap.xml"],
  ...["/robots.txt", "/equipe", "/rien", "/episodes/99", "/blog/rien", "/page/rien"],
  ...["/guests/keza", "/guests/rien"],
]

beforeAll(openTestDatabase)
beforeAll(async () => {
  for (let n = 1; n <= 25; n += 1) await createEpisode()
  const guest = await createGuest({ slug: "keza" })
  await db
    .insert(episodeGuests)
    .values([1, 2].map((id) => ({ episodeId: id, guestId: guest.id, position: 0 })))
  await createNews()
  await createPost({ slug: "article" })
  await createPage({ slug: "equipe" })
})

describe("every page", () => {
  test.each(PAGES)("every page %s costs at most three queries", async (path) => {
    const timing = (await send(path)).headers.get("server-timing") ?? ""
    expect(Number(/sql;desc="(\d+)"/.exec(timing)?.[1])).toBeLessThanOrEqual(3)
  })

  test.each([...PAGES, "/healthz", "/episodes.data"])(
    "26.3 every page %s has its security headers",
    async (path) => {
      const { headers } = await send(path)
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("referrer-policy")).toBe("same-origin")
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
      expect(headers.has("x-powered-by")).toBe(false)
      const scripts = /script-src [^;]*/.exec(headers.get("content-security-policy") ?? "default-src 'none'")
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src '(none|self'; object-src 'none)'; .*frame-ancestors 'none'$/,
      )
      expect(scripts?.[0] ?? "").not.toMatch(/unsafe|https?:|\*/)
    },
  )

  test.each(PAGES)("every page %s answers HEAD like GET, without a body", async (path) => {
    const [head, get] = [await send(path, { method: "HEAD" }), await send(path)]
    expect(head.status).toBe(get.status)
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"))
    expect(head.headers.get("location")).toBe(get.headers.get("location"))
    expect(await head.text()).toBe("")
  })

  const takesPosts = new Set(["/episodes/1", "/episodes/99", "/contact"])
  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "every page refuses %s where nothing takes it",
    async (method) => {
      for (const path of PAGES) {
        if (method === "POST" && takesPosts.has(path)) continue
        const response = await send(path, { method, body: "a=b" })
        expect([path, response.status]).toEqual([path, 405])
      }
    },
  )

  test("every page has an id of its own", async () => {
    const ids = await Promise.all(PAGES.map(async (path) => (await send(path)).headers.get("x-request-id")))
    expect(new Set(ids).size).toBe(PAGES.length)
    expect(ids).not.toContain(null)
  })

  test("every page is compressed for who takes it", async () => {
    const response = await send("/about", { headers: { "Accept-Encoding": "gzip" } })
    expect(response.headers.get("content-encoding")).toBe("gzip")
    expect(response.headers.get("vary")).toContain("Accept-Encoding")
  })
})

test.each([
  ...[
    "/%",
    "/%E0%A4%A",
    "/%00",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//evil.example",
    "/\\evil.example",
    "/;",
    "/ ",
  ],
  ...["/episodes/%00", "/episodes/%", "/episodes/1/2", "/page/%00", "/blog/%00", "/episodes?q=%00&page=%00"],
  ...["/episodes?q=%E0%A4%A&q=2", "/episodes?page=%00", "/news?category=%00&tab=%00", "/blog?page=99999999"],
  ...["/episodes.data?_routes=rien", "/%00.data", "/.data", "/__manifest?paths=%00", "/sitemap.xml.data"],
  ...[`/${"a".repeat(8_000)}`, `/news?category=${"é".repeat(3_000)}`, "/?index", "/episodes?_data=x"],
  ...[
    "/episodes?q=%EF%BF%BF%F0%9F%8E%A4",
    "/episodes?q=%25_%5C'%22--",
    "/healthz/x",
    "/assets/../package.json",
  ],
])("an address that nobody should type %s never fails", async (path) => {
  expect((await send(path)).status).toBeLessThan(500)
  expect((await send(path, { method: "OPTIONS" })).status).toBeLessThan(500)
})

test("an address that nobody should type never fails, whatever it is", async () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(...["episodes", "news", "blog", "page", "1", ".data", "..", "/", "?", "&", "=", "#"]),
    fc.constantFrom(
      ...["%", "%00", "%ff", "%2f", "q", "page", "category", "tab", "galeries", "\\", "'", ":"],
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      expect((await send(`/${pieces.join("")}`)).status).toBeLessThan(500)
    }),
    { numRuns: 60 },
  )
})

describe("files of the build", () => {
  let clientDir = ""
  const get = (path: string, headers = {}) =>
    createApp({ publicUrl: "https://cko.test", clientDir }).request(`https://cko.test${path}`, { headers })

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "cko-client-"))
    clientDir = join(folder, "client")
    await mkdir(join(clientDir, "assets"), { recursive: true })
    await writeFile(join(folder, "secret.txt"), "Hors du dossier")
    await writeFile(join(clientDir, "assets/a-1.js"), "let a")
    await writeFile(join(clientDir, "assets/a-1.js.gz"), gzipSync("let a"))
    await writeFile(join(clientDir, "assets/a-1.svg"), "<svg/>")
    await writeFile(join(clientDir, "favicon.svg"), "<svg/>")
    return () => rm(folder, { recursive: true })
  })

  test.each([
    ["/assets/a-1.js", "text/javascript", "public, max-age=31536000, immutable"],
    ["/favicon.svg", "image/svg+xml", "public, max-age=3600"],
  ])("files of the build %s can be kept", async (path, type, cacheControl) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toContain(type)
    expect(response.headers.get("cache-control")).toBe(cacheControl)
  })

  test("files of the build are taken for nothing else, and run nothing when a picture is opened alone", async () => {
    const script = await get("/assets/a-1.js")
    const picture = await get("/assets/a-1.svg")
    for (const { status, headers } of [script, picture]) {
      expect(status).toBe(200)
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
    }
    expect(picture.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect([...script.headers].join().length).toBeLessThan(500)
  })

  test("files of the build are sent compressed where they are", async () => {
    const response = await get("/assets/a-1.js", { "Accept-Encoding": "gzip" })
    expect(response.headers.get("content-encoding")).toBe("gzip")
    expect(response.headers.get("content-type")).toContain("text/javascript")
    // Who keeps either one sends it to nobody who asked for the other.
    for (const { headers } of [response, await get("/assets/a-1.js")])
      expect(headers.get("vary")).toBe("Accept-Encoding")
  })

  test.each([
    "/assets/rien.js",
    "/share.png",
    "/assets/",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
  ])("files of the build %s is a plain 404 that nobody keeps", async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get("cache-control") ?? "").not.toContain("max-age")
    expect(await response.text()).not.toContain("Hors du dossier")
  })
})
