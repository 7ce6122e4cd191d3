import { brotliCompressSync } from "node:zlib"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { emptyTables, useDatabase } from "#test/database.ts"
import { getPage, PUBLIC_URL, send } from "#test/app.ts"
import { createEpisode } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { parsePlaylist } from "./embed-addresses.ts"

useDatabase()
beforeEach(() => emptyTables("settings"))

const AUDIO = "https://sons.exemple.test/1.mp3"
const policyOf = ({ headers }: { headers: Headers }) => headers.get("content-security-policy") ?? ""
const tracksOf = (html: string) =>
  JSON.parse(/<script id="tracks" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? "[]") as {
    title: string
    page: string
    audioUrl: string
    chapters?: unknown[]
    hasTranscript: boolean
  }[]

describe("50.1 an episode's player", () => {
  test("is all in one page that others frame, without React, and of at most 20 kB", async () => {
    const chapters = Array.from({ length: 100 }, (_, index) => ({
      start: index * 30_000,
      title: `Le chapitre numéro ${index}, dont le titre est aussi long que ceux de bien des podcasts`,
    }))
    const { id } = await createEpisode({ title: "Le direct", guest: "Awa", audioUrl: AUDIO, chapters })
    await db.insert(transcripts).values({
      ...{ episodeId: id, text: "Bonsoir", isPublished: true },
      cues: [{ start: 0, end: 900, text: "Bonsoir" }],
    })
    const page = await getPage(`/embed/episodes/${id}`)
    expect(page.status).toBe(200)
    expect(page.html).toContain("<title>Lecteur\u00a0: Le direct</title>")
    expect(page.html).not.toMatch(/<script[^>]* src|<link/)
    expect(brotliCompressSync(page.html).length).toBeLessThan(20_000)
    expect(policyOf(page)).toMatch(/script-src 'sha256-[^;]+'; .*frame-ancestors \*$/)
    expect(page.headers.has("x-frame-options")).toBe(false)
    expect(page.headers.has("set-cookie")).toBe(false)
    expect(tracksOf(page.html)).toMatchObject([
      { title: "Le direct", page: `${PUBLIC_URL}/episodes/${id}`, audioUrl: AUDIO, hasTranscript: true },
    ])
    expect(page.html).toContain('<audio id="audio" controls="" preload="none"')
  })

  test("asks for chapters itself where there are many, or several episodes", async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ start: index * 1_000, title: `${index}` }))
    const { id } = await createEpisode({ audioUrl: AUDIO, chapters: many })
    const { id: other } = await createEpisode({ audioUrl: AUDIO, chapters: many.slice(0, 2) })
    const chaptersOn = async (path: string) =>
      tracksOf((await getPage(path)).html).map(({ chapters }) => chapters)
    expect(await chaptersOn(`/embed/episodes/${id}`)).toEqual([undefined])
    expect(await chaptersOn(`/embed/playlist/${id},${other}`)).toEqual([undefined, undefined])
    expect(await chaptersOn(`/embed/episodes/${other}`)).toEqual([many.slice(0, 2)])
  })

  test("runs nothing of what hosts wrote", async () => {
    const title = `</script><script>alert(1)</script>"'<img src=x onerror=alert(1)>`
    const { id } = await createEpisode({
      title,
      guest: title,
      audioUrl: AUDIO,
      chapters: [{ start: 0, title }],
    })
    const { html } = await getPage(`/embed/episodes/${id}`)
    expect(html).not.toContain("<script>alert")
    expect(html).not.toContain("<img src=x")
    expect(tracksOf(html)[0]?.title).toBe(title)
  })

  test("of one without a sound leads to the site", async () => {
    const { id } = await createEpisode({ title: "Le film", audioUrl: null })
    const { html } = await getPage(`/embed/episodes/${id}`)
    expect(html).toContain("Cet épisode se regarde sur le site.")
    expect(html).not.toContain("<script")
  })

  test.each([
    ["removed", "/embed/episodes/4000", {}],
    ["a draft", "/embed/episodes/1", { isPublished: false }],
    ["set for later", "/embed/episodes/1", { publishedAt: new Date(Date.now() + 3_600_000) }],
    ["a draft", "/embed/latest", { isPublished: false }],
    ["a draft", "/embed/playlist/1,2", { isPublished: false }],
    ["no number", "/embed/episodes/x%00", {}],
    ["no list", "/embed/playlist/un,deux", {}],
  ])("50.3 that is %s is a card without a word of it: %s", async (_what, path, values) => {
    await createEpisode({ title: "Le secret", audioUrl: AUDIO, ...values })
    const { status, html } = await getPage(path)
    expect(status).toBe(200)
    expect(html).toContain("Ce contenu n’est pas disponible ici.")
    expect(html).not.toContain("secret")
    expect(html).not.toContain("sons.exemple.test")
  })

  test("50.1 wears the site's colours, by a theme of its address", async () => {
    await setSettings("appearance", {
      palette: { ink: "#001122", paper: "#ffffff", blood: "#cc0000", gold: "#ffcc00" },
    })
    await createEpisode({ audioUrl: AUDIO })
    expect((await getPage("/embed/latest?theme=dark")).html).toContain("color-scheme:dark;--ground:#001122")
    expect((await getPage("/embed/latest?theme=light")).html).toContain("color-scheme:light;--ground:#ffffff")
    expect((await getPage("/embed/latest?theme=%00x")).html).toContain("@media (prefers-color-scheme:dark)")
  })
})

describe("50.1 the newest and lists", () => {
  test("are of what can be heard", async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    await createEpisode({ title: "Un", season: 2, audioUrl: AUDIO, publishedAt: at(1) })
    await createEpisode({ title: "Deux", season: 2, audioUrl: AUDIO, publishedAt: at(2) })
    await createEpisode({ title: "Muet", season: 2, audioUrl: null, publishedAt: at(3) })
    const titles = async (path: string) => tracksOf((await getPage(path)).html).map(({ title }) => title)
    expect(await titles("/embed/latest")).toEqual(["Deux"])
    expect(await titles("/embed/playlist/2")).toEqual(["Un", "Deux"])
    expect(await titles("/embed/playlist/2,1,3,2,99")).toEqual(["Deux", "Un"])
  })

  test.each([
    ["12", { season: 12 }],
    ["3,1,3", { ids: [3, 1] }],
    ["", undefined],
    ["1,", undefined],
    ["1,x", undefined],
    ["-1", undefined],
    [Array.from({ length: 51 }, (_, index) => index + 1).join(), undefined],
    ["1,".repeat(100_000), undefined],
  ])("are read from an address: %#", (text, playlist) => {
    expect(parsePlaylist(text)).toEqual(playlist)
  })
})

describe("50.3 where it may be framed", () => {
  beforeEach(() => createEpisode({ title: "Le direct", audioUrl: AUDIO }))

  test("only on some sites", async () => {
    await setSettings("embeds", { where: "sites", sites: "exemple.fr\nblog.test" })
    const page = await getPage("/embed/episodes/1")
    expect(policyOf(page)).toMatch(
      /frame-ancestors 'self' exemple\.fr \*\.exemple\.fr blog\.test \*\.blog\.test$/,
    )
    expect(page.html).toContain("Le direct")
  })

  test("nowhere: a card says so", async () => {
    await setSettings("embeds", { where: "nowhere" })
    const { html, status } = await getPage("/embed/episodes/1")
    expect(status).toBe(200)
    expect(html).toContain("Ce lecteur ne se montre que sur son site.")
    expect(html).not.toContain("Le direct")
  })

  test("no other page is framed", async () => {
    const { headers } = await getPage("/episodes/1")
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(policyOf({ headers })).toContain("frame-ancestors 'none'")
    const missing = await send("/embed/rien")
    expect(missing.status).toBe(404)
    expect(missing.headers.get("x-frame-options")).toBe("DENY")
  })
})
