import { createPerson, expect, NOBODY, openManager, signIn, test } from "./office.ts"
import { ADMIN } from "./sites.ts"
import { waitForScripts } from "./visitors.ts"

test("16.1, 16.2 a person keeps their profile, password and sessions", async ({
  page,
  request,
  browser,
  unique,
}) => {
  const email = await createPerson(request, unique)
  await page.context().clearCookies()
  await signIn(page, email)
  await expect(page.getByText("Connexion réussie !")).toBeVisible()
  const elsewhere = await browser.newContext({ storageState: NOBODY })
  const phone = await elsewhere.newPage()
  await signIn(phone, email)
  await expect(phone.getByText("Connexion réussie !")).toBeVisible()

  await openManager(page, "/admin/settings")
  await expect(page.getByLabel("Email")).toBeDisabled()
  await expect(page.getByLabel("Email")).toHaveValue(email)
  const profile = page.getByRole("form", { name: "Profil" })
  await profile.getByLabel("Prénom").fill("Awa")
  await profile.getByRole("button", { name: /Date de naissance/ }).click()
  const calendar = page.getByRole("dialog", { name: "Calendrier" })
  await calendar.getByLabel("Année").selectOption("1990")
  await calendar.getByLabel("Mois").selectOption("mai")
  await calendar.getByRole("button", { name: /lundi 7 mai 1990/ }).click()
  await profile.getByRole("button", { name: "Enregistrer les modifications" }).click()
  await expect(page.getByText("Vos informations ont été mises à jour")).toBeVisible()
  await page.reload()
  await expect(profile.getByLabel("Prénom")).toHaveValue("Awa")
  await expect(profile.getByText("7 mai 1990")).toBeVisible()

  await waitForScripts(page)
  const password = page.getByRole("form", { name: "Mot de passe" })
  await password.getByLabel("Mot de passe actuel").fill(ADMIN.password)
  await password.getByLabel("Nouveau mot de passe").fill("Crochet99")
  await password.getByLabel("Confirmer le mot de passe").fill("Crochet99")
  await expect(page.getByRole("button", { name: /^Déconnecter\b(?! les)/ })).toHaveCount(1)
  await password.getByRole("button", { name: "Changer le mot de passe" }).click()
  await expect(page.getByText("Mot de passe modifié")).toBeVisible()
  await expect(page.getByRole("button", { name: /^Déconnecter\b/ })).toHaveCount(0)
  await phone.goto("/admin/settings")
  await expect(phone).toHaveURL("/auth")

  await signIn(phone, email, "Crochet99")
  await expect(phone.getByText("Connexion réussie !")).toBeVisible()
  await page.reload()
  await page.getByRole("button", { name: /^Déconnecter\b(?! les)/ }).click()
  await expect(page.getByText("Session déconnectée")).toBeVisible()
  await phone.goto("/admin/settings")
  await expect(phone).toHaveURL("/auth")
  await elsewhere.close()
})
