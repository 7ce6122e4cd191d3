import type { Locator, Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { expect, openManager, openMore, rowOf, test } from "./office.ts"

test("15.6, 3.8 an episode is created, seen on the site, edited, hidden and deleted", async ({
  page,
  unique,
}) => {
  const title = `Le grand soir ${unique}`
  await openManager(page, "/admin/episodes")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  await form.getByLabel("Titre").fill(title)
  await form.getByLabel("Invité", { exact: true }).fill("Nour")
  await form.getByLabel("Description").fill("Une **longue** nuit.")
  await form.getByRole("tab", { name: "Aperçu" }).click()
  await expect(form.getByRole("tabpanel").locator("strong")).toHaveText("longue")
  await form.getByLabel("Vues").fill("1234")
  await form.getByRole("button", { name: /Date de publication/ }).click()
  const calendar = page.getByRole("dialog", { name: "Calendrier" })
  await calendar.getByLabel("Année").selectOption("2025")
  await calendar.getByLabel("Mois").selectOption("mars")
  await calendar.getByRole("button", { name: /14 mars 2025/ }).click()
  await expect(form.getByText("14 mars 2025")).toBeVisible()
  await form.getByRole("button", { name: "Créer l’épisode" }).click()
  await expect(page.getByText("Épisode créé !")).toBeVisible()
  await expect(form.getByLabel("Titre")).toHaveValue("")
  // The notice lies over no button that saves.
  await form.getByRole("button", { name: "Créer l’épisode" }).click({ trial: true, timeout: 3_000 })

  await page.getByRole("link", { name: "Voir sur le site" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
  await expect(page.getByText("1K vues")).toBeVisible()
  await expect(page.getByText("14 mars 2025", { exact: true })).toBeVisible()

  await openManager(page, `/admin/episodes?q=${unique}`)
  await rowOf(page, title).getByRole("link", { name: "Modifier" }).click()
  const edit = page.getByRole("form", { name: "Modifier l'épisode" })
  await expect(edit.getByLabel("Description")).toHaveValue("Une **longue** nuit.")
  await edit.getByLabel("Titre").fill(`${title} bis`)
  await edit.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByText("Épisode mis à jour !")).toBeVisible()
  await expect(page.getByRole("form", { name: "Nouvel épisode" })).toBeVisible()
  const row = rowOf(page, `${title} bis`)
  await expect(row).toContainText("Nour · 14 mars 2025")
  await expect(row).toContainText("Publié")

  await row.getByRole("button", { name: "Dépublier" }).click()
  await expect(row.getByText("Brouillon")).toBeVisible()
  await expect(page.getByText("n’est plus en ligne.")).toBeVisible()
  await page.getByRole("button", { name: "Annuler" }).click()
  await expect(row.getByText("Publié")).toBeVisible()
  await expect(page.getByText("n’est plus en ligne.")).toBeHidden()
  await row.getByRole("button", { name: "Dépublier" }).click()
  await expect(row.getByText("Brouillon")).toBeVisible()
  await row.getByRole("link", { name: `${title} bis`, exact: true }).click()
  await expect(page.getByRole("button", { name: "Publier" })).toBeVisible()
  await page
    .getByRole("region", { name: "Enregistrer" })
    .getByRole("link", { name: "Voir sur le site" })
    .click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} bis`)
  await expect(page.getByText("Les visiteurs ne voient pas cette page.")).toBeVisible()
  await page.goBack()
  await page.goBack()

  await openMore(row)
  await row.getByRole("button", { name: "Supprimer" }).click()
  const question = page.getByRole("alertdialog", {
    name: "Êtes-vous sûr de vouloir supprimer cet épisode ?",
  })
  await expect(question).toContainText(`${title} bis`)
  await question.getByRole("button", { name: "Annuler" }).click()
  await expect(row.getByRole("button", { name: "Supprimer" })).toBeFocused()
  await row.getByRole("button", { name: "Supprimer" }).click()
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Épisode supprimé")).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByText("Rien ne correspond.")).toBeVisible()
})

test.describe("a refused form", () => {
  test.use({ expectedError: /status of 400/ })

  test("keeps what was typed and leads to the first error", async ({ page, unique }) => {
    await openManager(page, "/admin/episodes")
    const form = page.getByRole("form", { name: "Nouvel épisode" })
    await form.getByLabel("Description").fill(`Sans titre ${unique}`)
    await form.getByLabel("URL YouTube").fill("javascript:alert(1)")
    await form.getByRole("button", { name: "Créer l’épisode" }).click()
    await expect(form.getByRole("alert")).toContainText("Erreur de validation")
    await expect(form.getByLabel("Titre")).toBeFocused()
    await expect(form.getByLabel("Titre")).toHaveAccessibleDescription("Le titre est requis")
    await expect(form.getByLabel("URL YouTube")).toHaveValue("javascript:alert(1)")
    await expect(form.getByLabel("URL YouTube")).toHaveAttribute("aria-invalid", "true")
    await expect(form.getByLabel("Description")).toHaveValue(`Sans titre ${unique}`)
    expect(await findViolations(page)).toEqual([])

    await form.getByLabel("Titre").fill(unique)
    await form.getByLabel("Invité", { exact: true }).fill("Awa")
    await form.getByLabel("URL YouTube").fill("")
    await form.getByRole("button", { name: "Créer l’épisode" }).click()
    await expect(page.getByText("Épisode créé !")).toBeVisible()
  })
})

test("an episode is created with the keyboard alone", { tag: "@desktop" }, async ({ page, unique }) => {
  await openManager(page, "/admin/episodes")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  await form.getByLabel("Titre").focus()
  await page.keyboard.type(`Sans souris ${unique}`)
  await page.keyboard.press("Tab")
  await page.keyboard.type("Awa")
  const date = form.getByRole("button", { name: /Date de publication/ })
  await tabTo(page, date)
  const before = await date.textContent()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog", { name: "Calendrier" }).getByRole("grid")).toBeVisible()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Enter")
  await expect(date).toBeFocused()
  await expect(date).not.toHaveText(before ?? "")
  await tabTo(page, form.getByLabel("Publier l’épisode"))
  await page.keyboard.press("Space")
  await tabTo(page, form.getByRole("button", { name: "Créer l’épisode" }))
  await page.keyboard.press("Enter")
  await expect(page.getByText("Épisode créé !")).toBeVisible()
  await expect(rowOf(page, unique).getByText("Brouillon")).toBeVisible()
})

test("a double click saves once", async ({ page, unique }) => {
  await openManager(page, "/admin/episodes")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  await form.getByLabel("Titre").fill(`Deux fois ${unique}`)
  await form.getByLabel("Invité", { exact: true }).fill("Awa")
  await form.getByRole("button", { name: "Créer l’épisode" }).dblclick()
  await expect(page.getByText("Épisode créé !")).toBeVisible()
  await page.goto(`/admin/episodes?q=${unique}`)
  await expect(page.getByText("1 épisode pour")).toBeVisible()
})

test("15.7 a changed form asks before it is left, unless all of it is kept", async ({ page, unique }) => {
  await openManager(page, "/admin/episodes")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  // Without a title there is no draft.
  await form.getByLabel("Invité", { exact: true }).fill(unique)
  const question = page.getByRole("alertdialog", { name: "Quitter sans enregistrer ?" })
  const leave = page.getByRole("link", { name: "Importer un flux" })
  await leave.click()
  await question.getByRole("button", { name: "Rester" }).click()
  await expect(form.getByLabel("Invité", { exact: true })).toHaveValue(unique)
  await leave.click()
  await question.getByRole("button", { name: "Quitter" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Importer")

  await page.goBack()
  await form.getByLabel("Titre").fill(unique)
  // At once: it is kept on the way.
  await leave.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Importer")
  await page.goBack()
  await rowOf(page, unique).getByRole("link", { name: unique }).click()
  await expect(form.getByLabel("Titre")).toHaveValue(unique)
  const kept = page.waitForResponse("/admin/drafts")
  await form.getByLabel("Titre").fill(`${unique} bis`)
  await kept
  await page.getByRole("link", { name: "Invités", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des invités")
})

test("a click in the list leaves a half-written form alone", async ({ page, unique }) => {
  await openManager(page, "/admin/episodes?q=couronne")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  await form.getByLabel("Titre").fill(unique)
  const row = rowOf(page, "La couronne se partage")
  for (const [button, status] of [
    ["Dépublier", "Brouillon"],
    ["Publier", "Publié"],
  ] as const) {
    await row.getByRole("button", { name: button }).click()
    await expect(row.getByText(status, { exact: true })).toBeVisible()
  }
  await expect(form.getByLabel("Titre")).toHaveValue(unique)
})

test.describe("two people at once", () => {
  test.use({ expectedError: /status of 409/ })

  test("the second to save is told, loses nothing, and may replace knowingly", async ({ page, unique }) => {
    const title = `À deux ${unique}`
    await openManager(page, "/admin/episodes")
    const form = page.getByRole("form", { name: "Nouvel épisode" })
    await form.getByLabel("Titre").fill(title)
    await form.getByLabel("Invité", { exact: true }).fill("Awa")
    await form.getByRole("button", { name: "Créer l’épisode" }).click()
    await expect(page.getByText("Épisode créé !")).toBeVisible()
    await openManager(page, `/admin/episodes?q=${unique}`)
    await rowOf(page, title).getByRole("link", { name: "Modifier" }).click()
    const edit = page.getByRole("form", { name: "Modifier l'épisode" })
    await expect(edit.getByLabel("Titre")).toHaveValue(title)

    const other = await page.context().newPage()
    await openManager(other, page.url())
    await other.getByLabel("Titre").fill(`${title} (autre)`)
    await other.getByRole("button", { name: "Mettre à jour" }).click()
    await expect(other.getByText("Épisode mis à jour !")).toBeVisible()

    await edit.getByLabel("Titre").fill(`${title} (mien)`)
    await edit.getByRole("button", { name: "Mettre à jour" }).click()
    await expect(edit.getByRole("alert")).toContainText("Modifié entre-temps")
    await expect(edit.getByLabel("Titre")).toHaveValue(`${title} (mien)`)
    await edit.getByRole("button", { name: "Mettre à jour" }).click()
    await expect(page.getByText("Épisode mis à jour !")).toBeVisible()
    await expect(rowOf(page, `${title} (mien)`)).toBeVisible()
  })

  test("on an episode's page, the second sees what the first changed, beside what they typed", async ({
    page,
    unique,
  }) => {
    await openManager(page, "/admin/episodes/new")
    const form = page.getByRole("form", { name: /épisode/ })
    await form.getByLabel("Titre").fill(`Ensemble ${unique}`)
    await page.getByRole("button", { name: "Enregistrer le brouillon" }).click()
    await expect(page.getByText("Épisode créé !")).toBeVisible()
    const save = { name: "Enregistrer le brouillon" }
    const other = await page.context().newPage()
    await openManager(other, page.url())

    const changes = [
      { tab: other, guest: `Léa ${unique}`, chapter: "Le premier" },
      { tab: page, guest: `Malik ${unique}`, chapter: "Le second" },
    ]
    for (const { tab, guest, chapter } of changes) {
      await tab.getByRole("combobox", { name: "Invités" }).fill(guest)
      await tab.getByRole("combobox", { name: "Invités" }).press("Enter")
      await tab.getByRole("tab", { name: "Chapitres" }).click()
      await tab.getByRole("button", { name: "Ajouter un chapitre" }).click()
      await tab.getByLabel("Heure du chapitre 1").fill("0:00")
      await tab.getByLabel("Titre du chapitre 1").fill(chapter)
      await tab.getByRole("button", save).click()
      if (tab === other) await expect(tab.getByText("Épisode mis à jour !")).toBeVisible()
    }
    await expect(form.getByRole("alert")).toContainText("Modifié entre-temps")
    const [beside] = await Promise.all([
      page.context().waitForEvent("page"),
      form.getByRole("link", { name: "Voir ce qui a changé" }).click(),
    ])
    const comparison = beside.getByRole("region", { name: "Comparaison" })
    await expect(comparison).toContainText(`Léa ${unique}`)
    await expect(comparison).toContainText("0:00 Le premier")
    await expect(form.locator("[name=people]")).toHaveValue(`Malik ${unique}`)
    await expect(form.locator("[name=chapters]")).toHaveValue("0:00 Le second")
    await page.getByRole("button", save).click()
    await expect(page.getByText("Épisode mis à jour !")).toBeVisible()
    await expect(form.locator("[name=people]")).toHaveValue(/^Malik /)
    await expect(form.locator("[name=chapters]")).toHaveValue("0:00 Le second")
  })
})

async function tabTo(page: Page, target: Locator) {
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  await expect(target).toBeFocused()
}
