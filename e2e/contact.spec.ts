import { findViolations } from "./axe.ts"
import { expect, openManager, openMore, rowOf, test } from "./office.ts"
import { send, waitForScripts } from "./visitors.ts"

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedError: /status of 400/ })

    test("12.2 a visitor writes, after mending what was missing", async ({ other: page, unique }) => {
      await page.goto("/contact")
      if (javaScriptEnabled) await waitForScripts(page)
      const form = page.getByRole("form", { name: "Nous écrire" })
      await form.getByLabel("Email").fill("awa@cko.test")
      await form.getByLabel("Message").fill(`Bonjour.\n${unique}`)
      await send(form, "Envoyer le message")
      await expect(form.getByRole("alert")).toContainText("Erreur de validation")
      await expect(form.getByRole("alert")).toContainText("Le nom est requis")
      await expect(form.getByLabel("Nom")).toHaveAccessibleDescription("Le nom est requis")
      await expect(form.getByLabel("Sujet")).toHaveAccessibleDescription("Le sujet est requis")
      await expect(form.getByLabel("Email")).toHaveValue("awa@cko.test")
      await expect(form.getByLabel("Message")).toHaveValue(`Bonjour.\n${unique}`)
      if (javaScriptEnabled) {
        await expect(form.getByLabel("Nom")).toBeFocused()
        expect(await findViolations(page)).toEqual([])
      }

      await form.getByLabel("Nom").fill("Awa")
      await form.getByLabel("Sujet").fill("Une invitée")
      await send(form, "Envoyer le message")
      await expect(page.getByText("Message envoyé !")).toBeVisible()
      await expect(page.getByText("Nous vous répondrons dans les plus brefs délais.")).toBeVisible()
      await expect(form.getByLabel("Message")).toHaveValue("")
      await expect(form.getByLabel("Sujet")).toHaveValue("")
    })
  })
}

test("12.3 an admin reads a message, archives it, finds it again and deletes it", async ({
  page,
  other,
  request,
  unique,
}) => {
  const older = {
    name: "Nour",
    email: "nour@cko.test",
    subject: `Ancien ${unique}`,
    message: "Une question.",
  }
  const sent = await request.post("/contact", {
    form: { intent: "message", opened: String(Date.now() - 10_000), website: "", ...older },
    maxRedirects: 0,
  })
  expect(sent.status()).toBe(302)
  await other.goto("/contact")
  await waitForScripts(other)
  const form = other.getByRole("form", { name: "Nous écrire" })
  await form.getByLabel("Nom").fill("Malik")
  await form.getByLabel("Email").fill("malik@cko.test")
  await form.getByLabel("Sujet").fill(`Nouveau ${unique}`)
  await form.getByLabel("Message").fill("Une ligne.\nUne autre.")
  await send(form, "Envoyer le message")
  await expect(other.getByText("Message envoyé !")).toBeVisible()

  await openManager(page, "/admin")
  const sidebar = page.getByRole("navigation", { name: "ADMINISTRATION" })
  if (!(await sidebar.isVisible())) await page.getByRole("button", { name: "Menu", exact: true }).click()
  await sidebar.getByRole("link", { name: /^Échanges \(\d+ en attente\)/ }).click()
  const tabs = page.getByRole("navigation", { name: "Échanges" })
  await tabs.getByRole("link", { name: /^Messages \(\d+ en attente\)/ }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Messages")
  // Of fewer than ten there is nothing to search.
  await openManager(page, `/admin/messages?q=${unique}`)
  await expect(page.getByText("2 messages pour")).toBeVisible()
  const messages = rowOf(page, unique)
  await expect(messages.getByRole("heading")).toHaveText([`Nouveau ${unique}`, `Ancien ${unique}`])
  const message = rowOf(page, `Nouveau ${unique}`)
  await message.getByRole("heading").click()
  await expect(message).toContainText("Une ligne.\nUne autre.", { useInnerText: true })
  await expect(message.getByText("Non lu", { exact: true })).toBeVisible()
  await expect(message.getByRole("link", { name: "Répondre" })).toHaveAttribute("href", /[?&]repondre=\d+#/)
  expect(await findViolations(page)).toEqual([])

  await openMore(message)
  await message.getByRole("button", { name: "Marquer comme lu" }).click()
  await expect(message.getByText("Non lu", { exact: true })).toHaveCount(0)
  await expect(messages.getByRole("heading")).toHaveText([`Ancien ${unique}`, `Nouveau ${unique}`])
  await openMore(message)
  await message.getByRole("button", { name: "Archiver" }).click()
  await expect(page.getByText("Message archivé")).toBeVisible()
  await expect(message).toHaveCount(0)

  await page.getByRole("main").getByRole("link", { name: "Archives" }).click()
  await expect(page.getByRole("heading", { name: "Archives" })).toBeVisible()
  await openMore(message)
  await message.getByRole("button", { name: "Supprimer" }).click()
  const question = page.getByRole("alertdialog", {
    name: "Êtes-vous sûr de vouloir supprimer le message de Malik ?",
  })
  expect(await findViolations(page)).toEqual([])
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Message supprimé")).toBeVisible()
  await expect(message).toHaveCount(0)
})
