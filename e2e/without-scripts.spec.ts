import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { MISSING_PAGES, PUBLIC_PAGES } from "./public-pages.ts"
import { walksThrough } from "./screens.ts"

test.use({ javaScriptEnabled: false, expectedError: NOT_FOUND_ERROR })

const walks = walksThrough([...PUBLIC_PAGES, ...MISSING_PAGES], async (page, { path, heading, text }) => {
  await page.goto(path)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
  await expect(page.getByRole("main").getByText(text).first()).toBeVisible()
  await expect(page.getByRole("contentinfo")).toContainText("© 2025 CKO")
})
for (const [paths, walk] of walks) test(`24 is readable without JavaScript: ${paths}`, walk)
