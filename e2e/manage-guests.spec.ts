import { findViolations } from "./axe.ts"
import { expect, openManager, openMore, rowOf, test } from "./office.ts"

test("an episode's guests are chosen, ordered by keyboard, and renamed everywhere", async ({
  page,
  unique,
}) => {
  const [awa, sam] = [`Awa ${unique}`, `Sam ${unique}`]
  await openManager(page, "/admin/guests")
  const person = page.getByRole("form", { name: "Nouvel invité" })
  await person.getByLabel("Nom").fill(awa)
  await person.getByLabel("Rôle").fill("Rappeuse")
  await person.getByRole("button", { name: "Créer l’invité" }).click()
  await expect(page.getByText("Invité créé !")).toBeVisible()

  await openManager(page, "/admin/episodes/new")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  const checklist = page.getByRole("region", { name: "Avant de publier" })
  await form.getByLabel("Titre").fill(`Le duo ${unique}`)
  const people = form.getByRole("combobox", { name: "Personnes invitées" })
  await people.fill(sam)
  await people.press("Enter")
  // Known, whatever its case; leaving the field is enough.
  await people.fill(awa.toUpperCase())
  await people.press("Tab")
  await expect(form.getByLabel("Invité", { exact: true })).toHaveValue(`${sam} et ${awa}`)
  await expect(form.getByText(`${sam} · nouvelle fiche`)).toBeVisible()
  await form.getByRole("button", { name: `Monter ${awa}` }).press("Enter")
  await expect(form.getByLabel("Invité", { exact: true })).toHaveValue(`${awa} et ${sam}`)
  await expect(form.getByRole("button", { name: `Monter ${awa}` })).toBeFocused()

  await expect(checklist).toContainText("de quoi parle l’épisode")
  await form.getByLabel("Description").fill("Une heure à deux.")
  await expect(checklist).not.toContainText("de quoi parle l’épisode")
  await form.getByLabel("Heure de publication").fill("18:30")
  await form.getByRole("tab", { name: "Avancé" }).click()
  await form.getByLabel("Durée").fill("62")
  expect(await findViolations(page)).toEqual([])
  await page.getByRole("button", { name: /^Programmer pour le|^Publier/ }).click()
  await expect(page.getByText("Épisode créé !")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Le duo ${unique}`)

  await openManager(page, `/admin/guests?q=${unique}`)
  await rowOf(page, awa).getByRole("link", { name: "Modifier" }).click()
  const edit = page.getByRole("form", { name: "Modifier l’invité" })
  await edit.getByLabel("Nom").fill(`${awa} D.`)
  await edit.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(rowOf(page, `${awa} D.`)).toContainText("Rappeuse · 1 épisode")
  await openMore(rowOf(page, sam))
  await rowOf(page, sam).getByRole("link", { name: "Fusionner" }).click()
  const slug = `awa-${unique.toLowerCase()}`
  await page.getByLabel("La fiche qui reste").selectOption({ label: `${awa} D. (${slug})` })
  await page.getByRole("button", { name: "Fusionner" }).click()
  await expect(page.getByText("Fiches fusionnées")).toBeVisible()
  await expect(rowOf(page, sam)).toHaveCount(0)

  await openManager(page, `/admin/episodes?q=${unique}`)
  await expect(rowOf(page, `Le duo ${unique}`)).toContainText(`${awa} D.`)
  await rowOf(page, `Le duo ${unique}`).getByRole("link", { name: "Modifier" }).click()
  await page.getByRole("link", { name: "Ouvrir sa page" }).click()
  const duo = page.getByRole("form", { name: "Modifier l'épisode" })
  await expect(duo.getByLabel("Durée")).toHaveValue("1:02:00")
  await expect(duo.getByLabel("Heure de publication")).toHaveValue("18:30")
  await page.getByRole("link", { name: "Dupliquer" }).click()
  await expect(form.getByLabel("Titre")).toHaveValue(`Le duo ${unique} (copie)`)
  await expect(form.getByRole("button", { name: `Retirer ${awa} D.` })).toBeVisible()
})
