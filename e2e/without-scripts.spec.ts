import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { MISSING_PAGES, PUBLIC_PAGES } from "./public-pages.ts"

test.use({ javaScriptEnabled: false, expectedError: NOT_FOUND_ERROR })

for (const { path, heading, text } of [...PUBLIC_PAGES, ...MISSING_PAGES]) {
  test(`${path} is readable without JavaScript`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible()
    await expect(page.getByRole("contentinfo")).toContainText("© 2025 CKO")
  })
}
