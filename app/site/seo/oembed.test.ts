import { beforeEach, describe, expect, test } from "vitest"
import { getPage, PUBLIC_URL, send } from "#test/app.ts"
import { emptyTables, useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createNews } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"

useDatabase()
beforeEach(() => emptyTables("settings"))

const AUDIO = "https://sons.exemple.test/1.mp3"
const ask = (url: string, fields: Record<string, string> = {}) =>
  send(`/oembed?${new URLSearchParams({ url, ...fields })}`)
const answerOf = async (url: string, fields?: Record<string, string>) =>
  (await (await ask(url, fields)).json()) as Record<string, string | number | undefined>

describe("50.5 oEmbed", () => {
  test("says what others show in the place of an episode", async () => {
    const { id } = await createEpisode({ title: "Le direct", guest: "Awa", audioUrl: AUDIO })
    const response = await ask(`${PUBLIC_URL}/episodes/${id}?t=75&utm_source=x`)
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("application/json")
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    const answer = (await response.json()) as Record<string, unknown>
    expect(answer).toMatchObject({
      ...{ version: "1.0", type: "rich", width: 640, height: 180 },
      ...{ title: "Le direct", author_name: "Awa" },
      ...{ provider_name: "CKO", provider_url: `${PUBLIC_URL}/` },
      ...{ thumbnail_url: `${PUBLIC_URL}/share.png`, thumbnail_width: 1200, thumbnail_height: 630 },
    })
    expect(answer.html).toBe(
      `<iframe src="${PUBLIC_URL}/embed/episodes/${id}?t=75" title="Lecteur\u00a0: Le direct" width="640" height="180" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    )
  })

  test("says the same as XML", async () => {
    await createEpisode({ title: "Lui & moi", audioUrl: AUDIO })
    const response = await ask(`${PUBLIC_URL}/episodes/1`, { format: "xml" })
    expect(response.headers.get("content-type")).toBe("text/xml; charset=utf-8")
    const text = await response.text()
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1.0</)
    expect(text).toContain("<title>Lui &amp; moi</title>")
    expect(text).toContain("<html>&lt;iframe src=")
  })

  test("keeps to the bounds, and has the library's pictures in theirs", async () => {
    const { key } = await createMedium({ width: 3000, height: 1500 })
    const chapters = [{ start: 0, title: "Un" }]
    await createEpisode({ audioUrl: AUDIO, chapters, thumbnailUrl: `/media/${key}/image` })
    const page = `${PUBLIC_URL}/episodes/1`
    expect(await answerOf(page)).toMatchObject({
      ...{ width: 640, height: 420, thumbnail_width: 640, thumbnail_height: 320 },
      thumbnail_url: `${PUBLIC_URL}/media/${key}/640.webp`,
    })
    expect(await answerOf(page, { maxheight: "419" })).toMatchObject({ height: 180 })
    expect(await answerOf(page, { maxheight: "179" })).toMatchObject({ height: 120 })
    const small = await answerOf(page, { maxwidth: "300", maxheight: "90" })
    expect(small).toMatchObject({ width: 300, height: 90 })
    expect(small).not.toHaveProperty("thumbnail_url")
    for (const maxwidth of ["0", "-5", "1e3", "x", "9".repeat(100_000)])
      expect(await answerOf(page, { maxwidth })).toMatchObject({ width: 640 })
  })

  test("knows the podcast itself, lists, and news with a film", async () => {
    await createEpisode({ title: "Un", season: 3, audioUrl: AUDIO })
    await createNews({ title: "Le clip", mediaType: "video", mediaUrl: "https://youtu.be/abcdefghijk" })
    await createNews({ mediaType: "image", mediaUrl: "https://images.exemple.test/1.jpg" })
    const frameOf = async (path: string) =>
      /src="([^"]*)"/.exec(String((await answerOf(PUBLIC_URL + path)).html))?.[1]?.slice(PUBLIC_URL.length)
    for (const path of ["", "/", "/episodes", "/episodes/", "/embed/latest"])
      expect(await frameOf(path)).toBe("/embed/latest")
    expect(await frameOf("/episodes/1/")).toBe("/embed/episodes/1")
    expect(await frameOf("/embed/playlist/3")).toBe("/embed/playlist/3")
    expect(await frameOf("/news/galeries/1")).toBe("/embed/news/1")
    expect((await ask(`${PUBLIC_URL}/news/galeries/2`)).status).toBe(404)
    const { html } = await getPage("/embed/news/1")
    expect(html).toContain("Voir la vidéo sur YouTube")
    expect(html).not.toMatch(/<script|<iframe/)
    expect((await getPage("/embed/news/2")).html).toContain("Ce contenu n’est pas disponible ici.")
  })

  test.each([
    "",
    "x",
    "%00",
    "https://evil.example/episodes/1",
    `${PUBLIC_URL}.evil.example/episodes/1`,
    `javascript:alert(1)//${PUBLIC_URL}/episodes/1`,
    `${PUBLIC_URL}/episodes/2`,
    `${PUBLIC_URL}/episodes/99999999999`,
    `${PUBLIC_URL}/episodes/3`,
    `${PUBLIC_URL}/embed/playlist/9`,
    `${PUBLIC_URL}/news/galeries/1`,
    `${PUBLIC_URL}/about`,
    `${PUBLIC_URL}/${"a".repeat(100_000)}`,
  ])("says 404 of anything else: %#", async (url) => {
    await createEpisode({ audioUrl: AUDIO })
    await createEpisode({ audioUrl: AUDIO, isPublished: false })
    await createEpisode({ audioUrl: null })
    expect((await ask(url)).status).toBe(404)
  })

  test("says 404 without an address, 501 to formats that it does not have, 401 where hosts show it nowhere", async () => {
    await createEpisode({ audioUrl: AUDIO })
    const page = `${PUBLIC_URL}/episodes/1`
    expect((await send("/oembed")).status).toBe(404)
    expect((await ask(page, { format: "yaml" })).status).toBe(501)
    await setSettings("embeds", { where: "nowhere" })
    expect((await ask(page)).status).toBe(401)
  })
})

describe("50.5 who reads pages finds it", () => {
  /** By what they call themselves, and how much of a page they read. */
  const READERS = [
    // wp-includes/class-wp-oembed.php: links in what comes before `</head>`, of the first 150 kB.
    ["WordPress", "WordPress/6.8; https://blog.example", 153_600],
    // oembed-service.js: any answer within two seconds; a frame needs `version` and a width.
    ["Ghost", "Mozilla/5.0 (compatible; Ghost/6.0; +https://ghost.org/)", 1_000_000],
    ["Discord", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", 1_000_000],
    ["Notion", "Mozilla/5.0 (compatible; Iframely/1.3.1; +https://iframely.com/docs/about)", 100_000],
  ] as const

  test.each(READERS)("%s", async (_name, userAgent, most) => {
    const long = "Un mot de plus. ".repeat(6_000)
    await createEpisode({ title: "Le direct", audioUrl: AUDIO, description: long })
    const headers = { "User-Agent": userAgent }
    const page = await send("/episodes/1", { headers })
    const [head = ""] = (await page.text()).slice(0, most).split("</head>")
    const [link = ""] = /<link [^>]*application\/json\+oembed[^>]*>/.exec(head) ?? []
    const address = /href="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const answer = await send(address.slice(PUBLIC_URL.length), { headers })
    expect(await answer.json()).toMatchObject({
      ...{ version: "1.0", type: "rich", title: "Le direct", width: 640 },
      html: expect.stringMatching(
        /^<iframe src="https:[^"]*" title="[^"]+" width="640" height="180" [^>]*><\/iframe>$/,
      ),
    })
  })

  test("Mastodon, which refuses rich ones, finds a player and its size in the head", async () => {
    await createEpisode({ audioUrl: AUDIO })
    const headers = { "User-Agent": "Mastodon/4.5.0 (http.rb/5.3.1; +https://mastodon.example/)" }
    const [head = ""] = (await (await send("/episodes/1", { headers })).text()).split("</head>")
    const read = (name: string) => new RegExp(`name="twitter:${name}" content="([^"]*)"`).exec(head)?.[1]
    const player = read("player") ?? ""
    expect([Number(read("player:width")), Number(read("player:height"))]).toEqual([640, 180])
    const framed = await send(player.slice(PUBLIC_URL.length), { headers })
    expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors *")
    expect(framed.headers.has("x-frame-options")).toBe(false)
  })
})

describe("50.6 the head of what can be shown elsewhere", () => {
  const metaOf = (html: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

  test("names its oEmbed, its sound and its player", async () => {
    await createEpisode({ title: "Le direct", audioUrl: AUDIO, audioType: "audio/mpeg" })
    const { html, headers } = await getPage("/episodes/1")
    const address = `${PUBLIC_URL}/oembed?url=${encodeURIComponent(`${PUBLIC_URL}/episodes/1`)}`
    expect(html).toContain(`<link rel="alternate" type="application/json+oembed" href="${address}"/>`)
    expect(headers.get("link")).toBe(
      `<${address}&format=json>; rel="alternate"; type="application/json+oembed", <${address}&format=xml>; rel="alternate"; type="text/xml+oembed"`,
    )
    expect(metaOf(html, "og:audio")).toBe(AUDIO)
    expect(metaOf(html, "og:audio:secure_url")).toBe(AUDIO)
    expect(metaOf(html, "og:audio:type")).toBe("audio/mpeg")
    expect(metaOf(html, "twitter:player")).toBe(`${PUBLIC_URL}/embed/episodes/1`)
    expect(metaOf(html, "twitter:player:width")).toBe("640")
    expect(metaOf(html, "twitter:player:height")).toBe("180")
    expect(html).toContain(
      `"associatedMedia":{"@type":"AudioObject","contentUrl":"${AUDIO}","encodingFormat":"audio/mpeg","embedUrl":"${PUBLIC_URL}/embed/episodes/1"}`,
    )
    expect(metaOf((await getPage("/")).html, "twitter:player")).toBe(`${PUBLIC_URL}/embed/latest`)
  })

  test("names no player to networks where hosts name the sites, and nothing where they show it nowhere", async () => {
    await createEpisode({ audioUrl: AUDIO })
    await setSettings("embeds", { where: "sites", sites: "exemple.fr" })
    const named = (await getPage("/episodes/1")).html
    expect(named).toContain("json+oembed")
    expect(named).not.toContain("twitter:player")
    await setSettings("embeds", { where: "nowhere" })
    for (const path of ["/", "/episodes/1"]) {
      const { html, headers } = await getPage(path)
      expect(html).not.toMatch(/oembed|twitter:player|og:audio|embedUrl/)
      expect(headers.has("link")).toBe(false)
    }
  })
})
