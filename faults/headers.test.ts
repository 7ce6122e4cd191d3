import { expect, test } from "vitest"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { uploadPicture } from "./upload-picture.ts"
import { signUp, visit } from "./visitor.ts"

// What browsers are told beside each kind of answer, as it leaves the house.

/** Other with every answer, or the server's own to say. */
const OWN =
  /^(date|connection|keep-alive|x-request-id|server-timing|etag|last-modified|content-length|content-encoding|transfer-encoding)$/

const HERE = { "cross-origin-resource-policy": "same-origin" }
const ANYWHERE = { "cross-origin-resource-policy": "cross-origin" }
const GUARDED = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
}
const policy = (text: string) => ({ "content-security-policy": text })
/** As a page of its own it runs nothing, and shows what is the site's. */
const INERT = policy(
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
)
const PAGE = policy(
  "default-src 'self'; object-src 'none'; script-src 'self' …; style-src 'self' 'unsafe-inline'; img-src 'self' data: https: http:; " +
    "media-src 'self' https: http:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self' " +
    "https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
)
const kept = (value: string) => ({ "cache-control": value })
const KEPT = {
  ...kept("public, max-age=0, s-maxage=60"),
  vary: "Accept-Encoding, Cookie",
}
const PRIVATE = kept("private, no-store")
const CODED = { vary: "Accept-Encoding" }
const type = (value: string) => ({ "content-type": value })
const HTML = type("text/html; charset=utf-8")
const FOR_APPS = { "access-control-allow-origin": "*" }
const OF_FILES = {
  ...FOR_APPS,
  ...ANYWHERE,
  ...policy("default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"),
  ...kept("public, max-age=31536000, immutable"),
  "accept-ranges": "bytes",
  "access-control-expose-headers":
    "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Last-Modified",
  "x-content-type-options": "nosniff",
}
/** What others show in the place of a link to it (docs/product.md 50.5). */
const SHOWN_ELSEWHERE = {
  link:
    '<http://cko.test/oembed?url=http%3A%2F%2Fcko.test%2F&format=json>; rel="alternate"; type="application/json+oembed", ' +
    '<http://cko.test/oembed?url=http%3A%2F%2Fcko.test%2F&format=xml>; rel="alternate"; type="text/xml+oembed"',
}
const FEED = {
  ...GUARDED,
  ...HERE,
  ...KEPT,
  ...FOR_APPS,
  ...policy("default-src 'none'; style-src 'self'; frame-ancestors 'none'"),
  ...type("application/rss+xml; charset=utf-8"),
  // A window of a browser gets another answer than an app.
  vary: "Accept-Encoding, Cookie, Sec-Fetch-Dest",
  "access-control-expose-headers": "ETag, Last-Modified, Link",
  link: '<http://cko.test/feed.xml>; rel="self"',
}

const nobody = { cookie: "cko.session_token=none" }

test("each kind of answer says what browsers may do with it, once, and nothing else", async () => {
  const site = await startOwnSite({ DATA_DIR: await makeFolder() })
  const cookie = await signUp(site.url)
  const medium = `/media/${await uploadPicture(site.url, cookie)}/a.png`
  const home = await visit(site.url)
  const asset = /\/assets\/[^"]+\.js/.exec(home.text)?.[0] ?? ""
  const brand = (await visit(`${site.url}/brand/x/cover.jpg`)).headers.get("location") ?? ""

  const kinds: [
    path: string,
    status: number,
    headers: Record<string, string>,
    sent?: Record<string, string>,
  ][] = [
    ["/", 200, { ...GUARDED, ...HERE, ...PAGE, ...KEPT, ...HTML, ...SHOWN_ELSEWHERE }],
    ["/", 200, { ...GUARDED, ...HERE, ...PAGE, ...PRIVATE, ...CODED, ...HTML, ...SHOWN_ELSEWHERE }, nobody],
    ["/admin", 302, { ...GUARDED, ...HERE, ...INERT, ...PRIVATE, location: "/auth" }, nobody],
    ["/nulle-part", 404, { ...GUARDED, ...HERE, ...PAGE, ...PRIVATE, ...CODED, ...HTML }],
    [
      "/episodes/10.data",
      200,
      { ...GUARDED, ...HERE, ...INERT, ...KEPT, ...type("text/x-script"), "x-remix-response": "yes" },
    ],
    ["/feed.xml", 200, FEED],
    ["/feed", 301, { ...GUARDED, ...HERE, ...INERT, ...KEPT, location: "/feed.xml" }],
    [
      "/episodes/10/transcript.vtt",
      200,
      { ...GUARDED, ...HERE, ...INERT, ...KEPT, ...FOR_APPS, ...type("text/vtt; charset=utf-8") },
    ],
    ["/robots.txt", 200, { ...GUARDED, ...HERE, ...INERT, ...KEPT, ...type("text/plain; charset=utf-8") }],
    [
      medium,
      200,
      {
        ...OF_FILES,
        ...type("image/jpeg"),
        "content-disposition": `inline; filename="a"; filename*=UTF-8''a`,
      },
    ],
    [
      "/starter/episode-10.mp3",
      200,
      { ...GUARDED, ...ANYWHERE, ...INERT, ...CODED, ...kept("public, max-age=3600"), ...type("audio/mpeg") },
    ],
    [
      "/share.png",
      200,
      { ...GUARDED, ...ANYWHERE, ...INERT, ...CODED, ...kept("public, max-age=3600"), ...type("image/png") },
    ],
    [
      brand,
      200,
      { ...GUARDED, ...ANYWHERE, ...INERT, ...kept("public, max-age=604800"), ...type("image/jpeg") },
    ],
    [
      asset,
      200,
      {
        ...HERE,
        ...CODED,
        ...kept("public, max-age=31536000, immutable"),
        ...type("text/javascript; charset=utf-8"),
        "x-content-type-options": "nosniff",
      },
    ],
    ["/healthz", 200, { ...GUARDED, ...HERE, ...INERT, ...kept("no-store"), ...type("application/json") }],
  ]
  for (const [path, status, expected, headers = {}] of kinds) {
    const response = await visit(site.url + path, { headers })
    expect({ path, status: response.status, ...told(response.headers) }).toEqual({
      path,
      status,
      ...expected,
    })
  }
})

function told(headers: Headers) {
  const all = [...headers].filter(([name]) => !OWN.test(name))
  return Object.fromEntries(
    all.map(([name, value]) => [name, value.replace(/('sha256-[^']+' ?)+/, "…").replace(" …;", " …;")]),
  )
}
