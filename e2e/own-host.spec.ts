import { expect, test } from "./fixtures.ts"
import { PUBLIC_PAGES } from "./public-pages.ts"

for (const { path, heading } of PUBLIC_PAGES) {
  test(`${path} asks no other host for anything`, async ({ page, foreignRequests }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    for (const image of await page.locator("img").all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true)
    }
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await page.waitForLoadState("networkidle")
    expect(foreignRequests).toEqual([])
  })
}
