import { Secret, TOTP } from "otpauth"
import { plugInAuthenticator } from "./authenticator.ts"
import { findViolations } from "./axe.ts"
import { query } from "./database.ts"
import { createPerson, expect, NOBODY, openManager, signIn, test } from "./office.ts"
import { anyAddress } from "./visitors.ts"

test.use({ expectedError: /status of 401|ERR_INTERNET_DISCONNECTED/ })

const SECURITY = "/admin/settings/security"

test("13.6 an authenticator app's code is asked for after the password, or a recovery code, without scripts too", async ({
  other,
  browser,
  baseURL,
  request,
  unique,
}) => {
  const email = await createPerson(request, unique)
  await signIn(other, email)
  await expect(other).toHaveURL("/")
  await openManager(other, SECURITY)
  await other.getByRole("button", { name: /^Configurer/ }).click()
  const secret = (await other.getByRole("main").locator("code").innerText()).replace(/\s/g, "")
  const code = (shift = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + shift * 1_000 })
  await other.getByLabel("Code à six chiffres").fill(code())
  await other.getByRole("button", { name: "Activer l’application" }).click()
  const codes = await other.getByText(/^(\w{6}-){3}\w{6}/).innerText()
  const [recovery = ""] = codes.split(/\s/)

  await other.context().clearCookies()
  await signIn(other, email)
  await expect(other).toHaveURL("/auth/code")
  expect(await findViolations(other)).toEqual([])
  const field = other.getByLabel("Code à 6 chiffres")
  await field.fill("12345")
  await other.getByRole("button", { name: "Se connecter", exact: true }).click()
  await expect(other.getByRole("alert")).toContainText("Ce code n’est pas le bon")
  // The next one: that of now put the app in use.
  await field.fill(code(30))
  // Not by Enter: a form that still waits for its answer takes nothing.
  await other.getByRole("button", { name: "Se connecter", exact: true }).click()
  await expect(other.getByText("Bienvenue sur CKO")).toBeVisible()

  const plain = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: NOBODY,
    extraHTTPHeaders: anyAddress(),
  })
  const page = await plain.newPage()
  await signIn(page, email)
  await expect(page.getByRole("button", { name: "Se connecter avec une clé d’accès" })).toBeHidden()
  await page.getByRole("link", { name: "Utiliser un code de secours" }).click()
  await page.getByLabel("Code de secours").fill(recovery.toUpperCase())
  await page.getByRole("button", { name: "Se connecter", exact: true }).click()
  await expect(page.getByText("Bienvenue sur CKO")).toBeVisible()
  await plain.close()
})

test("a passkey alone signs in, and says why where it does not", async ({ other, request, unique }) => {
  const email = await createPerson(request, unique)
  // Otherwise the browser, which asks nobody here, signs in as soon as it is allowed to.
  await other.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const authenticator = await plugInAuthenticator(other)
  await signIn(other, email)
  await expect(other).toHaveURL("/")
  await openManager(other, SECURITY)
  await other.getByLabel("Nom de la nouvelle clé").fill("Mon téléphone")
  await other.getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(other.getByText("Ajoutée le")).toBeVisible()
  await other.context().clearCookies()

  await other.goto("/auth")
  const button = other.getByRole("button", { name: "Se connecter avec une clé d’accès" })
  const problem = other.getByRole("main").getByRole("status")
  await other.context().setOffline(true)
  await button.click()
  await expect(problem).toHaveText(/^Vous êtes hors ligne.: vous n’êtes pas connecté/)
  await other.context().setOffline(false)
  // A finger that is not known: for the page as if the person had changed their mind.
  await authenticator.setUserVerified(false)
  await button.click()
  await expect(problem).toHaveText("")
  await expect(button).toHaveAttribute("aria-disabled", "false")
  await authenticator.setUserVerified(true)
  await button.click()
  await expect(other.getByText("Bienvenue sur CKO")).toBeVisible()
  await expect(other).toHaveURL("/")

  await query("office", "delete from passkeys where user_id = (select id from users where email = $1)", [
    email,
  ])
  await other.context().clearCookies()
  await other.goto("/auth")
  await button.click()
  await expect(problem).toHaveText(/^Cette clé d’accès n’est pas connue ici/)
  expect(await findViolations(other)).toEqual([])
})
