import { findViolations } from "./axe.ts"
import { expect, openManager, openMore, rowOf, test } from "./office.ts"
import { postComment } from "./visitors.ts"

test.describe("without JavaScript", () => {
  // The browser's own line about the refused account.
  test.use({ javaScriptEnabled: false, expectedError: /status of 400/ })

  test("24 a host does a week's work", async ({ page, request, unique }) => {
    const title = `Sans script ${unique}`
    const list = `/admin/episodes?q=${unique}`
    const row = rowOf(page, title)

    await page.goto("/admin/episodes")
    const form = page.getByRole("form", { name: "Nouvel épisode" })
    await form.getByLabel("Titre").fill(title)
    await form.getByLabel("Invité", { exact: true }).fill("Nour")
    await form.getByLabel("Date de publication").fill("2099-12-24")
    await form.getByLabel("URL YouTube").fill("youtube.com/watch?v=abcdefghijk")
    await form.getByRole("button", { name: "Créer l’épisode" }).click()
    await expect(page.getByText("Épisode créé !")).toBeVisible()
    await page.goto(list)
    await expect(row).toContainText("Programmé pour le 24 décembre 2099 à 00:00")

    await row.getByRole("link", { name: "Modifier" }).click()
    const edit = page.getByRole("form", { name: "Modifier l'épisode" })
    await expect(edit.getByLabel("URL YouTube")).toHaveValue("https://youtube.com/watch?v=abcdefghijk")
    await expect(edit.getByLabel("Date de publication")).toHaveValue("2099-12-24")
    await edit.getByLabel("Date de publication").fill("2001-02-03")
    await edit.getByRole("button", { name: "Mettre à jour" }).click()
    await expect(page.getByText("Épisode mis à jour !")).toBeVisible()
    await expect(row).toContainText("3 février 2001")

    for (const [button, status] of [
      ["Dépublier", "Brouillon"],
      ["Publier", "Publié"],
    ] as const) {
      await row.getByRole("button", { name: button }).click()
      await expect(page).toHaveURL(`${list}#liste`)
      await expect(page.getByText("Épisode mis à jour !")).toBeVisible()
      await expect(row.getByText(status, { exact: true })).toBeVisible()
    }

    await openMore(row)
    const link = row.getByRole("link", { name: `Voir sur le site : ${title}` })
    const address = (await link.getAttribute("href")) ?? ""
    for (const name of ["Malik", "Awa"]) {
      const email = `${name.toLowerCase()}-${unique}@cko.test`
      await postComment(request, address, { name, email, content: `Le mot de ${name}, ${unique}.` })
    }
    await page.goto(address)
    await page.getByRole("button", { name: "Supprimer : le commentaire d’Awa" }).click()
    await expect(page.getByText("supprimer le commentaire d’Awa ?")).toBeVisible()
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Commentaire supprimé")).toBeVisible()
    await page.goto(`/admin/comments?q=${unique}`)
    await page.getByRole("checkbox", { name: "Sélectionner le commentaire de Malik" }).check()
    await page.getByRole("button", { name: "Supprimer la sélection" }).click()
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Commentaire supprimé")).toBeVisible()
    await expect(page.getByText("Rien ne correspond.")).toBeVisible()

    await page.goto(list)
    await openMore(row)
    await row.getByRole("button", { name: "Supprimer" }).click()
    await page.getByRole("link", { name: "Annuler" }).click()
    await expect(page).toHaveURL(list)
    await openMore(row)
    await row.getByRole("button", { name: "Supprimer" }).click()
    const question = page.getByRole("region", { name: "Êtes-vous sûr de vouloir supprimer cet épisode ?" })
    await expect(question).toContainText(title)
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Épisode supprimé")).toBeVisible()
    await expect(page.getByText("Rien ne correspond.")).toBeVisible()
  })

  test("an account is created, promoted and deleted", async ({ page, unique }) => {
    const email = `plain-${unique}@cko.test`
    await page.goto(`/admin/users?q=${unique}`)
    await page.getByRole("button", { name: "Créer un utilisateur" }).click()
    const form = page.getByRole("form", { name: "Créer un utilisateur" })
    await form.getByLabel("Email").fill(email)
    await form.getByLabel("Date de naissance").fill("1990-05-01")
    await form.getByRole("button", { name: "Créer l’utilisateur" }).click()
    await expect(form.getByRole("alert")).toContainText("Email et mot de passe requis")
    await expect(form.getByLabel("Date de naissance")).toHaveValue("1990-05-01")
    await form.getByLabel("Mot de passe").fill("Uppercut8")
    await form.getByRole("button", { name: "Créer l’utilisateur" }).click()
    await expect(page.getByText("Utilisateur créé")).toBeVisible()

    await page.goto(`/admin/users?q=${unique}`)
    const row = page.getByRole("row").filter({ hasText: email })
    await row.getByRole("button", { name: "Modifier le rôle" }).click()
    await page.getByRole("combobox", { name: "Rôle" }).selectOption("Modérateur")
    await page.getByRole("button", { name: "Enregistrer" }).click()
    await expect(page.getByText("Rôle mis à jour")).toBeVisible()
    await expect(row.getByText("Modérateur", { exact: true })).toBeVisible()
    await openMore(row)
    await row.getByRole("button", { name: "Supprimer" }).click()
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Utilisateur supprimé")).toBeVisible()
    await expect(row).toHaveCount(0)
  })
})

test("15.3 the form stands beside the list, or a link away, and the focus goes along", async ({ page }) => {
  await openManager(page, "/admin/news")
  const form = page.getByRole("region", { name: "Nouvelle actualité" })
  const list = page.getByRole("region", { name: "Actualités existantes" })
  const boxes = async () => [await list.boundingBox(), await form.boundingBox()] as const
  const [above, beside] = await boxes()
  expect(beside?.x).toBeGreaterThan((above?.x ?? 0) + (above?.width ?? 0))
  expect(beside?.y).toBe(above?.y)

  const last = page.getByRole("link", { name: /^Modifier/ }).last()
  await last.click()
  const edit = page.getByRole("region", { name: "Modifier l’actualité" })
  await expect(edit).toBeFocused()
  await expect(edit.getByRole("button", { name: "Mettre à jour" })).toBeInViewport()
  await expect(page.locator("[aria-current=true]")).toContainText("Dans le formulaire")
  // Axe takes what has gone by half under the header for too small.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findViolations(page)).toEqual([])
  await edit.getByRole("link", { name: "Annuler" }).click()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.evaluate(() => scrollTo(0, 0))
  const [first, second] = await boxes()
  expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0))
  await page.getByRole("link", { name: "Nouvelle actualité", exact: true }).click()
  await expect(form).toBeFocused()
  await page.getByRole("link", { name: "Aller à la liste" }).click()
  await expect(list).toBeFocused()
  await expect(list.getByRole("heading")).toBeInViewport()
  await last.click()
  await expect(edit).toBeFocused()
  await expect(edit.getByRole("heading")).toBeInViewport()
})
