import { gzipSync } from "node:zlib"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { listSitemapAddresses } from "#app/site/seo/sitemap.server.ts"
import { useDatabase } from "#test/database.ts"
import { createPage, createPost } from "#test/factories.ts"
import { anywhere, sendFeed, sendStatus, startFeedHost } from "#test/feed-host.ts"
import { readHtml } from "#test/html.ts"
import { sendForm, signInAsNew } from "#test/people.ts"
import { findingsOfNewSite, findingsOfOldSite } from "./address-findings.ts"
import { lookAtNewSite, lookAtOldSite } from "./look-at-sites.server.ts"
import { readSitemaps } from "./read-sitemaps.server.ts"

let host: Awaited<ReturnType<typeof startFeedHost>>

useDatabase()
beforeEach(async () => {
  host = await startFeedHost()
  return () => host.close()
})

const locs = (addresses: string[], of: string) =>
  addresses.map((address) => `<${of}><loc>${address}</loc></${of}>`).join("")
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (...paths: string[]) =>
  `<?xml version="1.0"?><urlset ${NAMESPACE}>${locs(
    paths.map((path) => (path.startsWith("/") ? host.url + path : path)),
    "url",
  )}</urlset>`
const index = (...paths: string[]) =>
  `<sitemapindex ${NAMESPACE}>${locs(
    paths.map((path) => (path.startsWith("/") ? host.url + path : path)),
    "sitemap",
  )}</sitemapindex>`
const serve = (path: string, xml: string) => host.reply(path, sendFeed(xml))
const read = (path = "/") => readSitemaps(host.url + path, anywhere)
const there = (paths: string[], more = {}) => ({
  outcome: "there",
  paths,
  isCut: false,
  unread: 0,
  foreign: 0,
  ...more,
})
const asked = () => host.requests.map(({ url }) => url)

describe("a sitemap", () => {
  test.each(["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"])(
    "41.4 is found at %s, and told without doubles",
    async (path) => {
      serve(path, urlset("/a/", "/a", "//A", "/b?p=1", "/c#d", "/e&amp;f", "///x.y//z"))
      expect(await read()).toEqual(there(["/a/", "/b?p=1", "/c", "/e&f", "/x.y//z"]))
    },
  )

  test("41.4 is where robots.txt says, in several files, packed ones too, one level deep", async () => {
    serve("/robots.txt", `User-agent: *\r\nSITEMAP: ${host.url}/plan.xml\r\nSitemap: /autre.xml`)
    serve("/plan.xml", index("/1.xml", "/2.xml.gz", "/manque.xml", "https://ailleurs.example/3.xml"))
    serve("/1.xml", urlset("/un"))
    host.reply("/2.xml.gz", (response) => response.writeHead(200).end(gzipSync(urlset("/deux"))))
    serve("/autre.xml", index("/plus-profond.xml"))
    serve("/plus-profond.xml", index("/1.xml", "/jamais.xml"))
    expect(await read()).toEqual(there(["/un", "/deux"], { unread: 2, isCut: true }))
    expect(asked()).not.toContain("/jamais.xml")
    expect(asked()).not.toContain("/sitemap.xml")
  })

  test("is the one that was typed, or of a site in a folder", async () => {
    serve("/plan.xml", urlset("/un"))
    serve("/blog/sitemap.xml", urlset("/blog/deux"))
    expect(await read("/plan.xml")).toEqual(there(["/un"]))
    expect(await read("/blog")).toEqual(there(["/blog/deux"]))
  })

  test("speaks of the site under the name that this site has now, and of no others", async () => {
    const others = ["https://ailleurs.example/c", "javascript:alert(1)", "mailto:a@b.example", "https://"]
    serve("/sitemap.xml", index("https://www.cko.test/1.xml"))
    serve("/1.xml", urlset("https://cko.test/a", "https://www.cko.test/b", ...others))
    expect(await read()).toEqual(there(["/a", "/b"], { foreign: 3 }))
  })

  test.each([
    ["html", "<!doctype html><html><body><loc>/a</loc></body></html>"],
    ["text", "rien du tout"],
    ["nothing", ""],
    ["another kind of XML", "<rss><channel><loc>/a</loc></channel></rss>"],
    ["too deep", `<urlset>${"<a>".repeat(100_000)}`],
    ["its prototype", "<constructor><url><loc>/a</loc></url></constructor>"],
    ["no end of a tag", `<urlset ${"a".repeat(1_000_000)}`],
    ["packed, and damaged", "\u001f\u008b damaged"],
  ])("that is none (%s) is none", async (_, xml) => {
    host.reply("/sitemap.xml", (response) => response.writeHead(200).end(Buffer.from(xml, "latin1")))
    expect(await read()).toEqual({ outcome: "none" })
  })

  test("with entities of its own does not unfold them", async () => {
    const bomb = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
    const head = `<!DOCTYPE urlset [<!ENTITY e0 "ha"><!ENTITY x SYSTEM "file:///etc/passwd">${bomb.join("")}]>`
    serve("/sitemap.xml", head + urlset("/a", "/&e20;", "/&x;").replace(/^<\?xml[^>]*>/, ""))
    expect(await read()).toEqual(there(["/a", "/&e20;", "/&x;"]))
  })

  test("41.4 of a hundred thousand addresses is read as far as ten thousand", async () => {
    serve("/sitemap.xml", urlset(...Array.from({ length: 100_000 }, (_, n) => `/page-${n}`)))
    const found = await read()
    expect(found).toMatchObject({ isCut: true })
    expect(found.outcome === "there" && found.paths.length).toBe(10_000)
  })

  test("of very many files, and of very long addresses, is read in part", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `/${n}.xml`)
    for (const path of many) serve(path, urlset(path.slice(0, -4), `/${"a".repeat(3_000)}`))
    serve("/sitemap.xml", index(...many))
    const found = await read()
    expect(found).toMatchObject({ isCut: true, foreign: 0 })
    expect(host.requests.length).toBeLessThan(25)
  })

  test("that never ends is left", async () => {
    const piece = `<url><loc>${host.url}/la-meme</loc></url>`.repeat(2_000)
    host.reply("/sitemap.xml", (response) => {
      response.writeHead(200)
      response.write("<urlset>")
      const go = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once("drain", go)
      }
      go()
    })
    expect(await read()).toEqual(there(["/la-meme"], { isCut: true }))
  })

  test("packed into nearly nothing is left, too", async () => {
    const zeros = Buffer.concat([Buffer.from("<urlset>"), Buffer.alloc(60_000_000, " ")])
    host.reply("/sitemap.xml", (response) => response.writeHead(200).end(gzipSync(zeros)))
    expect(await read()).toEqual({ outcome: "away", reason: expect.stringContaining("trop lourd") })
  })

  test("of a site that answers by errors, leads here, in a circle or nowhere", async () => {
    host.reply("/sitemap.xml", sendStatus(503))
    expect(await read()).toEqual({ outcome: "away", reason: expect.stringContaining("503") })
    host.reply("/sitemap.xml", sendStatus(301, { location: "/sitemap.xml" }))
    expect(await read()).toEqual({ outcome: "away", reason: expect.stringContaining("trop de fois") })
    host.reply("/sitemap.xml", sendStatus(301, { location: "https://cko.test/sitemap.xml" }))
    expect(await read()).toEqual({ outcome: "here" })
    host.reply("/robots.txt", sendStatus(302, { location: "https://cko.test/" }))
    expect(await read()).toEqual({ outcome: "here" })
    expect(await readSitemaps("http://127.0.0.1:1/", anywhere)).toMatchObject({ outcome: "away" })
  })
})

const said = (findings: ReturnType<typeof findingsOfOldSite>) =>
  findings.map(({ state, title }) => `${state} ${title}`)

describe("the site that a podcast comes from", () => {
  const look = async () => findingsOfOldSite(await lookAtOldSite(host.url, anywhere))

  test("41.4 is told by what leads to a page or by a rule, and by what leads nowhere", async () => {
    await createPost({ slug: "minuit" })
    await createPost({ slug: "cache", isPublished: false })
    await createPage({ slug: "equipe" })
    await db.insert(redirects).values([
      { source: "/2019/*", target: "/blog" },
      { source: "/?p=12", target: "/blog/minuit" },
      { source: "/parti", target: null },
    ])
    await refreshRedirects()
    const here = ["/", "/blog/minuit/", "/equipe", "/2019/05/un-article", "/?p=12", "/parti"]
    serve("/sitemap.xml", urlset(...here, "/blog/cache", "/?p=13", "/%00", "/perdu/%C3%A9t%C3%A9?a=b"))
    const findings = await look()
    expect(said(findings)).toEqual([
      "fix 4 adresses sur 10 ne mènent à rien ici.",
      "good 6 adresses sur 10 mènent à quelque chose ici\u00a0: 3 à une page, 3 par une redirection.",
    ])
    expect(findings[0]?.paths).toEqual({
      count: 4,
      first: ["/blog/cache", "/?p=13", "/%00", "/perdu/%C3%A9t%C3%A9?a=b"].map((path) => ({
        path,
        // What rules cannot be about is left out.
        to: `/admin/redirects?source=${encodeURIComponent(path.replace("?a=b", ""))}`,
      })),
    })
    serve("/sitemap.xml", urlset("/perdu"))
    expect(said(await look())).toEqual(["fix 1 adresse sur 1 ne mène à rien ici."])
  })

  test("names the first fifty that lead nowhere, and says what was not read", async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => `/perdu-${n}`)
    serve("/sitemap.xml", urlset("https://ailleurs.example/", ...many))
    const findings = await look()
    expect(said(findings)).toEqual([
      "fix 10\u202f000 adresses sur 10\u202f000 ne mènent à rien ici.",
      "look Le plan de l’autre site est trop grand pour être lu en entier.",
      "look 1 adresse de ce plan est d’un autre site\u00a0: elle ne compte pas.",
    ])
    expect(findings[0]?.paths?.first).toHaveLength(50)
  })

  test("has nothing that leads nowhere, no sitemap, or is here already", async () => {
    await createPost({ slug: "minuit" })
    const own = await listSitemapAddresses()
    serve("/sitemap.xml", urlset(...own.map(({ path }) => path)))
    expect(said(await look())).toEqual([
      expect.stringMatching(/^good \d+ adresses sur \d+ mènent à quelque chose ici/),
    ])
    serve("/sitemap.xml", "<html>")
    expect(said(await look())).toEqual(["look Ce site n’a pas de plan (sitemap.xml) qui se lise."])
    host.reply("/robots.txt", sendStatus(301, { location: "https://cko.test/robots.txt" }))
    expect(said(await look())).toEqual(["look Cette adresse mène déjà à ce site."])
  })
})

describe("the site that a podcast goes to", () => {
  const look = async () => findingsOfNewSite(await lookAtNewSite(host.url, anywhere))

  test("41.5 is told by which pages of this one are not there", async () => {
    await createPost({ slug: "minuit" })
    const own = [...new Set((await listSitemapAddresses()).map(({ path }) => path.replace(/\?.*/, "")))]
    serve("/sitemap.xml", urlset(...own.filter((path) => path !== "/blog/minuit" && path !== "/about")))
    const findings = await look()
    expect(said(findings)).toEqual([`fix 2 pages sur ${own.length} ne sont pas à la même adresse là-bas.`])
    expect(findings[0]?.paths).toEqual({ count: 2, first: [{ path: "/about" }, { path: "/blog/minuit" }] })
    serve("/sitemap.xml", urlset(...own.map((path) => `${path}/`), "/de-plus"))
    expect(said(await look())).toEqual([
      `good Toutes les pages d’ici (${own.length}) ont la même adresse là-bas.`,
    ])
    host.reply("/robots.txt", sendStatus(301, { location: "https://cko.test/" }))
    expect(said(await look())).toEqual(["fix Cette adresse mène à ce site."])
  })
})

test.each([
  ["/admin/moving", "L’adresse de l’ancien site"],
  ["/admin/moving/out", "L’adresse du nouveau site"],
])("%s looks at a site that is typed, never inside, and keeps what was typed", async (page, label) => {
  const cookie = await signInAsNew("admin")
  const post = async (site: string) => {
    const response = await sendForm(page, { intent: "look-site", site }, { cookie })
    return { status: response.status, main: readHtml(await response.text()).get("main") }
  }
  const { status, main } = await post(host.url)
  expect([status, main.text]).toEqual([200, expect.stringContaining("réseau privé")])
  expect(main.get("input", { name: "site" }).attributes.value).toBe(host.url)
  expect(main.get("input", { name: "address" }).attributes.value ?? "").not.toBe(host.url)
  expect(host.requests).toHaveLength(0)
  for (const [typed, problem] of [
    ["", `${label} est requise`],
    ["javascript:alert(1)", `${label} doit être une adresse`],
    [`https://a.example/${"a".repeat(3_000)}`, label],
  ] as const) {
    const refused = await post(typed)
    expect([refused.status, refused.main.text]).toEqual([400, expect.stringContaining(problem)])
  }
})
