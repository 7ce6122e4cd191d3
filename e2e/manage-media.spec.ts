import { randomBytes } from "node:crypto"
import sharp from "sharp"
import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

// The media worker stands behind everybody else on a busy machine.
test.setTimeout(240_000)

test("a picture is described, chosen in a form by keyboard, found to be used, and taken away", async ({
  page,
  unique,
}) => {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer()
  const name = `ring-${unique}.jpg`
  await openManager(page, `/admin/media?q=${unique}`)
  const main = page.getByRole("main")
  await main.locator("input[type=file]").setInputFiles({ name, mimeType: "image/jpeg", buffer: picture })
  // The list says by itself what is ready; the media worker leaves everything else first.
  await expect(main.getByText("Sans texte alternatif", { exact: true })).toBeVisible({ timeout: 120_000 })
  await main.getByRole("link", { name: `${name} JPEG` }).click()

  const form = main.getByRole("form", { name })
  const frame = form.locator(".media-marked")
  const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {}
  await frame.click({ position: { x: width / 4, y: height / 2 } })
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Shift+ArrowUp")
  await expect(form.getByLabel("Depuis la gauche (%)")).toHaveValue(/^26/)
  await expect(form.getByLabel("Depuis le haut (%)")).toHaveValue(/^40/)
  await form.getByLabel("Texte alternatif").fill("Le ring, vu d’en haut")
  expect(await findViolations(page)).toEqual([])
  await form.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByText("Média mis à jour")).toBeVisible()
  const card = main.getByRole("link", { name: `${name} JPEG` })
  await expect(card).toBeFocused()
  await expect(main.getByText("Sans texte alternatif", { exact: true })).toHaveCount(0)

  await openManager(page, "/admin/blog")
  const choose = main.getByRole("button", { name: /Choisir dans la médiathèque : Image/ })
  await choose.focus()
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Choisir un média" })
  await expect(dialog.getByLabel("Rechercher un média")).toBeFocused()
  await page.keyboard.type(unique)
  const choices = dialog.getByRole("listitem")
  await expect(choices).toHaveText([new RegExp(name)])
  expect(await findViolations(page, "dialog[open]")).toEqual([])
  await choices.getByRole("button").focus()
  await page.keyboard.press("Enter")
  await expect(dialog).toHaveCount(0)
  await expect(choose).toBeFocused()
  await expect(main.getByLabel("Image de couverture URL")).toHaveValue(new RegExp(`^/media/.*/${name}$`))
  await main.getByLabel("Titre").fill(`Sur le ring ${unique}`)
  await main.getByLabel("Contenu").fill("Un texte.")
  await main.getByRole("button", { name: "Créer l’article" }).click()
  await expect(page.getByText("Article créé !")).toBeVisible()

  await openManager(page, `/admin/media?q=${unique}`)
  await card.click()
  await expect(main.getByRole("link", { name: `Sur le ring ${unique}` })).toBeVisible()
  await main.getByRole("button", { name: "Supprimer ce média" }).click()
  const question = page.getByRole("alertdialog", { name: "Supprimer ce média, qui est utilisé ?" })
  await expect(question).toContainText(`article « Sur le ring ${unique} »`)
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Média supprimé")).toBeVisible()
  await expect(card).toHaveCount(0)
})
