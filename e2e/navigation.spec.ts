import { expect, test } from "./fixtures.ts"

const ENTRIES = [
  { label: "Épisodes", path: "/episodes", heading: "Épisodes" },
  { label: "Actualités", path: "/news", heading: "Actualités Hip-Hop" },
  { label: "À propos", path: "/about", heading: "À propos" },
  { label: "Contact", path: "/contact", heading: "Contact" },
  { label: "Accueil", path: "/", heading: "Culture Knock Out" },
]

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test(
      "2.1 the navigation bar leads everywhere and says where one is",
      { tag: "@desktop" },
      async ({ page }) => {
        await page.goto("/")
        const bar = page.getByRole("navigation", { name: "Navigation principale" })
        await expect(bar.getByRole("link")).toHaveCount(ENTRIES.length)
        for (const { label, path, heading } of ENTRIES) {
          await bar.getByRole("link", { name: label }).click()
          await expect(page).toHaveURL(path)
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
          await expect(bar.getByRole("link", { name: label })).toHaveAttribute("aria-current", "page")
        }
      },
    )

    test("2.1 the mobile menu leads everywhere and closes behind", { tag: "@mobile" }, async ({ page }) => {
      await page.goto("/")
      const menu = page.getByRole("navigation", { name: "Menu mobile" })
      for (const { label, path, heading } of ENTRIES) {
        await page.getByRole("button", { name: "Menu" }).tap()
        await expect(menu.getByRole("link")).toHaveCount(ENTRIES.length)
        await menu.getByRole("link", { name: label }).tap()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
        await expect(menu).toBeHidden()
      }
    })

    test("the menu button opens and closes the mobile menu", { tag: "@mobile" }, async ({ page }) => {
      await page.goto("/")
      const button = page.getByRole("button", { name: "Menu" })
      const menu = page.getByRole("navigation", { name: "Menu mobile" })
      await expect(menu).toBeHidden()
      await button.tap()
      await expect(menu).toBeVisible()
      await button.tap()
      await expect(menu).toBeHidden()

      await button.tap()
      await expect(menu).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()
    })
  })
}

test("the legal notice is one click away in the footer", async ({ page }) => {
  await page.goto("/about")
  await page.getByRole("contentinfo").getByRole("link", { name: "Mentions légales" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mentions légales")
})
