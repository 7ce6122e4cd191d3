import { randomBytes } from "node:crypto"
import { wavOf } from "#test/wav.ts"
import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

const SECONDS = 20

// The media worker stands behind everybody else, and other journeys keep the machine busy.
test.setTimeout(240_000)

test("an episode comes from a dropped file to its listeners, and gets chapters by keyboard", async ({
  page,
  unique,
}) => {
  const [awa, sam] = [`Awa ${unique}`, `Sam ${unique}`]
  await openManager(page, "/admin/episodes/new")
  const form = page.getByRole("form", { name: "Nouvel épisode" })
  await form.getByLabel("Titre").fill(`Du micro au site ${unique}`)
  const people = form.getByRole("combobox", { name: "Invités" })
  await people.fill(awa)
  await people.press("Enter")
  await people.fill(sam)
  await people.press("Enter")
  await form.getByLabel("Description").fill("Tout le parcours.")

  const card = form.getByRole("region", { name: "Le son" })
  await card.evaluate(dropOn, { name: `micro-${unique}.wav`, base64: noise().toString("base64") })
  await expect(card.getByRole("button", { name: "Écouter" })).toBeVisible({ timeout: 60_000 })
  const heard = card.locator("audio")
  await expect.poll(() => heard.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(SECONDS)
  const words = `WEBVTT\n\n00:00.000 --> 00:02.000\nBonsoir ${unique}.`
  await page.getByRole("heading", { level: 1 }).evaluate(dropOn, {
    name: `mots-${unique}.vtt`,
    base64: Buffer.from(words).toString("base64"),
  })
  await expect(form.locator("[name=transcriptUrl]")).toHaveValue(/^\/media\//, { timeout: 60_000 })
  await page.getByRole("button", { name: "Publier" }).click()
  await expect(page.getByText("Épisode créé !")).toBeVisible()
  await expect(page.getByText("Transcription pas publiée.")).toBeVisible()
  await page
    .getByRole("region", { name: "Enregistrer" })
    .getByRole("link", { name: "Voir sur le site" })
    .click()
  await expect(page).toHaveURL(/^\w+:\/\/[^/]+\/episodes\/\d+$/)
  const [id = ""] = /\d+$/.exec(page.url()) ?? []

  const outline = page.getByRole("slider", { name: "Forme d’onde" })
  await expect(async () => {
    await page.reload()
    await expect(outline).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
  expect(await findViolations(page)).toEqual([])
  await outline.fill("12")
  const player = page.getByRole("region", { name: "Lecteur audio" })
  await expect(player.getByText(`Du micro au site ${unique}`)).toBeVisible()
  const time = () =>
    page
      .locator("body > audio, div > audio")
      .first()
      .evaluate((audio: HTMLAudioElement) => audio.currentTime)
  await expect.poll(time).toBeGreaterThan(12)
  await player.getByRole("button", { name: "Fermer le lecteur" }).click()

  await page.getByRole("link", { name: sam }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(sam)
  await expect(page.getByRole("link", { name: `Du micro au site ${unique}` })).toBeVisible()

  await openManager(page, `/admin/episodes/${id}`)
  await page.getByRole("tab", { name: "Chapitres" }).click()
  const place = page.getByRole("slider", { name: "Place dans le son" })
  await place.focus()
  await page.keyboard.press("ArrowRight")
  await expect(place).toHaveAttribute("aria-valuetext", "0:01")
  await page.keyboard.press("ArrowRight")
  await expect(place).toHaveAttribute("aria-valuetext", "0:02")
  await page.getByRole("button", { name: /^Chapitre ici/ }).press("Enter")
  await expect(page.getByLabel("Titre du chapitre 1")).toBeFocused()
  await page.keyboard.type("La rencontre")
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Heure du chapitre 2")).toBeFocused()
  await page.keyboard.type("0:10")
  await expect(page.getByLabel("Heure du chapitre 1")).toHaveValue("0:02")
  await page.getByRole("button", { name: "Retirer La rencontre" }).press("Enter")
  await expect(page.getByRole("button", { name: "Remettre" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Titre du chapitre 1")).toHaveValue("La rencontre")
  await expect(page.getByLabel("Heure du chapitre 1")).toBeFocused()
  await page.getByRole("heading", { level: 1 }).click()
  await page.keyboard.press("l")
  await page.keyboard.press("c")
  await expect(page.getByText("Chapitre ajouté à 0:17")).toBeVisible()
  await expect(page.getByRole("region", { name: "Le son" }).getByText("La rencontre")).toBeVisible()
  // Between the bars that stay in sight.
  const chapters = page.getByRole("group", { name: "Chapitres" })
  await chapters.evaluate((element) => element.scrollIntoView({ block: "center" }))
  expect(await findViolations(page, "fieldset:has(.chapter-row)")).toEqual([])
})

/** No two files are the same one. */
const noise = () => wavOf(randomBytes(8_000 * SECONDS))

function dropOn(field: HTMLElement | SVGElement, { name, base64 }: { name: string; base64: string }) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], name))
  for (const kind of ["dragover", "drop"])
    field.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
}
