import { beforeEach, describe, expect, test } from "vitest"
import { refreshSiteSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { findPageAddress } from "#server/page-address.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createLevel, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { setSettings } from "#test/site-settings.ts"

useDatabase()
beforeEach(async () => {
  await refreshSiteSettings()
  await refreshFooterPages()
})

const KOFI = { label: "Ko-fi", url: "https://ko-fi.example/cko" }
const hrefs = async (path: string) => (await visit(path)).all("a").map(({ attributes }) => attributes.href)

describe("the page about supporting", () => {
  test("53.3 has the hosts’ text, the levels by their rank and where one pays", async () => {
    await setSettings("support", { text: "Tout va au **micro**.", links: [KOFI] })
    const payUrl = "https://don.example/coin"
    await createLevel({ name: "Coin du ring", rank: 20, price: "10 € par mois", payUrl })
    await createLevel({ name: "Gradins", rank: 10, description: "Un *merci*." })
    const page = await visit("/soutenir")
    expect([page.status, page.get("h1").text, page.get("title").text]).toEqual([
      200,
      "Soutenir",
      "Soutenir · CKO",
    ])
    const main = page.get("main")
    expect(main.get("strong").text).toBe("micro")
    expect(main.all("h3").map(({ text }) => text)).toEqual(["Gradins", "Coin du ring"])
    expect(main.all("article").map(({ text }) => text)).toEqual([
      "Gradins Un merci.",
      "Coin du ring 10 € par mois Soutenir\u00a0: Coin du ring",
    ])
    const links = main.all("a").map(({ attributes: { href, rel } }) => [href, rel])
    expect(links).toEqual([
      [payUrl, "noopener"],
      [KOFI.url, "noopener"],
      ["/soutiens", undefined],
    ])
  })

  test.each([
    ["a text", () => setSettings("support", { text: "Merci." })],
    ["a link", () => setSettings("support", { links: [KOFI] })],
    ["a level", () => createLevel()],
  ])("53.3 is there, and led to, from the first on: %s", async (_what, fill) => {
    const menu = [{ label: "Soutenir", to: "/soutenir", isHidden: false }]
    await setSettings("navigation", { header: menu, footer: menu, reading: menu })
    expect((await send("/soutenir")).status).toBe(404)
    expect(await hrefs("/about")).not.toContain("/soutenir")
    expect(await (await send("/sitemap.xml")).text()).not.toContain("/soutenir")
    await fill()
    await refreshFooterPages()
    expect((await send("/soutenir")).status).toBe(200)
    // In the bar and its menu, in two columns of the footer, and as its button.
    expect((await hrefs("/about")).filter((href) => href === "/soutenir")).toHaveLength(5)
    expect(await (await send("/sitemap.xml")).text()).toContain("/soutenir</loc>")
  })

  test("runs nothing that hosts typed", async () => {
    const hostile = '<script>alert(1)</script> [ici](javascript:alert(1)) "><img src=x onerror=alert(1)>'
    await setSettings("support", { text: hostile, links: [{ ...KOFI, label: hostile.slice(0, 100) }] })
    await createLevel({ name: hostile, price: hostile, description: hostile })
    const main = (await visit("/soutenir")).get("main")
    expect([...main.all("script"), ...main.all("img", { src: "x" })]).toEqual([])
    expect(main.all("a").flatMap(({ attributes: { href } }) => href ?? [])).toEqual([KOFI.url, "/soutiens"])
  })

  test("is kept until what it shows changes", () => {
    expect(findPageAddress("/soutenir")?.tags).toEqual(
      expect.arrayContaining(["levels", "settings/support.text", "settings/support.links"]),
    )
  })
})

test("53.2 the link of a version before is the first of the list, until the list is saved", async () => {
  await db.insert(settings).values({ name: "podcast.fundingUrl", value: "https://don.example/" })
  await refreshSiteSettings()
  const former = { label: "Soutenir le podcast", url: "https://don.example/" }
  expect(siteSettings().support.links).toEqual([former])
  await setSettings("support", { links: [former, KOFI] })
  expect(siteSettings().support.links).toEqual([former, KOFI])
  expect((await storedRows("settings")).map(({ name }) => name)).toEqual(["support.links"])
})
