import { stat } from "node:fs/promises"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { coseKey } from "#test/authenticator.ts"
import { plugInAuthenticator } from "./authenticator.ts"
import { findViolations } from "./axe.ts"
import { query } from "./database.ts"
import { createPerson, expect, openManager, signIn, test } from "./office.ts"
import { ADMIN } from "./sites.ts"

test.use({ expectedError: /status of 403|ERR_INTERNET_DISCONNECTED/ })

const QUESTION = "Confirmez que c’est vous"

test("15.11 who authenticated long ago is asked for the password, or a passkey, and goes on", async ({
  other,
  request,
  unique,
}) => {
  const admin = await createPerson(request, unique, "admin")
  await signIn(other, admin)
  await expect(other).toHaveURL("/")
  await ageAuthentication(admin)

  await openManager(other, "/admin/users")
  await other.getByRole("button", { name: "Créer un utilisateur" }).click()
  const form = other.getByRole("dialog", { name: "Créer un utilisateur" })
  const email = `${unique}-nouvelle@cko.test`
  await form.getByLabel("Prénom").fill("Léa")
  await form.getByLabel("Email").fill(email)
  await form.getByLabel("Mot de passe").fill("Crochet99")
  await form.getByRole("button", { name: "Créer l’utilisateur" }).click()

  const question = other.getByRole("dialog", { name: QUESTION })
  const password = question.getByLabel("Mot de passe")
  await expect(question).toContainText(admin)
  await expect(password).toBeFocused()
  await expect(question.getByRole("button", { name: "Utiliser une clé d’accès" })).toHaveCount(0)
  expect(await findViolations(other)).toEqual([])
  // Escape closes the upper dialog only, and nothing was sent.
  await other.keyboard.press("Escape")
  await expect(question).toBeHidden()
  await expect(form.getByLabel("Prénom")).toHaveValue("Léa")
  await expect(form.getByLabel("Mot de passe")).toHaveValue("Crochet99")
  await expect(form.getByRole("button", { name: "Créer l’utilisateur" })).toBeFocused()
  await form.getByLabel("Pays").fill("Sénégal")
  await other.keyboard.press("Enter")

  await password.fill("Faux12345")
  await password.press("Enter")
  await expect(password).toHaveAccessibleDescription("Le mot de passe est incorrect")
  await expect(password).toBeFocused()
  await other.context().setOffline(true)
  await password.fill(ADMIN.password)
  await password.press("Enter")
  await expect(password).toHaveAccessibleDescription(/Vous êtes hors ligne/)
  await other.context().setOffline(false)
  await password.press("Enter")
  await expect(other.getByText("Utilisateur créé")).toBeVisible()
  await expect(form).toBeHidden()
  const { rows } = await query(
    "office",
    `select first_name, country from profiles where user_id = (select id from users where email = $1)`,
    [email],
  )
  expect(rows).toEqual([{ first_name: "Léa", country: "Sénégal" }])
  await other.context().clearCookies()
  await signIn(other, email, "Crochet99")
  await expect(other).toHaveURL("/")

  await other.context().clearCookies()
  await signIn(other, admin)
  await expect(other).toHaveURL("/")
  await addPasskey(other, admin)
  await ageAuthentication(admin)
  await openManager(other, `/admin/users?q=${email}`)
  await other.getByRole("button", { name: "Modifier le rôle" }).click()
  const role = other.getByRole("dialog", { name: "Modifier le rôle" })
  await role.getByLabel("Rôle").selectOption("Modérateur")
  await role.getByRole("button", { name: "Enregistrer" }).click()
  await question.getByRole("button", { name: "Annuler" }).click()
  await expect(role.getByLabel("Rôle")).toHaveValue("moderator")
  await role.getByRole("button", { name: "Enregistrer" }).click()
  await question.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(other.getByText("Rôle mis à jour")).toBeVisible()
  await expect(other.getByRole("cell", { name: "Modérateur" })).toBeVisible()

  await ageAuthentication(admin)
  await other.goto("/admin/newsletter")
  await other.evaluate(() => location.assign("/admin/newsletter.csv"))
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(QUESTION)
  expect(await findViolations(other)).toEqual([])
  const download = other.waitForEvent("download")
  await other.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(other.getByText("C’est confirmé")).toBeVisible()
  expect((await stat(await (await download).path())).size).toBeGreaterThan(0)
  await expect(other).toHaveURL("/admin/newsletter")
})

/** As if this person had signed in twenty minutes ago. */
async function ageAuthentication(email: string) {
  await query(
    "office",
    `update sessions set proved_at = now() - interval '20 minutes'
    where user_id = (select id from users where email = $1)`,
    [email],
  )
}

/** Gives a person a passkey, and the browser the authenticator that holds it. */
async function addPasskey(page: Page, email: string) {
  const authenticator = await plugInAuthenticator(page)
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  await authenticator.addPasskey({
    credentialId: id.toString("base64"),
    userHandle: Buffer.from(email).toString("base64"),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  })
  await query(
    "office",
    `insert into passkeys (id, user_id, name, public_key) select $1, id, 'Clé', $2 from users where email = $3`,
    [id.toString("base64url"), coseKey(x, y).toString("base64url"), email],
  )
}
