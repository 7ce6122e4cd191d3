import { findViolations } from "./axe.ts"
import { query } from "./database.ts"
import { expect, openManager, openMore, rowOf, test } from "./office.ts"
import { waitForScripts } from "./visitors.ts"

// The check of accessibility tries to run in the preview, where nothing runs.
test.use({ expectedError: /Blocked script execution in .*sandboxed/ })

test("44.1, 44.3, 44.4 a letter is begun from an episode, looked at, tried, scheduled, sent and accounted for", async ({
  page,
  episode,
  unique,
}) => {
  const email = `${unique}@cko.test`
  await query(
    "office",
    "insert into newsletter_subscribers (email, confirmed_at, topics) values ($1, now(), '{episodes}') on conflict do nothing",
    [email],
  )
  await openManager(page, `/admin/episodes?q=${unique}`)
  await openMore(rowOf(page, episode.title))
  await rowOf(page, episode.title).getByRole("link", { name: "Écrire une lettre" }).click()
  const form = page.getByRole("form", { name: "Nouvelle lettre" })
  await expect(form.getByLabel("Objet")).toHaveValue(`Nouvel épisode\u00a0: ${episode.title}`)
  await waitForScripts(page)
  const title = `Lettre ${unique}`
  await form.getByLabel("Objet").fill(title)
  await form.getByLabel("Texte d’aperçu").fill("À écouter")
  const text = form.getByRole("textbox", { name: "Contenu" })
  await text.press("Control+End")
  await page.keyboard.type("\n\nÀ réécouter.")
  await form.getByRole("button", { name: "Épisode", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Insérer un épisode" })
  await dialog.getByLabel("Titre").fill(episode.title)
  await dialog.getByRole("button", { name: episode.title }).click()
  await expect(text).toHaveValue(/episodes\/\d+[^]*À réécouter\.\n\nhttp\S+\/episodes\/\d+$/)
  await page.getByRole("button", { name: "Créer la lettre" }).click()

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
  await expect(
    page.frameLocator("iframe").getByText("Un nouvel épisode avec Nour vient de paraître."),
  ).toBeVisible()
  await expect(page.getByText("L’objet est clair et assez court.")).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // What leaves is what is saved.
  await expect(page.getByRole("button", { name: "Envoyer", exact: true })).toBeVisible()
  await page.getByLabel("Texte d’aperçu").fill("À écouter ce soir")
  await expect(page.getByRole("button", { name: "Envoyer", exact: true })).toBeHidden()
  await page.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByRole("button", { name: "Envoyer", exact: true })).toBeVisible()

  await page.getByRole("button", { name: "Envoyer l’essai" }).click()
  await expect(page.getByText("Essai écrit dans un fichier")).toBeVisible()

  const schedule = page.getByRole("form", { name: "Programmer l’envoi" })
  await schedule.getByLabel("Heure d’envoi").fill("08:30")
  await schedule.getByRole("button", { name: "Programmer l’envoi" }).click()
  await expect(page.getByText(/Elle part d’elle-même le .* à 08:30/)).toBeVisible()
  await page.getByRole("button", { name: "Annuler l’envoi" }).click()
  await expect(page.getByText("Elle part d’elle-même")).toBeHidden()

  await page.getByRole("button", { name: "Envoyer", exact: true }).click()
  const question = page.getByRole("alertdialog", { name: /Envoyer cette lettre à \d+ personne/ })
  await question.getByRole("button", { name: "Envoyer" }).click()
  await expect(page.getByRole("heading", { name: "Compte rendu" })).toBeVisible({ timeout: 60_000 })
  expect(await findViolations(page)).toEqual([])
  await page.getByRole("link", { name: "Destinataires" }).click()
  await expect(page.getByText(email)).toBeVisible()

  await page.getByRole("link", { name: "Retour à la lettre" }).click()
  await page.getByRole("button", { name: "Supprimer" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Lettre supprimée")).toBeVisible()
  await query("office", "delete from newsletter_subscribers where email = $1", [email])
})

test("44.2 a new letter is written on its page, is kept unsaved, and comes back from the list", async ({
  page,
  unique,
}) => {
  const title = `Nouvelle ${unique}`
  await openManager(page, "/admin/letters")
  await page.getByRole("main").getByRole("link", { name: "Nouvelle lettre" }).click()
  const form = page.getByRole("form", { name: "Nouvelle lettre" })
  await form.getByLabel("Objet").fill(title)
  await form.getByRole("textbox", { name: "Contenu" }).fill("Bonjour à tous.")
  await expect(page.getByText(/^Brouillon enregistré/)).toBeVisible()
  const trail = page.getByRole("navigation", { name: "Fil d’Ariane" })
  await trail.getByRole("link", { name: "Lettres" }).click()
  await expect(rowOf(page, title).getByText("Non enregistré")).toBeVisible()
  await rowOf(page, title).getByRole("link", { name: title }).click()
  await expect(form.getByRole("textbox", { name: "Contenu" })).toHaveValue("Bonjour à tous.")
  await page.getByRole("button", { name: "Créer la lettre" }).click()
  await expect(page.getByText("Lettre créée")).toBeVisible()
  await trail.getByRole("link", { name: "Lettres" }).click()
  await rowOf(page, title).getByRole("link", { name: "Modifier" }).click()
  await expect(page.getByRole("form", { name: "Modifier la lettre" }).getByLabel("Objet")).toHaveValue(title)
})
