import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"

test("a custom page's short address leads to it", async ({ page }) => {
  await page.goto("/mentions-legales")
  await expect(page).toHaveURL("/page/mentions-legales")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mentions légales")
  await expect(page.getByRole("heading", { name: "Éditeur du site" })).toBeVisible()

  await page.getByRole("article").getByRole("link", { name: "politique de confidentialité" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Politique de confidentialité")
})

test.describe("a missing custom page", () => {
  test.use({ expectedError: NOT_FOUND_ERROR })

  test("says so and leads home", async ({ page }) => {
    await page.goto("/page/jamais-ecrite")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page non trouvée")
    await expect(page.getByText("Cette page n'existe pas ou n'est pas publiée.")).toBeVisible()
    await page.getByRole("link", { name: "Retour à l’accueil" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culture Knock Out")
  })
})
