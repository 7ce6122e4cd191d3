import { expect, openManager, openMore, rowOf, test } from "./office.ts"

test("15.8, 6.4 an article is written, previewed, published, edited and deleted", async ({
  page,
  unique,
}) => {
  const title = `Carnet de tournée ${unique}`
  await openManager(page, "/admin/blog")
  const form = page.getByRole("form", { name: "Nouvel article" })
  await form.getByLabel("Titre").fill(title)
  await form.getByLabel("Slug").fill(`Tournée ${unique}`)
  await form.getByLabel("Extrait").fill("Trois villes.")
  await form.getByLabel("Contenu").fill("- Lille\n- Lyon\n- Brest\n\n<b>brut</b>")
  await form.getByRole("tab", { name: "Aperçu" }).click()
  const preview = form.getByRole("tabpanel")
  await expect(preview.getByRole("listitem")).toHaveText(["Lille", "Lyon", "Brest"])
  await expect(preview).toContainText("<b>brut</b>")
  await form.getByLabel("Publier l'article").check()
  await form.getByRole("button", { name: "Créer l’article" }).click()
  await expect(page.getByText("Article créé !")).toBeVisible()
  await page.getByRole("link", { name: "Voir sur le site" }).click()
  await expect(page).toHaveURL(`/blog/tournee-${unique}`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Brest" })).toBeVisible()

  await openManager(page, `/admin/blog?q=${unique}`)
  const row = rowOf(page, title)
  await row.getByRole("link", { name: "Modifier" }).click()
  const edit = page.getByRole("form", { name: "Modifier l’article" })
  await expect(edit.getByLabel("Publier l'article")).toBeChecked()
  await edit.getByLabel("Publier l'article").uncheck()
  await edit.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByText("Article mis à jour !")).toBeVisible()
  await expect(row.getByText("Brouillon")).toBeVisible()

  await openMore(row)
  await row.getByRole("button", { name: "Supprimer" }).click()
  const question = page.getByRole("alertdialog", { name: "Êtes-vous sûr de vouloir supprimer cet article ?" })
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Article supprimé")).toBeVisible()
  await expect(row).toHaveCount(0)
})

test.describe("a refused form", () => {
  test.use({ expectedError: /status of 400/ })

  test("asks for the content, and shows where it is missing", async ({ page, unique }) => {
    await openManager(page, "/admin/blog")
    const form = page.getByRole("form", { name: "Nouvel article" })
    await form.getByLabel("Titre").fill(unique)
    await form.getByRole("tab", { name: "Aperçu" }).click()
    await form.getByRole("button", { name: "Créer l’article" }).click()
    await expect(form.getByLabel("Contenu")).toBeFocused()
    await expect(form.getByLabel("Contenu")).toHaveAccessibleDescription(/Le contenu est requis/)
    await expect(form.getByLabel("Titre")).toHaveValue(unique)
  })
})
