import { findViolations } from "./axe.ts"
import { createPerson, expect, openManager, openMore, test } from "./office.ts"

test("14.2, 14.3 an account is created, promoted and deleted", async ({ page, unique }) => {
  const email = `awa-${unique}@cko.test`
  await openManager(page, "/admin/users")
  await page.getByRole("button", { name: "Créer un utilisateur" }).click()
  const dialog = page.getByRole("dialog", { name: "Créer un utilisateur" })
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel("Prénom").fill("Awa")
  await dialog.getByLabel("Email").fill(email)
  await dialog.getByLabel("Mot de passe").fill("Uppercut8")
  await dialog.getByLabel("Pays").fill("Sénégal")
  await dialog.getByRole("button", { name: "Créer l’utilisateur" }).click()
  await expect(page.getByText("Utilisateur créé")).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto(`/admin/users?q=${unique}`)
  await expect(page.getByText("1 utilisateur pour")).toBeVisible()
  const row = page.getByRole("row").filter({ hasText: email })
  await expect(row.getByText("Utilisateur", { exact: true })).toBeVisible()
  await row.getByRole("button", { name: "Modifier le rôle" }).click()
  const role = page.getByRole("dialog", { name: "Modifier le rôle" })
  expect(await findViolations(page)).toEqual([])
  await role.getByLabel("Rôle").selectOption("Modérateur")
  await role.getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByText("Rôle mis à jour")).toBeVisible()
  await expect(row.getByText("Modérateur", { exact: true })).toBeVisible()

  await openMore(row)
  await row.getByRole("button", { name: "Supprimer" }).click()
  const question = page.getByRole("alertdialog", {
    name: `Êtes-vous sûr de vouloir supprimer l'utilisateur ${email} ?`,
  })
  await question.getByRole("button", { name: "Annuler" }).click()
  await row.getByRole("button", { name: "Supprimer" }).click()
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Utilisateur supprimé")).toBeVisible()
  await expect(row).toHaveCount(0)
})

test.describe("what is refused", () => {
  test.use({ expectedError: /status of 4\d\d/ })

  test("an address that has an account is said so in the dialog, which keeps the rest", async ({
    page,
    request,
    unique,
  }) => {
    const email = await createPerson(request, unique)
    await openManager(page, "/admin/users")
    await page.getByRole("button", { name: "Créer un utilisateur" }).click()
    const dialog = page.getByRole("dialog", { name: "Créer un utilisateur" })
    await dialog.getByLabel("Nom", { exact: true }).fill("Diallo")
    await dialog.getByLabel("Email").fill(email)
    await dialog.getByLabel("Mot de passe").fill("Uppercut8")
    await dialog.getByRole("button", { name: "Créer l’utilisateur" }).click()
    await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(
      "Un compte existe déjà avec cet email",
    )
    await expect(dialog.getByLabel("Email")).toBeFocused()
    await expect(dialog.getByLabel("Nom", { exact: true })).toHaveValue("Diallo")
  })

  test("nobody deletes their own account", async ({ page, account }) => {
    await openManager(page, `/admin/users?q=${account.email}`)
    const row = page.getByRole("row").filter({ hasText: account.email })
    await openMore(row)
    await row.getByRole("button", { name: "Supprimer" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText(/c’est votre propre compte/)).toBeVisible()
    await expect(row).toBeVisible()
  })
})
