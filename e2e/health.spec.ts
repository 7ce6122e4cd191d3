import { query } from "./database.ts"
import { expect, openManager, rowOf, test } from "./office.ts"

test.use({ permissions: ["clipboard-read", "clipboard-write"] })

test("31.1, 31.2, 31.3 a mail that was given up is seen above the first page, dropped, and the site's health is copied as a report", async ({
  page,
  unique,
}) => {
  const subject = `Bienvenue ${unique}`
  await query(
    "office",
    `insert into mails (recipient, subject, text, failed_at, failure)
     values ('awa@cko.test', $1, 'Un texte.', now(), '{"command": "RCPT TO", "responseCode": 550}')`,
    [subject],
  )
  await openManager(page, "/admin")
  await page
    .getByRole("region", { name: "À traiter" })
    .getByRole("link", { name: /pas pu être envoyé/ })
    .click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("E-mails abandonnés")
  const mail = rowOf(page, subject)
  await expect(mail).toContainText("refuse l’adresse du destinataire")
  await mail.getByRole("button", { name: "Abandonner" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Abandonner" }).click()
  await expect(page.getByText("E-mail abandonné", { exact: true })).toBeVisible()
  await expect(mail).toHaveCount(0)

  await page.getByRole("main").getByRole("link", { name: "Santé du site" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Santé du site")
  const report = page.getByRole("textbox", { name: "Rapport" })
  await expect(report).toHaveValue(/Base de données/)
  await page.getByRole("button", { name: "Copier le rapport" }).click()
  await expect(page.getByText("Rapport copié.")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await report.inputValue())
})
