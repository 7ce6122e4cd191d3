import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

test.use({ expectedError: /ERR_INTERNET_DISCONNECTED/ })

test("32.1 the search finds contents and actions by the keyboard, and loses no form", async ({
  page,
  episode,
}) => {
  await openManager(page, "/admin/news")
  await page.keyboard.press("Control+k")
  const dialog = page.getByRole("dialog", { name: "Recherche dans l’administration" })
  const field = dialog.getByRole("combobox")
  await expect(field).toBeFocused()
  expect(await findViolations(page)).toEqual([])

  // By the beginning of its title, which Enter waits for.
  await field.fill(episode.title.toUpperCase())
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/admin\/episodes\/\d+$/)
  await expect(dialog).toBeHidden()
  const title = page.getByRole("textbox", { name: "Titre" })
  await expect(title).toHaveValue(episode.title)
  await expect(page.getByRole("main")).toBeFocused()

  // Without a title nothing is kept.
  await title.fill("")
  await page.keyboard.press("Control+k")
  await field.fill("journ")
  const journal = dialog.getByRole("option", { name: "Journal" })
  await expect(journal).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("ArrowUp")
  await expect(dialog.getByRole("option", { name: "Tous les résultats" })).toHaveAttribute(
    "aria-selected",
    "true",
  )
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  const stay = page.getByRole("button", { name: "Rester" })
  await stay.click()
  // A question that still stands is answered first, whatever keys say.
  await expect(stay).toBeHidden()
  await expect(title).toHaveValue("")
  // The focus goes back to where it was.
  await title.focus()
  await page.keyboard.press("Control+k")
  await expect(field).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(title).toBeFocused()

  // In the editor the same keys make a link.
  const description = page.getByRole("textbox", { name: "Description" })
  await description.fill("mot")
  await description.selectText()
  await page.keyboard.press("Control+k")
  await expect(description).toHaveValue(/\[mot\]/)
  await expect(dialog).toBeHidden()
})

test("the search says when there is no network, and the colours chosen by it stay", async ({
  page,
  context,
}) => {
  await openManager(page, "/admin/settings")
  const link = page.getByRole("banner").getByRole("link", { name: "Rechercher" })
  await link.click()
  const field = page.getByRole("dialog").getByRole("combobox")
  await expect(field).toBeFocused()
  await context.setOffline(true)
  await field.fill("micro")
  await expect(page.getByRole("alert")).toContainText("Vous êtes hors ligne")
  await context.setOffline(false)
  await page.getByRole("button", { name: "Réessayer" }).click()
  await expect(page.getByRole("alert")).toBeHidden()
  await expect(page.getByRole("option", { name: /Tous les résultats/ })).toBeVisible()

  await field.fill("sombre")
  await page.keyboard.press("Enter")
  const frame = page.locator(".office")
  await expect(frame).toHaveCSS("color-scheme", "dark")
  await expect(link).toBeFocused()
  const answer = await page.request.get("/admin/settings")
  expect(await answer.text()).toContain('data-scheme="dark"')
  await page.emulateMedia({ media: "print" })
  await expect(frame).toHaveCSS("color-scheme", "light")
})
