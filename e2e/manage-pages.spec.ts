import { expect, openManager, openMore, rowOf, test } from "./office.ts"

test("7.3 a page is created with a proposed address, edited, published and deleted", async ({
  page,
  unique,
}) => {
  const title = `Règles de l’Arène ${unique}`
  const slug = `regles-de-l-arene-${unique}`
  await openManager(page, "/admin/pages")
  const form = page.getByRole("form", { name: "Nouvelle page" })
  await form.getByLabel("Titre").fill(title)
  await expect(form.getByLabel("Slug (URL)")).toHaveValue(slug)
  await form.getByLabel("Meta Description").fill("Ce qui vaut ici.")
  await form.getByLabel("Contenu").fill("## Respect\n\n- [x] Toujours[^1]\n\n[^1]: Et partout.")
  await form.getByRole("button", { name: "Créer la page" }).click()
  await expect(page.getByText("Page créée !")).toBeVisible()

  await openManager(page, `/admin/pages?q=${unique}`)
  const row = rowOf(page, title)
  await expect(row).toContainText(`/${slug}`)
  await expect(row.getByText("Brouillon")).toBeVisible()
  await row.getByRole("link", { name: "Modifier" }).click()
  const edit = page.getByRole("form", { name: "Modifier la page" })
  await edit.getByLabel("Titre").fill(`${title} (v2)`)
  await expect(edit.getByLabel("Slug (URL)")).toHaveValue(slug)
  await edit.getByLabel("Publier la page").check()
  await edit.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByText("Page mise à jour !")).toBeVisible()
  await expect(row.getByText("Publié")).toBeVisible()

  await page.getByRole("link", { name: "Voir sur le site" }).click()
  await expect(page).toHaveURL(`/page/${slug}`)
  await expect(page.getByRole("heading", { name: "Respect" })).toBeVisible()
  await expect(page.getByRole("checkbox", { name: "Fait" })).toBeChecked()
  await page.getByRole("link", { name: "Note 1", exact: true }).click()
  await expect(page.getByRole("region", { name: "Notes" })).toContainText("Et partout.")
  await page.getByRole("link", { name: "Retour au texte, note 1" }).click()
  await expect(page).toHaveURL(/#ref-/)

  await openManager(page, `/admin/pages?q=${unique}`)
  await openMore(row)
  await row.getByRole("button", { name: "Supprimer" }).click()
  const question = page.getByRole("alertdialog", { name: "Êtes-vous sûr de vouloir supprimer cette page ?" })
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Page supprimée")).toBeVisible()
  await expect(row).toHaveCount(0)
})

test.describe("an address that is taken", () => {
  test.use({ expectedError: /status of 400/ })

  test("is refused, and everything else stays", async ({ page }) => {
    await openManager(page, "/admin/pages")
    const form = page.getByRole("form", { name: "Nouvelle page" })
    await form.getByLabel("Titre").fill("Mentions légales")
    await form.getByLabel("Contenu").fill("Un texte qui reste.")
    await form.getByRole("button", { name: "Créer la page" }).click()
    await expect(form.getByLabel("Slug (URL)")).toBeFocused()
    await expect(form.getByLabel("Slug (URL)")).toHaveAccessibleDescription(/Ce slug est déjà utilisé/)
    await expect(form.getByLabel("Contenu")).toHaveValue("Un texte qui reste.")
  })
})
