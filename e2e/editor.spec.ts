import type { Locator } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

test.use({ expectedHosts: ["https://player.vimeo.com"] })

test("15.13 an article is written with the editor, and its film plays once it is asked for", async ({
  page,
  unique,
}) => {
  await openManager(page, "/admin/blog")
  const form = page.getByRole("form", { name: "Nouvel article" })
  await form.getByLabel("Titre").fill(`Écrit à la main ${unique}`)
  await form.getByLabel("Slug").fill(`main-${unique}`)
  const text = form.getByRole("textbox", { name: "Contenu" })
  // What is drawn is what the caret stands in, also far down.
  await text.fill("Une ligne.\n".repeat(500))
  await text.press("Control+End")
  await expect
    .poll(() =>
      text.evaluate(
        (area) => area.scrollTop > 0 && area.scrollTop === area.previousElementSibling?.scrollTop,
      ),
    )
    .toBe(true)
  await text.fill("")
  await page.keyboard.type("Un ")
  await page.keyboard.press("Control+b")
  await page.keyboard.type("mot")
  await expect(text).toHaveValue("Un **mot**")
  await expect(form.getByText("2 mots")).toBeVisible()
  // The sidebar did not hear of it.
  await expect(page.getByRole("link", { name: "Épisodes", exact: true }).first()).toBeVisible()

  await text.press("Control+a")
  await paste(text, { "text/plain": "https://exemple.fr/a" })
  await expect(text).toHaveValue("[Un **mot**](https://exemple.fr/a)")
  await text.press("Control+z")
  await expect(text).toHaveValue("Un **mot**")

  await text.press("End")
  await page.keyboard.type("\n\n- un\ndeux\n\n")
  await paste(text, { "text/plain": "Fin", "text/html": "<p><i>Fin</i></p>" })
  await expect(text).toHaveValue("Un **mot**\n\n- un\n- deux\n*Fin*")

  await form.getByRole("button", { name: "Gras" }).focus()
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  const full = page.getByRole("dialog", { name: "Contenu" })
  await expect(full.getByRole("textbox")).toBeVisible()
  expect(await findViolations(page, "[role=dialog]")).toEqual([])
  await page.keyboard.press("Escape")
  await expect(full).toBeHidden()
  // The card has room for a few tools.
  const quote = form.getByRole("button", { name: "Citation" })
  await expect(quote).toBeHidden()
  await form.getByRole("button", { name: "Autres outils" }).click()
  await expect(quote).toBeVisible()

  await text.press("Control+End")
  await page.keyboard.type("\n\nhttps://vimeo.com/123456789")
  await form.getByLabel("Publier l'article").check()
  await form.getByRole("button", { name: "Créer l’article" }).click()
  await page.getByRole("link", { name: "Voir sur le site" }).click()
  await expect(page.getByRole("emphasis")).toHaveText("Fin")
  const still = page.getByRole("link", { name: "Lire la vidéo sur Vimeo" })
  await expect(page.locator("iframe")).toHaveCount(0)
  await still.click()
  await expect(page.locator("iframe")).toHaveAttribute(
    "src",
    /^https:\/\/player\.vimeo\.com\/video\/123456789/,
  )
})

/** As the keyboard's shortcut does, whose clipboard a browser without a window has not. */
async function paste(text: Locator, data: Record<string, string>) {
  await text.evaluate((area, kinds) => {
    const clipboardData = new DataTransfer()
    for (const [kind, value] of Object.entries(kinds)) clipboardData.setData(kind, value)
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}
