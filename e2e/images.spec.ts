import { expect, test } from "./fixtures.ts"

test.describe("a thumbnail that cannot be loaded", () => {
  test.use({ expectedError: /ERR_FAILED.*episode-10.*\.webp/ })

  test("25.2 leaves the placeholder in its place", async ({ page }) => {
    await page.route("**/starter/episode-10*.webp", (route) => route.abort())
    await page.goto("/")
    const card = page.getByRole("article").filter({ hasText: "L’uppercut à voix basse" })
    const placeholder = card.getByText("S", { exact: true })
    await card.scrollIntoViewIfNeeded()
    await expect(placeholder).toBeVisible()
    await expect(card.locator("img")).toBeHidden()

    await card.getByRole("link").click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("L’uppercut à voix basse")
    await expect(page.getByRole("main").getByText("S", { exact: true })).toBeVisible()
    await expect(page.getByRole("main").locator("img")).toBeHidden()
  })
})

test("25.1 images that arrive late move nothing on the home page", async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.sum += (entry as PerformanceEntry & { value: number }).value
      }
    }).observe({ type: "layout-shift", buffered: true })
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
  })
  const { promise: arrival, resolve: letArrive } = Promise.withResolvers<void>()
  await page.route("**/*.webp", async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto("/", { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("heading", { name: "Dernières actualités" })).toBeVisible()
  letArrive()

  const images = page.getByRole("main").locator("img")
  await expect(images).not.toHaveCount(0)
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0)
  }
  const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
  expect(sum).toBeLessThan(0.02)
})
