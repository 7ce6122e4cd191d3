import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { emptyDatabase, useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, createNews, createPage, createPost } from "#test/factories.ts"
import { visit } from "#test/html.ts"

useDatabase()

const NAMES = ["160.avif", "640.avif", "1280.avif", "1920.avif", "160.jpg", "640.jpg", "1280.jpg", "1920.jpg"]

async function createPicture(values: Parameters<typeof createMedium>[0] = {}, names = NAMES) {
  const medium = await createMedium(values)
  const about = {
    mediumId: medium.id,
    role: "variant",
    type: "image/x",
    bytes: 1,
    sha256: medium.sha256,
  } as const
  if (names.length > 0) {
    await db
      .insert(mediaFiles)
      .values(names.map((name) => ({ ...about, name, path: `${medium.key}/${name}` })))
  }
  return { ...medium, address: `/media/${medium.key}/photo.jpg` }
}

/** What a browser is offered of the only picture of a page. */
async function offeredAt(path: string) {
  const main = (await visit(path)).get("main")
  return { sources: main.all("source"), img: main.get("img") }
}

test.each([
  ["/episodes", 1280, (thumbnailUrl: string) => createEpisode({ thumbnailUrl })],
  ["/news", 1280, (thumbnailUrl: string) => createNews({ thumbnailUrl })],
  ["/news", 1280, (mediaUrl: string) => createNews({ mediaType: "image", mediaUrl })],
  ["/news?tab=galeries", 1280, (mediaUrl: string) => createNews({ mediaType: "image", mediaUrl })],
  ["/blog", 1280, (coverImageUrl: string) => createPost({ coverImageUrl })],
  ["/blog/un", 1920, (coverImageUrl: string) => createPost({ coverImageUrl, slug: "un" })],
  ["/blog/un", 1920, (at: string) => createPost({ content: `Vu :\n\n![](${at})`, slug: "un" })],
  ["/page/une", 1920, (at: string) => createPage({ content: `![](${at})`, slug: "une" })],
])("2.10 %s offers a picture of the library in widths up to %i", async (path, widest, create) => {
  const { key, address } = await createPicture()
  await create(address)
  const { sources, img } = await offeredAt(path)
  expect(sources).toHaveLength(1)
  expect(sources[0]?.attributes).toMatchObject({ type: "image/avif", sizes: expect.stringContaining("vw") })
  expect(sources[0]?.attributes.srcset).toContain(`/media/${key}/640.avif 640w`)
  expect(img.attributes.srcset?.endsWith(`/media/${key}/${widest}.jpg ${widest}w`)).toBe(true)
  expect(img.attributes).toMatchObject({ src: `/media/${key}/${widest}.jpg`, width: "1600", height: "1200" })
})

test("2.10 a picture keeps its focal point in sight, and shows its colours until it is there", async () => {
  // 3OcRJYB4d3h/iIeHeEh3eIhw+j2w: the first example of thumbhash.
  const { address } = await createPicture({
    focalX: 0.25,
    focalY: 0.6,
    thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
  })
  await createNews({ thumbnailUrl: address })
  const { style = "" } = (await offeredAt("/news")).img.attributes
  expect(style).toContain("object-position:25% 60%")
  expect(style.match(/--(?:nw|ne|se|sw|mid):#[\da-f]{6}/g)).toHaveLength(5)
})

test("one looks through a picture with an alpha channel at no colours; nor has one that says none", async () => {
  // Byte 2 tells that there is an alpha channel; all further ones are nothing.
  const bytes = Buffer.alloc(25)
  bytes[2] = 0x80
  for (const thumbhash of [bytes.toString("base64"), "", "AA==", null]) {
    await emptyDatabase()
    const { address } = await createPicture({ thumbhash })
    await createNews({ thumbnailUrl: address })
    expect((await offeredAt("/news")).img.attributes.style ?? "").not.toContain("--nw")
  }
})

test.each([
  ["is not ready", { state: "working" }],
  ["failed", { state: "failed" }],
  ["is a sound", { kind: "audio" }],
] as const)("what %s is asked for at its own address only", async (_what, values) => {
  const { address } = await createPicture(values)
  await createNews({ thumbnailUrl: address, content: `![Photo](${address})` })
  const page = await visit("/news")
  expect(page.all("source")).toEqual([])
  for (const img of page.get("main").all("img")) {
    expect(img.attributes.src).toBe(address)
    expect(img.attributes.srcset).toBeUndefined()
  }
})

test("a picture without smaller ones is its main file", async () => {
  const { address, key } = await createPicture({ width: 90, height: 90 }, [])
  await createNews({ thumbnailUrl: address })
  const { img, sources } = await offeredAt("/news")
  expect(sources).toEqual([])
  expect(img.attributes).toMatchObject({ src: `/media/${key}/image`, width: "90" })
  expect(img.attributes.srcset).toBeUndefined()
})

test("what moves is also offered as itself, which is wider than its smaller ones", async () => {
  const { address, key } = await createPicture({ width: 480, height: 270 }, ["160.webp", "320.webp"])
  await createNews({ thumbnailUrl: address })
  const { img, sources } = await offeredAt("/news")
  expect(sources).toEqual([])
  expect(img.attributes.srcset).toBe(
    `/media/${key}/160.webp 160w, /media/${key}/320.webp 320w, /media/${key}/image 480w`,
  )
})

test("an article's pictures are described by the library where the text does not", async () => {
  const { address } = await createPicture({ alt: 'Awa & "DJ" <Kool>' })
  const content = `![](${address})\n\n![Ma > légende](${address} "Titre")\n\n![ailleurs](https://a.example/b.jpg)`
  await createPost({ slug: "un", content, coverImageUrl: null })
  const main = (await visit("/blog/un")).get("main")
  const [first, second, foreign] = main.all("img")
  expect(first?.attributes.alt).toBe('Awa & "DJ" <Kool>')
  expect(second?.attributes).toMatchObject({ alt: "Ma > légende", loading: "lazy" })
  expect(main.get("figcaption").text).toBe("Titre")
  expect(foreign?.attributes.srcset).toBeUndefined()
})

test("of an article with thousands of pictures, the first 200 come in sizes", async () => {
  const { address } = await createPicture()
  await createPost({ slug: "un", content: `![a](${address})\n`.repeat(1_500) })
  const page = await visit("/blog/un")
  expect(page.all("img").length).toBeGreaterThanOrEqual(1_500)
  expect(page.all("source")).toHaveLength(200)
})
