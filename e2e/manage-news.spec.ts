import { expect, openManager, openMore, rowOf, test } from "./office.ts"

test("5.6 news is created with its picture, edited, hidden and deleted", async ({ page, unique }) => {
  const title = `Photo du soir ${unique}`
  await openManager(page, "/admin/news")
  const form = page.getByRole("form", { name: "Nouvelle actualité" })
  await form.getByLabel("Titre").fill(title)
  await expect(form.getByLabel("URL du média")).toBeHidden()
  await form.getByLabel("Type de média").selectOption("Image")
  await form.getByLabel("URL du média").fill("/favicon.svg")
  await form.getByLabel("Catégorie").selectOption("Événement")
  await form.getByLabel("URL de la miniature").fill("/favicon.svg")
  await expect(form.locator("img")).toHaveAttribute("src", "/favicon.svg")
  await form.getByLabel("Contenu").fill("La salle était pleine.")
  await form.getByLabel("Publier immédiatement").check()
  await form.getByRole("button", { name: "Créer l’actualité" }).click()
  await expect(page.getByText("Actualité créée")).toBeVisible()
  await expect(form.getByLabel("Titre")).toHaveValue("")
  await expect(form.getByLabel("URL du média")).toBeHidden()

  await page.goto("/news?category=event")
  await expect(page.getByRole("article").filter({ hasText: title })).toContainText("La salle était pleine.")

  await openManager(page, `/admin/news?q=${unique}`)
  const row = rowOf(page, title)
  await expect(row).toContainText("Événement · Image · Créée le")
  await row.getByRole("link", { name: "Modifier" }).click()
  const edit = page.getByRole("form", { name: "Modifier l’actualité" })
  await expect(edit.getByLabel("URL du média")).toHaveValue("/favicon.svg")
  await edit.getByLabel("Type de média").selectOption("Article")
  await edit.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByText("Actualité mise à jour")).toBeVisible()
  await expect(row).toContainText("Événement · Article")

  await row.getByRole("button", { name: "Dépublier" }).click()
  await expect(row.getByText("Brouillon")).toBeVisible()
  await openMore(row)
  await row.getByRole("button", { name: "Supprimer" }).click()
  const question = page.getByRole("alertdialog", {
    name: "Êtes-vous sûr de vouloir supprimer cette actualité ?",
  })
  await page.keyboard.press("Escape")
  await expect(question).toBeHidden()
  await row.getByRole("button", { name: "Supprimer" }).click()
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Actualité supprimée")).toBeVisible()
  await expect(row).toHaveCount(0)
})

test("cancelling an edit leads back to an empty form and changes nothing", async ({ page }) => {
  await openManager(page, "/admin/news?q=finale")
  await rowOf(page, "Finale des platines").getByRole("link", { name: "Modifier" }).click()
  const edit = page.getByRole("form", { name: "Modifier l’actualité" })
  await edit.getByRole("link", { name: "Annuler" }).click()
  await expect(page).toHaveURL("/admin/news?q=finale")
  await expect(page.getByRole("form", { name: "Nouvelle actualité" }).getByLabel("Titre")).toHaveValue("")
})

test.describe("a refused form", () => {
  test.use({ expectedError: /status of 400/ })

  test("says what is wrong with an address", async ({ page, unique }) => {
    await openManager(page, "/admin/news")
    const form = page.getByRole("form", { name: "Nouvelle actualité" })
    await form.getByLabel("Titre").fill(unique)
    await form.getByLabel("Lien externe").fill("pas une adresse")
    await form.getByRole("button", { name: "Créer l’actualité" }).click()
    await expect(form.getByLabel("Lien externe")).toBeFocused()
    await expect(form.getByLabel("Lien externe")).toHaveAccessibleDescription(/adresse qui commence par/)
    await expect(form.getByLabel("Titre")).toHaveValue(unique)
  })
})
