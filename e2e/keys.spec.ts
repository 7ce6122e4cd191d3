import { readFile } from "node:fs/promises"
import { Secret, TOTP } from "otpauth"
import { plugInAuthenticator } from "./authenticator.ts"
import { findViolations } from "./axe.ts"
import { createPerson, expect, openManager, signIn, test } from "./office.ts"

test.use({ expectedError: /status of 400/ })

test("16.5 a person adds an app and a passkey, keeps the codes, and takes both away", async ({
  page,
  request,
  unique,
}) => {
  const email = await createPerson(request, unique)
  await page.context().clearCookies()
  await signIn(page, email)
  await expect(page.getByText("Connexion réussie !")).toBeVisible()
  await plugInAuthenticator(page)

  await openManager(page, "/admin/settings")
  await page.getByRole("link", { name: "Ajouter un second facteur" }).click()
  await page.getByRole("button", { name: "Configurer" }).click()
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const secret = (await page.locator("code").textContent()) ?? ""
  const code = page.getByLabel("Code à six chiffres")
  await code.fill("12345")
  await page.getByRole("button", { name: "Activer l’application" }).click()
  await expect(page.getByText("Le code a six chiffres")).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(TOTP.generate({ secret: Secret.fromBase32(secret) }))
  await page.getByRole("button", { name: "Activer l’application" }).click()

  const sheet = page.getByRole("region", { name: "Vos codes de secours" })
  await expect(sheet).toBeFocused()
  const codes = await sheet.locator("pre").innerText()
  expect(codes.split("\n")).toHaveLength(10)
  const download = page.waitForEvent("download")
  await sheet.getByRole("button", { name: "Télécharger" }).click()
  expect(await readFile(await (await download).path(), "utf8")).toContain(codes)
  expect(await findViolations(page)).toEqual([])

  await page.getByLabel("Nom de la nouvelle clé").fill("Ordinateur")
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(page.getByText("Clé d’accès ajoutée")).toBeVisible()
  await page.getByRole("button", { name: "Renommer : Ordinateur" }).click()
  await page.getByRole("dialog").getByLabel("Nom de la clé d’accès").fill("Portable")
  await page.getByRole("dialog").getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByRole("listitem").filter({ hasText: "Portable" })).toBeVisible()
  await page.reload()
  await expect(page.getByText("Il vous reste 10 codes.")).toBeVisible()
  await expect(sheet).toBeHidden()

  await page.getByRole("button", { name: "Renouveler" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Renouveler" }).click()
  await expect(sheet.locator("pre")).not.toHaveText(codes)
  await page.getByRole("button", { name: "Retirer : application" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Retirer" }).click()
  await expect(page.getByText("Application retirée")).toBeVisible()
  await page.getByRole("button", { name: "Retirer : Portable" }).click()
  await expect(page.getByText("C’est votre dernier second facteur")).toBeVisible()
  await page.getByRole("alertdialog").getByRole("button", { name: "Retirer" }).click()
  await expect(page.getByText("Clé d’accès retirée")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Codes de secours" })).toBeHidden()
})
