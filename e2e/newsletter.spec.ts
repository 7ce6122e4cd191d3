import { expect, test } from "./office.ts"
import { linkMailedTo } from "./outbox.ts"
import { send, waitForScripts } from "./visitors.ts"

const CONFIRMATION = /http:\S+newsletter\/confirm\S+/
const UNSUBSCRIPTION = /http:\S+newsletter\/unsubscribe\S+/

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedError: /status of 400/ })

    test("11.2, 11.3 one subscribes by the bell, and unsubscribes by a link", async ({
      page,
      other,
      unique,
    }) => {
      const email = `${unique}@cko.test`
      const listed = page.getByRole("main").getByRole("listitem").filter({ hasText: email })
      await ring("cette adresse")
      await expect(other.getByRole("alert")).toContainText("Validation échouée")
      await expect(other.getByLabel("Votre adresse e-mail")).toHaveValue("cette adresse")
      await expect(other.getByLabel("Votre adresse e-mail")).toHaveAccessibleDescription("Email invalide")

      await ring(email)
      await expect(other.getByRole("status").filter({ hasText: email })).toContainText("Regardez vos e-mails")
      await page.goto(`/admin/newsletter?q=${unique}`)
      await expect(page.getByText("Rien ne correspond.")).toBeVisible()

      await follow(CONFIRMATION)
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Plus qu’un clic")
      await other.getByRole("button", { name: "Confirmer mon inscription" }).click()
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Vous êtes inscrit")
      await page.reload()
      await expect(listed).toBeVisible()

      await ring(email)
      await expect(other.getByText("Regardez vos e-mails")).toBeVisible()
      await follow(UNSUBSCRIPTION)
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Se désabonner")
      await other.getByRole("button", { name: "Me désabonner" }).click()
      await other.getByRole("button", { name: "C’était une erreur, me réabonner" }).click()
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Vous êtes de retour")
      await other.getByRole("link", { name: "Choisir ce que je reçois" }).click()
      await other.getByLabel("Les actualités et les articles").uncheck()
      await other.getByRole("button", { name: "Enregistrer" }).click()
      await expect(other.getByText("C’est enregistré.")).toBeVisible()
      await expect(other.getByLabel("Les actualités et les articles")).not.toBeChecked()
      await other.getByRole("link", { name: "Me désabonner de tout" }).click()
      await other.getByRole("button", { name: "Me désabonner" }).click()
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Vous êtes désabonné")
      await page.reload()
      await expect(page.getByText("Rien ne correspond.")).toBeVisible()
      await expect(listed).toHaveCount(0)

      async function ring(address: string) {
        await other.goto("/about")
        if (javaScriptEnabled) await waitForScripts(other)
        const form = other.getByRole("contentinfo").locator("form")
        await form.getByLabel("Votre adresse e-mail").fill(address)
        await send(form, "S’inscrire")
      }

      async function follow(link: RegExp) {
        // The answer does not wait for the mail.
        await expect.poll(() => linkMailedTo(email, link)).toBeDefined()
        await other.goto((await linkMailedTo(email, link)) ?? "")
      }
    })
  })
}
