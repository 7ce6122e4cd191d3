import { randomBytes } from "node:crypto"
import sharp from "sharp"
import { findViolations } from "./axe.ts"
import { expect, openManager, rowOf, test } from "./office.ts"

// The media worker stands behind everybody else on a busy machine.
test.setTimeout(240_000)

test("28.5 a picture is described, chosen in a form by keyboard, found to be used, and taken away", async ({
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
  await openManager(page, `/admin/media?q=${unique}&etat=sans-texte`)
  await main.getByLabel(`Texte alternatif\u00a0: ${name}`).fill("Un ring")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Texte alternatif enregistré")).toBeVisible()
  await expect(main.getByText("Rien ne correspond.")).toBeVisible()
  await openManager(page, `/admin/media?q=${unique}`)
  await main.getByRole("link", { name: `${name} JPEG` }).click()

  const form = main.getByRole("form", { name: "Description" })
  const frame = form.locator(".media-marked")
  // Until then the frame is smaller.
  await expect.poll(() => frame.locator("img").evaluate(isLoaded)).toBe(true)
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
  await expect(form.getByLabel("Texte alternatif")).toHaveValue("Le ring, vu d’en haut")
  await main.getByRole("link", { name: "Médias", exact: true }).click()
  const card = main.getByRole("link", { name: `${name} JPEG` })
  await expect(card).toBeVisible()
  await expect(main.getByText("Sans texte alternatif", { exact: true })).toHaveCount(0)

  const title = `Sur le ring ${unique}`
  await openManager(page, "/admin/news")
  await main.getByLabel("Titre").fill(title)
  await main.getByLabel("Type de média").selectOption("Image")
  const choose = main.getByRole("button", { name: /^Choisir dans la médiathèque.*URL du média$/ })
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
  await expect(main.getByLabel("URL du média")).toHaveValue(new RegExp(`^/media/.*/${name}$`))
  await main.getByLabel("Publier immédiatement").check()
  await main.getByRole("button", { name: "Créer l’actualité" }).click()
  await expect(page.getByText("Actualité créée")).toBeVisible()

  await page.goto("/news?tab=galeries")
  await main.getByRole("link", { name: title }).click()
  const shown = page.getByRole("dialog").getByRole("img", { name: "Le ring, vu d’en haut" })
  await expect.poll(() => shown.evaluate(isLoaded)).toBe(true)
  // Its smaller pictures are beside it in the page: none of them takes its place.
  expect(await shown.evaluate(distanceFromItsPlace)).toBeLessThan(2)
  await expect(shown).toBeInViewport({ ratio: 1 })

  // Other journeys see the home page, where it would be without its picture.
  await openManager(page, `/admin/news?q=${unique}`)
  await rowOf(page, title)
    .getByRole("button", { name: /^Dépublier/ })
    .click()
  await expect(rowOf(page, title).getByRole("button", { name: /^Publier/ })).toBeVisible()
  await openManager(page, `/admin/media?q=${unique}`)
  await card.click()
  await expect(main.getByRole("link", { name: title })).toBeVisible()
  await main.getByRole("button", { name: "Supprimer ce média" }).click()
  const question = page.getByRole("alertdialog", { name: "Supprimer ce média, qui est utilisé ?" })
  await expect(question).toContainText(`actualité «\u00a0${title}\u00a0»`)
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Média supprimé")).toBeVisible()
  await expect(card).toHaveCount(0)
})

const isLoaded = (image: HTMLElement) => image instanceof HTMLImageElement && image.naturalWidth > 0

/** How far its middle is from that of the stage, in pixels. */
function distanceFromItsPlace(image: HTMLElement) {
  const middleOf = (element: Element | null | undefined) => {
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [shown, stage] = [middleOf(image), middleOf(image.closest("[data-stage]"))]
  return Math.hypot(shown.x - stage.x, shown.y - stage.y)
}
