import type { Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { expect, test } from "./fixtures.ts"
import { expectNoSidewaysScrolling } from "./screens.ts"
import { siteUrl } from "./sites.ts"

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"

test("2.3 the newest episode plays from the poster, beside the ways in", async ({ page }) => {
  await page.goto("/")
  const poster = page.getByRole("region", { name: "CKO" })
  const ways = ["Écouter le dernier épisode", "Voir les épisodes", "Écouter sur Spotify", "S’abonner"]
  await expect(poster.getByRole("link")).toHaveText(ways)
  for (const way of ways) await expect(poster.getByRole("link", { name: way })).toBeInViewport({ ratio: 1 })
  await poster.getByRole("link", { name: "Écouter le dernier épisode" }).click()
  const bar = page.getByRole("region", { name: "Lecteur audio" })
  await expect(bar.getByRole("link")).toContainText("Sœur Cadence")
  await expect(page).toHaveURL("/")
  await poster.getByRole("link", { name: "Mettre en pause" }).click()
  await expect(bar.getByRole("button", { name: "Lire" })).toBeVisible()

  await poster.getByRole("link", { name: "S’abonner" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Écouter")
})

test.describe("before the scripts are there", () => {
  test.use({ startsLate: true })

  test("a press on the poster is not lost", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("link", { name: "Écouter le dernier épisode" }).click()
    await expect(page.getByRole("region", { name: "Lecteur audio" })).toBeVisible()
    await expect(page).toHaveURL("/")
  })
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("the poster leads to the newest episode, whose row ends with what needs none", async ({ page }) => {
    await page.goto("/")
    await page.getByRole("link", { name: "Écouter le dernier épisode" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("L’uppercut à voix basse")
    await expect(rowOf(page)).toHaveText([
      "S’abonner",
      "Transcription",
      "Chapitres",
      "Télécharger",
      "Partager",
      "Intégrer",
    ])
    await expect(page.getByRole("button", { name: "Partager" })).toBeHidden()
    await page.getByRole("link", { name: "Transcription" }).click()
    await expect(page.getByRole("heading", { name: "Transcription" })).toBeInViewport()
  })
})

test("3.11 what one may come for is in one row, in the first screen, and leads there", async ({ page }) => {
  await page.goto("/episodes/10")
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    const items = await rowOf(page).filter({ visible: true }).all()
    // On a phone nobody writes pages.
    expect(items).toHaveLength(screen.width < 768 ? 5 : 6)
    const tops = new Set<number | undefined>()
    for (const item of items) {
      await expect(item).toBeInViewport({ ratio: 1 })
      tops.add((await item.boundingBox())?.y)
    }
    expect(tops.size).toBe(1)
    await expectNoSidewaysScrolling(page)
  }
  await expect(page.getByRole("link", { name: "Télécharger" })).toHaveAttribute("href", /\.mp3$/)

  await page.getByRole("link", { name: "Chapitres" }).click()
  await expect(page.getByRole("heading", { name: "Chapitres" })).toBeInViewport()
  await expect(page.getByRole("region", { name: "Texte de la transcription" })).toBeHidden()
  await page.getByRole("link", { name: "Transcription" }).click()
  await expect(page.getByRole("heading", { name: "Transcription" })).toBeInViewport()
  await expect(page.getByRole("region", { name: "Texte de la transcription" })).toBeVisible()

  await page.getByRole("link", { name: "S’abonner", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Écouter")
})

test.describe("on the empty site", () => {
  test.use({ baseURL: siteUrl("empty") })

  test("2.3 the home page has no empty section", async ({ page }) => {
    await page.goto("/")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mon podcast")
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Ce site attend son premier compte",
    ])
    await expect(page.getByRole("link", { name: "Écouter le dernier épisode" })).toHaveCount(0)
  })
})

for (const [phone, userAgent, first] of [
  ["an iPhone", IPHONE, "iPhone, iPad et Mac"],
  ["an Android phone", ANDROID, "Android"],
] as const)
  test.describe(`on ${phone}`, () => {
    test.use({ userAgent, viewport: { width: 390, height: 844 } })

    test(`37.4 the applications of ${phone} come first`, async ({ page }) => {
      await page.goto("/ecouter")
      await expect(page.getByRole("region", { name: first })).toBeInViewport()
      expect((await topsOf(page))[0]).toBe(first)
      expect(await findViolations(page)).toEqual([])
    })
  })

test(
  "elsewhere the platforms come first, and then the applications",
  { tag: "@desktop" },
  async ({ page }) => {
    await page.goto("/ecouter")
    expect(await topsOf(page)).toEqual(["Sur les plateformes", "iPhone, iPad et Mac", "Android"])
  },
)

const rowOf = (page: Page) => page.locator(".at-hand > li")

/** From the top of the page on, and from the left. */
async function topsOf(page: Page) {
  const names = ["iPhone, iPad et Mac", "Android", "Sur les plateformes"]
  const places = await Promise.all(
    names.map(async (name) => {
      const box = await page.getByRole("region", { name, exact: true }).boundingBox()
      return { name, at: (box?.y ?? 0) * 10_000 + (box?.x ?? 0) }
    }),
  )
  return places.toSorted((one, other) => one.at - other.at).map(({ name }) => name)
}
