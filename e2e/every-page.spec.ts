import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { MISSING_PAGES, PUBLIC_PAGES } from "./public-pages.ts"
import { expectAccessible, expectNoSidewaysScrolling, walksThrough } from "./screens.ts"
import { siteUrl } from "./sites.ts"

test.use({ expectedError: NOT_FOUND_ERROR })

// That they ask no other host for anything holds for all journeys (fixtures.ts).
const publicWalks = walksThrough([...PUBLIC_PAGES, ...MISSING_PAGES], async (page, { path, heading }) => {
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
  for (const image of await page.locator("img").all()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true)
  }
  await page.waitForLoadState("networkidle")
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)
})
for (const [paths, walk] of publicWalks)
  test(`25.1, 26.3 is accessible, never scrolls sideways and shows its pictures: ${paths}`, walk)

test.describe("on the empty site", () => {
  test.use({ baseURL: siteUrl("empty") })

  const emptyPages = ["/", "/episodes", "/news", "/news?tab=galeries", "/blog"].map((path) => ({ path }))
  const walks = walksThrough(emptyPages, async (page, { path }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
  for (const [paths, walk] of walks) test(`is accessible: ${paths}`, walk)
})
