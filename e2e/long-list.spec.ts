import { expect, test } from "./fixtures.ts"
import { SITES, siteUrl } from "./sites.ts"

test.use({ baseURL: siteUrl("long") })

test("2.7 the list loads further as one scrolls, and going back finds it as it was", async ({ page }) => {
  await page.goto("/episodes")
  const cards = page.getByRole("main").getByRole("article")
  await expect(cards).toHaveCount(24)

  await expect(async () => {
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(SITES.long.feedItems, { timeout: 250 })
  }).toPass()
  await expect(page.getByRole("link", { name: "Afficher plus d’épisodes" })).toHaveCount(0)

  const link = page.getByRole("link", { name: "Conversation numéro 5", exact: true })
  await link.scrollIntoViewIfNeeded()
  const position = await page.evaluate(() => window.scrollY)
  expect(position).toBeGreaterThan(1000)
  await link.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conversation numéro 5")

  await page.goBack()
  await expect(cards).toHaveCount(SITES.long.feedItems)
  await expect(link).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(position, -1)
})

test("searching a list that has loaded further shows only what is found", async ({ page }) => {
  await page.goto("/episodes")
  const cards = page.getByRole("main").getByRole("article")
  await expect(async () => {
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await expect(cards).toHaveCount(SITES.long.feedItems, { timeout: 250 })
  }).toPass()
  await page.getByRole("searchbox").fill("numéro 60")
  await page.getByRole("searchbox").press("Enter")
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText("Conversation numéro 60")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a link leads through the pages of the list", async ({ page }) => {
    await page.goto("/episodes")
    const cards = page.getByRole("main").getByRole("article")
    await expect(cards).toHaveCount(24)
    await page.getByRole("link", { name: "Afficher plus d’épisodes" }).click()
    await expect(page).toHaveURL("/episodes?page=2")
    await expect(cards.first()).toContainText("Conversation numéro 36")
    await page.getByRole("link", { name: "Afficher plus d’épisodes" }).click()
    await expect(cards).toHaveCount(12)
    await expect(cards.last()).toContainText("Conversation numéro 1")
  })
})
