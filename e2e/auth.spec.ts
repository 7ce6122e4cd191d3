import type { Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { createPerson, expect, NOBODY, openManager, signIn, test } from "./office.ts"
import { linkMailedTo } from "./outbox.ts"

test.describe("somebody new", () => {
  test.use({ storageState: NOBODY, expectedError: /status of 4\d\d/ })

  test("signs up, after mending what was wrong", async ({ page, unique }) => {
    await page.goto("/")
    await page.getByRole("contentinfo").getByRole("link", { name: "Connexion" }).click()
    await page.getByRole("link", { name: "Inscription" }).click()
    await expect(page).toHaveTitle(/Inscription/)
    const email = `${unique}@cko.test`
    await page.getByLabel("Email").fill(email)
    await page.getByLabel("Mot de passe", { exact: true }).fill("Uppercut8")
    await page.getByLabel("Confirmer le mot de passe").fill("Uppercut9")
    await page.getByRole("button", { name: "S’inscrire" }).click()
    await expect(page.getByRole("alert")).toContainText("Les mots de passe ne correspondent pas")
    await expect(page.getByLabel("Email")).toHaveValue(email)
    expect(await findViolations(page)).toEqual([])

    await page.getByLabel("Mot de passe", { exact: true }).fill("Uppercut8")
    await page.getByLabel("Confirmer le mot de passe").fill("Uppercut8")
    await page.getByRole("button", { name: "S’inscrire" }).click()
    await expect(page).toHaveURL("/")
    await expect(page.getByText("Votre compte a été créé avec succès")).toBeVisible()
    await page.goto("/auth")
    await expect(page).toHaveURL("/")
  })

  test("gets nowhere with a wrong password", async ({ page }) => {
    await signIn(page, "personne@cko.test", "Mauvais123")
    await expect(page.getByRole("alert")).toContainText("Erreur de connexion")
    await expect(page.getByRole("alert")).toContainText("Email ou mot de passe incorrect")
    await expect(page.getByLabel("Email")).toHaveValue("personne@cko.test")
  })

  test("is led from the back office to the sign-in", async ({ page }) => {
    await page.goto("/admin/blog")
    await expect(page).toHaveURL("/auth")
    expect(await findViolations(page)).toEqual([])
  })
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("2.1, 13.1 one signs in, is greeted, and signs out", async ({ page, request, unique }) => {
    const email = await createPerson(request, unique)
    await page.context().clearCookies()
    await signIn(page, email)
    await expect(page).toHaveURL("/")
    await expect(page.getByText("Bienvenue sur CKO")).toBeVisible()
    await openMenu(page)
    await page.getByRole("button", { name: "Déconnexion" }).click()
    await expect(page.getByText("Déconnexion réussie")).toBeVisible()
  })
})

test("13.5 signing out in one tab shows in the others", async ({ other: page, request, unique }) => {
  await signIn(page, await createPerson(request, unique))
  await expect(page).toHaveURL("/")
  const other = await page.context().newPage()
  await other.goto("/about")
  await expect(account(other)).toHaveCount(2)
  const idle = await page.context().newPage()
  await openManager(idle, "/admin/settings")
  const typing = await page.context().newPage()
  await openManager(typing, "/admin/settings")
  await typing.getByLabel("Prénom").fill("Awa")
  await typing.getByRole("button", { name: "Déconnexion" }).click()
  await typing.getByRole("alertdialog").getByRole("button", { name: "Rester" }).click()
  await openMenu(page)
  await page.getByRole("button", { name: "Déconnexion" }).click()
  await expect(page.getByText("Déconnexion réussie")).toBeVisible()
  await expect(page).toHaveURL("/")
  await expect(account(other)).toHaveCount(0)
  await expect(idle).toHaveURL("/auth")
  await expect(idle.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toHaveCount(0)
  // What was typed there is neither lost nor saved for nobody.
  await expect(typing.getByText("Session fermée dans un autre onglet")).toBeVisible()
  await typing.getByRole("button", { name: "Enregistrer les modifications" }).click()
  await expect(typing.getByRole("main").getByRole("alert")).toContainText("Vous n’êtes plus connecté")
  await expect(typing.getByLabel("Prénom")).toHaveValue("Awa")
})

test("a forgotten password is replaced by the link in a mail", async ({ page, request, unique }) => {
  const email = await createPerson(request, unique)
  await page.context().clearCookies()
  await page.goto("/auth")
  await page.getByRole("link", { name: "Mot de passe oublié ?" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mot de passe oublié")
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel("Email").fill(email)
  await page.getByRole("button", { name: "Recevoir le lien" }).click()
  await expect(page.getByText("Si un compte existe")).toBeVisible()

  // The answer does not wait for the mail.
  await expect.poll(() => linkMailedTo(email, RESET_LINK)).toBeDefined()
  await page.goto((await linkMailedTo(email, RESET_LINK)) ?? "")
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel("Nouveau mot de passe").fill("Crochet99")
  await page.getByLabel("Confirmer le mot de passe").fill("Crochet99")
  await page.getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByText("Mot de passe modifié")).toBeVisible()
  await signIn(page, email, "Crochet99")
  await expect(page.getByText("Bienvenue sur CKO")).toBeVisible()
})

/** On a phone the entries are in a menu. */
async function openMenu(page: Page) {
  const menu = page.getByRole("button", { name: "Menu" })
  if (await menu.isVisible()) await menu.click()
}

/** In the bar and in the menu. */
function account(page: Page) {
  return page.getByRole("banner").getByText("Mon compte")
}

const RESET_LINK = /http:\S+reset-password\S+/
