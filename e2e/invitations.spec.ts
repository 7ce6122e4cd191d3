import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"
import { linkMailedTo } from "./outbox.ts"
import { waitForScripts } from "./visitors.ts"

test("14.4, 16.3, 16.4 who is invited joins with a passkey, takes another address, and leaves", async ({
  page,
  other,
  unique,
}) => {
  const email = `invitee-${unique}@cko.test`
  await openManager(page, "/admin/users")
  await page.getByRole("button", { name: "Inviter" }).click()
  const dialog = page.getByRole("dialog", { name: "Inviter une personne" })
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel("Email").fill(email)
  await dialog.getByLabel("Rôle").selectOption("Membre de l’équipe")
  const sets = dialog.getByLabel("Droits tout prêts")
  await expect(sets).toHaveValue("Modérateur·rice")
  await sets.selectOption("Éditeur·rice")
  await expect(dialog.getByRole("checkbox", { name: "Publier" })).toBeChecked()
  await expect(dialog.getByRole("checkbox", { name: "Modérer" })).not.toBeChecked()
  await dialog.getByRole("checkbox", { name: "Modérer" }).check()
  await expect(sets).toHaveValue("")
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole("button", { name: "Envoyer l’invitation" }).click()
  await expect(page.getByText(`remettez vous-même ce lien à ${email}`)).toBeVisible()
  await expect(dialog).toBeHidden()
  const link = await page.getByLabel("Lien d’invitation").inputValue()
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: email })
  await expect(row).toContainText("Membre de l’équipe (")
  expect(await findViolations(page)).toEqual([])

  const client = await other.context().newCDPSession(other)
  await client.send("WebAuthn.enable")
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const),
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await other.goto(link)
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Rejoignez CKO")
  expect(await findViolations(other)).toEqual([])
  await other.getByRole("button", { name: "Créer une clé d’accès" }).click()
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Vos codes de secours")
  await expect(other.locator("pre")).toHaveText(/^(?:[0-9a-z]{6}(?:-[0-9a-z]{6}){3}\s*){10}$/)
  expect(await findViolations(other)).toEqual([])
  await other.getByRole("link", { name: "Continuer" }).click()

  await expect(other.getByLabel("Email")).toHaveValue(email)
  const changed = `autre-${unique}@cko.test`
  await other.getByLabel("Nouvelle adresse e-mail").fill(changed)
  await other.getByRole("button", { name: "Changer d’adresse" }).click()
  await expect(other.getByText("Un changement attend sa confirmation")).toBeVisible()
  await other.goto((await linkMailedTo(changed, /http\S+\/auth\/new-email\S+/)) ?? "")
  await other.getByRole("button", { name: "Confirmer la nouvelle adresse" }).click()
  await expect(other.getByText("Adresse modifiée")).toBeVisible()
  await expect(other.getByLabel("Email")).toHaveValue(changed)

  await waitForScripts(other)
  await other.getByRole("button", { name: "Supprimer mon compte" }).click()
  const question = other.getByRole("alertdialog", { name: /Supprimer votre compte/ })
  await question.getByRole("button", { name: "Supprimer mon compte" }).click()
  await expect(other.getByText("Compte supprimé")).toBeVisible()
  await expect(other).toHaveURL("/")
  await expect(other.getByRole("link", { name: "Connexion" })).toBeVisible()

  await page.reload()
  await expect(row).toHaveCount(0)
})
