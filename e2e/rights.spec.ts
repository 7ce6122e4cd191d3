import { findViolations } from "./axe.ts"
import { createPerson, expect, openManager, signIn, test } from "./office.ts"

// The browser's own line about the refused page.
test.use({ expectedError: /status of 403/ })

test("an admin lets a moderator write, who sends a draft for review and gets it published", async ({
  page,
  other,
  request,
  unique,
}) => {
  const email = await createPerson(request, unique, "moderator")
  await openManager(page, `/admin/users?q=${encodeURIComponent(email)}`)
  await page.getByRole("button", { name: "Modifier le rôle" }).click()
  const dialog = page.getByRole("dialog", { name: "Modifier le rôle" })
  await dialog.getByLabel("Rôle").selectOption("Administrateur")
  await expect(dialog.getByLabel("Écrire", { exact: true })).toBeHidden()
  await dialog.getByLabel("Rôle").selectOption("Modérateur")
  await dialog.getByLabel("Écrire", { exact: true }).check()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByText("Rôle mis à jour")).toBeVisible()
  await expect(page.getByText("Écrire, Modérer")).toBeVisible()

  await signIn(other, email)
  await expect(other.getByText("Bienvenue sur CKO")).toBeVisible()
  const title = `La plume de ${unique}`
  await openManager(other, "/admin/blog/new")
  await other.getByLabel("Titre").fill(title)
  await other.getByRole("textbox", { name: "Contenu" }).fill("Un premier texte.")
  await expect(other.getByRole("button", { name: "Publier" })).toHaveCount(0)
  expect(await findViolations(other)).toEqual([])
  await other.getByRole("button", { name: "Envoyer pour relecture" }).click()
  await expect(other.getByText("Envoyé pour relecture à l’instant.")).toBeVisible()
  expect(await findViolations(other)).toEqual([])
  await other.goto("/admin/guests")
  await expect(other.getByText("Il vous manque les droits")).toBeVisible()
  expect(await findViolations(other)).toEqual([])

  await openManager(page, `/admin/blog?etat=relecture&q=${unique}`)
  await page.getByRole("link", { name: title }).first().click()
  await expect(page.getByText("Envoyé pour relecture")).toBeVisible()
  await expect(page.getByLabel("Auteur")).toContainText(email)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Publier", exact: true }).click()
  await expect(page.getByText("Article mis à jour !")).toBeVisible()
  await openManager(other, "/admin/blog")
  await other.getByRole("link", { name: title }).click()
  await expect(other.getByText("En ligne")).toBeVisible()
})
