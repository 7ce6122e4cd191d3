import { Readable } from "node:stream"
import { eq } from "drizzle-orm"
import sharp from "sharp"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { brandSource } from "#app/base/settings/appearance/brand.server.ts"
import { BRAND_FILES } from "#app/base/settings/appearance/pictures/brand-files.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createMedium } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createMediaFile } from "#test/media-files.ts"
import { setSettings } from "#test/site-settings.ts"

useDatabase()

const GARDEN = { ink: "#0e2415", paper: "#f6f2e4", blood: "#c2571a", gold: "#e9c46a" }
const present = (name: string) => `/brand/${brandSource().version}/${name}`
const bytesOf = async (path: string) => Buffer.from(await (await send(path)).arrayBuffer())
const iconLinks = async () =>
  (await visit("/")).all("link", { rel: "icon" }).map(({ attributes }) => attributes.href)
const shareImage = async () => (await visit("/")).get("meta", { property: "og:image" }).attributes.content

test("the fight poster has its own icon and picture, and nothing is made", async () => {
  expect(await iconLinks()).toEqual(["/favicon.svg"])
  expect(await shareImage()).toBe("https://cko.test/share.png")
  const manifest = await (await send("/manifest.webmanifest")).json()
  expect(manifest).toMatchObject({ name: "CKO", icons: [{ src: "/favicon.svg" }] })
})

describe("another podcast", () => {
  beforeEach(() => setSettings("podcast", { name: "Les mains vertes", tagline: "Semer" }))

  test("34.3 has icons of all sizes that it made itself, and they are what they say", async () => {
    for (const [name, type] of Object.entries(BRAND_FILES)) {
      const response = await send(present(name))
      expect({ name, status: response.status }).toEqual({ name, status: 200 })
      expect(response.headers.get("content-type")).toBe(type)
      expect(response.headers.get("cache-control")).toBe("public, max-age=604800")
    }
    for (const side of [16, 32, 48, 192, 512]) {
      const found = await sharp(await bytesOf(present(`icon-${side}.png`))).metadata()
      expect(found).toMatchObject({ format: "png", width: side, height: side })
    }
    expect(await sharp(await bytesOf(present("apple-touch-icon.png"))).metadata()).toMatchObject({
      width: 180,
    })
    expect(await sharp(await bytesOf(present("share.png"))).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    })
    // As Apple wants it: https://podcasters.apple.com/support/896-artwork-requirements
    const cover = await bytesOf(present("cover.jpg"))
    expect(await sharp(cover).metadata()).toMatchObject({
      ...{ format: "jpeg", width: 3_000, height: 3_000, space: "srgb", hasAlpha: false },
    })
    expect(cover.length).toBeLessThan(512_000)
    const ico = await bytesOf(present("favicon.ico"))
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
    const last = ico.subarray(ico.readUInt32LE(6 + 32 + 12))
    expect(await sharp(last).metadata()).toMatchObject({ format: "png", width: 48 })
  })

  test("35.3 names them on its pages and in its manifest, and CKO nowhere", async () => {
    expect(await iconLinks()).toEqual(["icon-32.png", "icon.svg", "icon-192.png"].map(present))
    expect(await shareImage()).toBe(`https://cko.test${present("share.png")}`)
    const response = await send("/manifest.webmanifest")
    expect(response.headers.get("content-type")).toContain("application/manifest+json")
    const manifest = await response.json()
    expect(manifest).toMatchObject({ name: "Les mains vertes", theme_color: "#100d0c" })
    expect(manifest.icons).toHaveLength(3)
    expect(JSON.stringify(manifest)).not.toContain("CKO")
  })

  test.each([
    ["/favicon.svg", "icon-192.png"],
    ["/favicon.ico", "favicon.ico"],
    ["/share.png", "share.png"],
    ["/brand/anciennexxxx/icon-32.png", "icon-32.png"],
  ])("is led to from %s, which others remember", async (path, name) => {
    const response = await send(path)
    expect(response.status).toBe(302)
    expect(response.headers.get("location")).toBe(present(name))
  })

  test.each([
    "/brand/x/icon-17.png",
    "/brand/x/icon-32.png/x",
    "/brand/x/constructor",
    "/brand/x/%00",
    "/brand/x/..%2f..%2fetc",
    "/brand/x",
    `/brand/${"x".repeat(5_000)}/rien.png`,
  ])("has nothing else: %.40s", async (path) => {
    const response = await send(path)
    expect(response.status).toBe(404)
    expect(response.headers.get("cache-control")).toBe("no-store")
  })

  test("what is known already is not sent again, and a HEAD has no body", async () => {
    const first = await send(present("icon-32.png"))
    const again = await send(present("icon-32.png"), {
      headers: { "If-None-Match": first.headers.get("etag") ?? "" },
    })
    expect(again.status).toBe(304)
    const head = await send(present("icon-32.png"), { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect((await send(present("icon-32.png"), { method: "DELETE" })).status).toBeGreaterThanOrEqual(400)
  })

  test("is shown in the pages of others, under an earlier address too", async () => {
    for (const path of [present("cover.jpg"), "/brand/earlier/cover.jpg", "/favicon.ico"]) {
      const { headers } = await send(path)
      expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "cross-origin"])
    }
    expect((await send("/about")).headers.get("cross-origin-resource-policy")).toBe("same-origin")
  })

  test("other colours make other pictures under another address", async () => {
    const before = present("icon-32.png")
    const red = await bytesOf(before)
    await setSettings("appearance", { palette: GARDEN })
    expect(present("icon-32.png")).not.toBe(before)
    expect(await bytesOf(present("icon-32.png"))).not.toEqual(red)
  })
})

describe("chosen pictures", () => {
  const KEY = "portraitportraitportra"
  const address = `/media/${KEY}/logo.png`

  async function createPicture(background: string, side = 600) {
    const content = await sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer()
    const medium = await createMedium({
      kind: "image",
      type: "image/png",
      key: KEY,
      width: side,
      height: side,
    })
    const row = await createMediaFile(getStore(), content, {
      mediumId: medium.id,
      name: "main",
      type: "image/png",
    })
    return { id: medium.id, row }
  }

  const middleOf = async (bytes: Buffer) => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray((info.width * info.height * 3) / 2).subarray(0, 3)].map((part) => part > 128)
  }

  test("become icons and the picture for networks, and are made anew once they are replaced", async () => {
    const { row } = await createPicture("#00f")
    await setSettings("appearance", { favicon: address, sharePicture: address })
    expect(await iconLinks()).toEqual(["icon-32.png", "icon-192.png"].map(present))
    expect(await middleOf(await bytesOf(present("icon-512.png")))).toEqual([false, false, true])
    expect(await shareImage()).toBe(`https://cko.test${present("share.jpg")}`)
    const share = await bytesOf(present("share.jpg"))
    expect(await sharp(share).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 })
    expect(await middleOf(share)).toEqual([false, false, true])

    await db.delete(media).where(eq(media.key, KEY))
    await getStore().remove(row.path)
    await createPicture("#0f0")
    expect(await middleOf(await bytesOf(present("icon-48.png")))).toEqual([false, true, false])
  })

  test("that cannot be decoded leave what the site makes itself", async () => {
    const { row } = await createPicture("#00f")
    await getStore().put(row.path, Readable.from(["nothing"]), { bytes: 7, type: "image/png" })
    await setSettings("appearance", { favicon: address, sharePicture: address })
    expect((await send(present("share.jpg"))).headers.get("content-type")).toBe("image/jpeg")
    expect(await sharp(await bytesOf(present("icon-32.png"))).metadata()).toMatchObject({ width: 32 })
  })
})
