import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

test.use({ way: "rich" })

test("15.13 on a phone a text is written with its tools at hand @mobile", async ({ page, unique }) => {
  await openManager(page, "/admin/blog/new")
  const form = page.locator("form", { has: page.getByLabel("Slug") })
  await form.getByLabel("Titre").fill(`Écrit au téléphone ${unique}`)
  const text = page.locator(".rich-text")
  const stored = form.locator("textarea[name=content]")
  await text.tap()
  await page.getByRole("button", { name: "Insérer" }).tap()
  await page.getByRole("menuitem", { name: "Rubrique", exact: true }).tap()
  await page.keyboard.type("La tournée\nOn y va, à ")
  const tools = page.getByRole("toolbar", { name: "Mise en forme" })
  await tools.getByRole("button", { name: "Gras" }).tap()
  await page.keyboard.type("Lille")
  await tools.getByRole("button", { name: "Gras" }).tap()
  await page.keyboard.type(" !\n- Nour\nAwa\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n")
  const written =
    "## La tournée\n\nOn y va, à **Lille**\u202f!\n\n- Nour\n- Awa\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ"
  await expect(stored).toHaveValue(written)

  // They lie at the end of what the keyboard leaves, and what saves stands aside.
  const seen = await tools.boundingBox()
  expect(Math.round((seen?.y ?? 0) + (seen?.height ?? 0))).toBe(844)
  for (const tool of await tools.getByRole("button").all()) {
    if (!(await tool.isVisible())) continue
    const { width, height } = (await tool.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  expect(await findViolations(page, "form")).toEqual([])
  await form.getByLabel("Titre").tap()
  await page.getByRole("button", { name: "Enregistrer le brouillon" }).tap()
  await expect(page).toHaveURL(/\/admin\/blog\/\d+/)
  await expect(stored).toHaveValue(written)
})
