import { expect, test } from "./fixtures.ts"
import { ADMIN, ADMIN_STATE, siteUrl } from "./sites.ts"

test.use({ baseURL: siteUrl("office") })

test("13.2 the first person to sign up becomes admin, and is told so", async ({ page }) => {
  await page.goto("/auth")
  await page.getByRole("link", { name: "Inscription" }).click()
  await expect(page).toHaveTitle(/Inscription/)
  await page.getByLabel("Email").fill(ADMIN.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(ADMIN.password)
  await page.getByLabel("Confirmer le mot de passe").fill(ADMIN.password)
  await page.getByRole("button", { name: "S’inscrire" }).click()
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("link", { name: "Commencer par les premiers pas" })).toBeVisible()
  await expect(page.getByText("Inscription réussie !")).toBeVisible()
  await expect(page.getByText(/premier utilisateur.*droits administrateur/)).toBeVisible()

  // What is shown on it is CKO's, whose feed nobody gets before somebody says so.
  await page.goto("/admin/first-steps")
  await page.getByLabel("Nom du podcast").fill("CKO")
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click()
  await expect(page.getByText("Le podcast a son nom")).toBeVisible()

  await page.goto("/admin")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des épisodes")
  await page.context().storageState({ path: ADMIN_STATE })
})
