import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"

for (const path of ["/", "/episodes", "/nulle-part"]) {
  test.describe(path, () => {
    test.use({ expectedError: NOT_FOUND_ERROR })

    test("the skip link comes first and leads to the content", { tag: "@desktop" }, async ({ page }) => {
      await page.goto(path)
      await page.keyboard.press("Tab")
      const skip = page.getByRole("link", { name: "Aller au contenu" })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })

      await page.keyboard.press("Enter")
      await expect(page.getByRole("main")).toBeFocused()
      await page.keyboard.press("Tab")
      await expect(page.getByRole("main").locator(":focus")).toBeVisible()
    })
  })
}
