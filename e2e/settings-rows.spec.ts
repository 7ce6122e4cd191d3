import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

// Of what watches a page in tests: in the frames of previews nothing runs.
test.use({ expectedError: /Blocked script execution/ })

test("29.2 the rows of a setting are added, moved, taken out and put back by keyboard", async ({ page }) => {
  await openManager(page, "/admin/site/navigation")
  const menu = page.getByRole("group", { name: "Menu", exact: true })
  const rows = menu.getByRole("listitem")
  const names = menu.getByLabel("Nom")
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  await menu.getByRole("button", { name: "Ajouter une entrée" }).press("Enter")
  await expect(names.last()).toBeFocused()
  await page.keyboard.type("Essai")
  await menu.getByRole("button", { name: `Déplacer : Menu, ligne ${count + 1}` }).press("Alt+ArrowUp")
  await expect(menu.getByRole("button", { name: `Déplacer : Menu, ligne ${count}` })).toBeFocused()
  await expect(names.nth(count - 1)).toHaveValue("Essai")

  await menu.getByRole("button", { name: `Retirer : Menu, ligne ${count}` }).press("Enter")
  await expect(menu.getByText(`Ligne ${count} retirée`)).toBeVisible()
  await expect(menu.getByRole("button", { name: "Remettre" })).toBeFocused()
  await expect(rows).toHaveCount(count)
  await page.keyboard.press("Enter")
  await expect(names.nth(count - 1)).toHaveValue("Essai")
  expect(await findViolations(page)).toEqual([])
})
