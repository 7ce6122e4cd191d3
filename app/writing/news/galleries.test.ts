import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { newsMedia } from "#app/db/schema/content.server.ts"
import { send } from "#test/app.ts"
import { createMedium, createNews, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { filledForm, saveForm } from "#test/people.ts"

const office = openOffice()

const save = (fields: Record<string, string>) =>
  office.send("/admin/news", {
    intent: "save",
    title: "Soirée",
    mediaType: "image",
    mediaUrl: "/1.jpg",
    isPublished: "on",
    ...fields,
  })
const storedMedia = async () =>
  (await storedRows("news_media")).map(({ position, media_type, media_url, thumbnail_url, caption }) => [
    position,
    media_type,
    media_url,
    thumbnail_url,
    caption,
  ])

/** A published image with further ones. */
async function createAlbum(values: Parameters<typeof createNews>[0] = {}, further = ["/2.jpg", "/3.jpg"]) {
  const item = await createNews({ mediaType: "image", mediaUrl: "/1.jpg", ...values })
  const rows = further.map((mediaUrl, index) => {
    const mediaType = mediaUrl.endsWith(".mp4") ? ("video" as const) : ("image" as const)
    return { newsId: item.id, position: index + 1, mediaType, mediaUrl, caption: `Légende ${index + 2}` }
  })
  await db.insert(newsMedia).values(rows)
  return item
}

describe("the form of a gallery", () => {
  test("5.7 keeps its media in their order, and gives them back", async () => {
    const media = "/2.jpg | Awa \\| Léa\nhttps://a.example/3.mp4 | Nuit | /3.jpg"
    expect((await save({ media, mediaCaption: "Entrée" })).status).toBe(302)
    expect(await storedMedia()).toEqual([
      [1, "image", "/2.jpg", null, "Awa | Léa"],
      [2, "video", "https://a.example/3.mp4", "/3.jpg", "Nuit"],
    ])
    const [{ id, media_caption } = { id: null, media_caption: null }] = await storedRows("news")
    expect(media_caption).toBe("Entrée")
    expect(filledForm(saveForm(await office.see(`/admin/news/${id}`)))).toMatchObject({
      media: media.replaceAll("\n", "\r\n"),
    })
  })

  test.each(["image", "video"] as const)(
    "5.7 saved untouched, an item of type %s keeps all it has",
    async (mediaType) => {
      const { id } = await createNews({
        ...{
          mediaType,
          mediaUrl: "https://a.example/flux",
          mediaCaption: "Awa | Léa",
          thumbnailUrl: "/t.jpg",
        },
      })
      await db.insert(newsMedia).values([
        { newsId: id, position: 1, mediaType: "image", mediaUrl: "/film.mp4", caption: "Un \\ deux" },
        {
          newsId: id,
          position: 2,
          mediaType: "video",
          mediaUrl: "/flux",
          caption: "",
          thumbnailUrl: "/u.jpg",
        },
        { newsId: id, position: 3, mediaType: "video", mediaUrl: "/flux", caption: "Deux fois" },
      ])
      const item = async () =>
        (await storedRows("news")).map((row) => ({ ...row, updated_at: null, version: null }))
      const before = [await item(), await storedMedia()]
      expect((await office.edit("/admin/news", id)).status).toBe(302)
      expect([await item(), await storedMedia()]).toEqual(before)
    },
  )

  test("puts them into another order, adds and removes", async () => {
    const { id } = await createAlbum({}, ["/2.jpg", "/3.jpg", "/4.jpg"])
    const media = "/4.jpg\n/2.jpg | Nouvelle\n/5.jpg"
    expect((await save({ id: String(id), version: "1", media })).status).toBe(302)
    expect(
      (await storedMedia()).map(([position, , address, , caption]) => [position, address, caption]),
    ).toEqual([
      [1, "/4.jpg", ""],
      [2, "/2.jpg", "Nouvelle"],
      [3, "/5.jpg", ""],
    ])
    const told = (await storedRows("audit_log")).at(-1)
    expect(JSON.stringify(told?.changes)).toContain("/5.jpg")
  })

  test("saved by two people at once, keeps the first one's media, and what the second one typed", async () => {
    const { id } = await createAlbum()
    const row = { id: String(id), version: "1" }
    const answers = await Promise.all([save({ ...row, media: "/a.jpg" }), save({ ...row, media: "/b.jpg" })])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
    const [kept, typed] = answers[0]?.status === 302 ? ["/a.jpg", "/b.jpg"] : ["/b.jpg", "/a.jpg"]
    expect((await storedMedia()).map(([, , address]) => address)).toEqual([kept])
    expect(await answers.find(({ status }) => status === 409)?.text()).toContain(typed)
  })

  test("loses them as an article, which has none", async () => {
    const { id } = await createAlbum()
    await save({ id: String(id), version: "1", mediaType: "article", media: "/2.jpg", mediaCaption: "X" })
    expect(await storedMedia()).toEqual([])
    expect((await storedRows("news"))[0]).toMatchObject({ media_url: null, media_caption: "" })
  })

  test("says which medium is wrong, and changes nothing", async () => {
    const { id } = await createAlbum()
    const response = await save({ id: String(id), version: "1", media: "/9.jpg\nftp://a" })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("Média 3\u00a0: l’adresse doit commencer par")
    expect(await storedMedia()).toHaveLength(2)
  })

  test("takes 199, and goes with its item", async () => {
    await save({
      media: Array.from({ length: 199 }, (_, index) => `/${index}.jpg | Légende ${index}`).join("\r\n"),
    })
    expect(await storedMedia()).toHaveLength(199)
    const [{ id } = { id: 0 }] = await storedRows("news")
    await office.send("/admin/news", { intent: "delete", id: String(id) })
    expect(await storedMedia()).toEqual([])
  })
})

describe("what visitors see of a gallery", () => {
  test("5.7 the wall and the cards say how many media there are, and lead to all of them", async () => {
    const { id } = await createAlbum({ title: "Soirée" })
    await createNews({ title: "Seule", mediaType: "image", mediaUrl: "/seule.jpg" })
    const links = (await visit("/news?tab=galeries")).get("main").all("ul").at(-1)?.all("a") ?? []
    const told = links.map(({ text, attributes }) => [text.replace(/^CN /, ""), attributes.href]).sort()
    expect(told).toEqual([
      ["3 médias, Soirée", `/news/galeries/${id}`],
      ["Seule", "/seule.jpg"],
    ])
    for (const path of ["/news", "/"]) {
      const link = (await visit(path)).get("a", { "aria-label": "Voir les 3 médias\u202f: Soirée" })
      expect(link.attributes.href).toBe(`/news/galeries/${id}`)
    }
  })

  test("its page shows them all, each with its caption and its own address", async () => {
    const { key } = await createMedium({ alt: "La foule de dos" })
    const address = `/media/${key}/foule.jpg`
    const { id } = await createAlbum({ title: "Soirée", mediaCaption: "L’entrée" }, [address, "/film.mp4"])
    await db.update(newsMedia).set({ caption: "" })
    const page = await visit(`/news/galeries/${id}`)
    expect(page.get("h1").text).toBe("Soirée")
    const tiles = page.get("main").all("figure")
    expect(tiles.map((tile) => [tile.get("a").text, tile.get("a").attributes.href])).toEqual([
      ["1 L’entrée", "/1.jpg"],
      ["2 La foule de dos", address],
      ["VidéoSoirée, 3", "/film.mp4"],
    ])
    expect(tiles.map((tile) => tile.all("figcaption").length)).toEqual([1, 0, 0])
  })

  test.each([
    ["a draft", { isPublished: false }],
    ["one of tomorrow", { publishedAt: new Date(Date.now() + 86_400_000) }],
    ["an article", { mediaType: "article" as const }],
  ])("%s has no page, and its media are told nobody", async (_what, values) => {
    const { id } = await createAlbum(values)
    expect((await visit(`/news/galeries/${id}`)).status).toBe(404)
    expect(await (await send(`/news/galeries/${id}/media`)).json()).toEqual({ media: [] })
    expect((await visit("/news?tab=galeries")).html).not.toContain("/news/galeries/")
  })

  test.each(["0", "-1", "abc", "1e9", "99999999999999999999", "%00", "1%2F..", "é"])(
    "there is no gallery %s",
    async (id) => {
      const page = await visit(`/news/galeries/${id}`)
      expect(page.status).toBe(404)
      expect(await (await send(`/news/galeries/${id}/media`)).json()).toEqual({ media: [] })
    },
  )

  test("further media are told as JSON, to whoever walks through them", async () => {
    const { id } = await createAlbum()
    const { media } = await (await send(`/news/galeries/${id}/media`)).json()
    expect(media).toMatchObject([
      { mediaType: "image", mediaUrl: "/2.jpg", caption: "Légende 2", picture: null, captions: [] },
      { mediaType: "image", mediaUrl: "/3.jpg", caption: "Légende 3", picture: null, captions: [] },
    ])
  })

  test("a kept page of the wall is made anew when only the media change", async () => {
    const { id } = await createAlbum()
    expect((await visit(`/news/galeries/${id}`)).all("figure")).toHaveLength(3)
    await db.delete(newsMedia)
    await expect.poll(async () => (await visit(`/news/galeries/${id}`)).all("figure").length).toBe(1)
  })
})
