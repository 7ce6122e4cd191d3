import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

test.use({ way: "rich" })

test("15.8, 15.13 a text is written as it will be read, and is stored as Markdown", async ({
  page,
  unique,
}) => {
  await openManager(page, "/admin/blog/new")
  const form = page.locator("form", { has: page.getByLabel("Slug") })
  await form.getByLabel("Titre").fill(`Écrit comme on le lit ${unique}`)
  await form.getByLabel("Slug").fill(`lu-${unique}`)
  const text = page.locator(".rich-text")
  const stored = form.locator("textarea[name=content]")
  await text.click()
  await page.keyboard.type('## La tournée\nIl dit "oui" : l\'été **chaud**!\n- Lille\nLyon\n\n')
  await expect(text.getByRole("heading", { name: "La tournée" })).toBeVisible()
  await expect(stored).toHaveValue(
    "## La tournée\n\nIl dit «\u00a0oui\u00a0»\u00a0: l’été **chaud**\u202f!\n\n- Lille\n- Lyon",
  )
  await page.keyboard.type("l'")
  await page.keyboard.press("Control+z")
  await expect(text).toContainText("l'")
  await page.keyboard.press("Enter")
  await page.keyboard.press("/")
  await page.getByRole("menuitem", { name: "Citation" }).click()
  await page.keyboard.type("Dit.")
  await expect(text.getByRole("blockquote")).toHaveText("Dit.")
  expect(await findViolations(page, "form")).toEqual([])

  // As it is saved, and gone on with.
  await page.keyboard.press("Control+s")
  await expect(page).toHaveURL(/\/admin\/blog\/\d+/)
  await expect(text.getByRole("blockquote")).toHaveText("Dit.")
})

test("15.8, 15.13 what is not changed stays as it was typed, and both ways show the same text", async ({
  page,
  unique,
}) => {
  await openManager(page, "/admin/blog/new")
  const form = page.locator("form", { has: page.getByLabel("Slug") })
  const stored = form.locator("textarea[name=content]")
  const text = page.locator(".rich-text")
  await text.waitFor()
  await page.getByRole("tab", { name: "Texte brut" }).click()
  const typed = `* un\n* deux\n\n__Gras__ ${unique}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nFin.`
  await stored.fill(typed)
  await page.getByRole("tab", { name: "Texte", exact: true }).click()
  await expect(text.getByRole("listitem")).toHaveText(["un", "deux"])
  await expect(stored).toHaveValue(typed)
  await text.getByText("Fin.").click()
  await page.keyboard.press("End")
  await page.keyboard.type(" Ou pas.")
  await expect(stored).toHaveValue(`${typed} Ou pas.`)
  await page.keyboard.press("Control+z")
  await expect(stored).toHaveValue(typed)

  await text.getByText("deux").dblclick()
  await page.keyboard.press("Control+k")
  await page.getByLabel("Adresse du lien").fill("exemple.fr")
  await page.keyboard.press("Enter")
  await expect(text.getByRole("link", { name: "deux" })).toHaveAttribute("href", "https://exemple.fr")
  await page.reload()
  await expect(page.locator(".rich-text")).toBeVisible()
})
