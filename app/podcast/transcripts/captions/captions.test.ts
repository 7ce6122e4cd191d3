import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { newsMedia } from "#app/db/schema/content.server.ts"
import { mediaCaptions } from "#app/db/schema/media.server.ts"
import { LightboxMedia } from "#app/writing/news/lightbox-media.tsx"
import { listPublishedNews } from "#app/writing/news/news.server.ts"
import { mediaOf } from "#app/writing/news/shown-media.ts"
import { send } from "#test/app.ts"
import { createMedium, createNews } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"

const office = openOffice()
const KEY = "filmfilmfilmfilmfilmfi"
const FILM = `/media/${KEY}/film.mp4`
const PAGE = "/admin/media/captions?medium=1"
const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Awa>Bonsoir & <i>merci</i>.\n"

beforeEach(() => createMedium({ key: KEY, kind: "video", type: "video/mp4", title: "film.mp4" }))

const save = (fields: Record<string, string> = {}) =>
  office.send(PAGE, { intent: "save-captions", id: "1", language: "fr", text: VTT, ...fields })
const file = (path = `/captions/${KEY}/fr.vtt`) => send(path)

describe("the captions of a video", () => {
  test("38.5 are taken from a text, offered as a file, replaced and removed", async () => {
    expect((await office.see("/admin/media/1")).text).toContain("Sous-titres")
    expect((await office.see(PAGE)).text).toContain("pas encore de sous-titres")
    expect((await save()).headers.get("location")).toBe(PAGE)
    const answer = await file()
    expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8")
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(await answer.text()).toContain("00:00:01.000 --> 00:00:02.000\n<v Awa>Bonsoir &amp; merci.")
    const page = await office.see(PAGE)
    expect(page.get("track").attributes).toMatchObject({
      ...{ kind: "captions", srclang: "fr", label: "Français", src: `/captions/${KEY}/fr.vtt` },
    })
    await save({ text: VTT.replace("Bonsoir", "Bonjour") })
    await save({ language: "en", text: VTT.replace("Bonsoir", "Hello") })
    expect(await (await file()).text()).toContain("Bonjour")
    expect((await office.see(PAGE)).all("track")).toHaveLength(2)
    const removed = { intent: "remove-captions", id: "1", language: "fr" }
    expect((await office.send(PAGE, removed)).status).toBe(200)
    expect((await office.send(PAGE, removed)).status).toBe(404)
    expect((await file()).status).toBe(404)
  })

  test.each<[string, Record<string, string>, string]>([
    ["nothing", { text: " " }, "rien à lire"],
    ["no times", { text: "Bonsoir à tous." }, "n’a pas d’heures"],
    ["another language", { language: "xx" }, "Choisissez une langue"],
    ["another file of this site", { text: "", address: "/etc/passwd" }, "pas l’adresse d’un fichier"],
    ["a script", { address: "javascript:alert(1)" }, "doit commencer par https"],
  ])("are refused with %s, and what was typed stays", async (_, fields, problem) => {
    const response = await save(fields)
    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain(problem)
    expect(await db.$count(mediaCaptions)).toBe(0)
  })

  test("are those of a video alone", async () => {
    await createMedium()
    expect((await office.see("/admin/media/2")).text).not.toContain("Sous-titres")
    expect((await send("/admin/media/captions?medium=2")).status).not.toBe(200)
    expect(
      (await office.send(PAGE, { intent: "save-captions", id: "2", language: "fr", text: VTT })).status,
    ).toBe(404)
    for (const path of [`/captions/${KEY}/xx.vtt`, "/captions/a%00b/fr.vtt", `/captions/${KEY}/../fr.vtt`])
      expect((await file(path)).status).toBe(404)
  })
})

test("38.5 a video in a gallery offers its captions, French ones first", async () => {
  const { id } = await createNews({ mediaType: "video", mediaUrl: FILM })
  await db
    .insert(newsMedia)
    .values({ newsId: id, position: 1, mediaType: "video", mediaUrl: FILM, caption: "" })
  await createNews({ mediaType: "video", mediaUrl: "https://elsewhere.example/film.mp4" })
  await save({ language: "en" })
  await save()
  const items = await listPublishedNews({ limit: 10 })
  expect(items.map(({ captions }) => captions).toSorted()).toEqual([[], ["fr", "en"]])
  const { media } = (await (await send(`/news/galeries/${id}/media`)).json()) as { media: unknown }
  expect(media).toMatchObject([{ captions: ["fr", "en"] }])
  const [shown] = mediaOf(
    items.filter((item) => item.id === id),
    new Map(),
  )
  if (!shown) throw new Error("nothing is shown")
  const html = renderToStaticMarkup(createElement(LightboxMedia, { item: shown, isAsked: true }))
  expect(html).toContain(
    `<track kind="captions" src="/captions/${KEY}/fr.vtt" srcLang="fr" label="Français"/>`,
  )
})
