import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { expectNoSidewaysScrolling } from "./overflow.ts"
import { MISSING_PAGES, PUBLIC_PAGES } from "./public-pages.ts"

test.use({ expectedError: NOT_FOUND_ERROR })

for (const { path, heading } of [...PUBLIC_PAGES, ...MISSING_PAGES]) {
  test(`${path} never scrolls sideways`, { tag: "@desktop" }, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expectNoSidewaysScrolling(page)
  })
}
