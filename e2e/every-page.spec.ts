import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { MISSING_PAGES, PUBLIC_PAGES } from "./public-pages.ts"
import { expectAccessible, expectNoSidewaysScrolling } from "./screens.ts"
import { siteUrl } from "./sites.ts"

test.use({ expectedError: NOT_FOUND_ERROR })

for (const { path, heading } of [...PUBLIC_PAGES, ...MISSING_PAGES]) {
  test(`${path} is accessible, never scrolls sideways and asks no other host for anything`, async ({
    page,
    foreignRequests,
  }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    for (const image of await page.locator("img").all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true)
    }
    await page.waitForLoadState("networkidle")
    expect(foreignRequests).toEqual([])
    await expectAccessible(page)
    await expectNoSidewaysScrolling(page)
  })
}

test.describe("on the empty site", () => {
  test.use({ baseURL: siteUrl("empty") })

  for (const path of ["/", "/episodes", "/news", "/news?tab=galeries", "/blog"]) {
    test(`${path} is accessible`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
  }
})
