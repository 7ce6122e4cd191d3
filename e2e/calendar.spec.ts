import { createPerson, expect, openManager, signIn, test } from "./office.ts"

test(
  "15.8 a day is found and chosen with keys alone, and the focus comes back to its field",
  { tag: "@desktop" },
  async ({ page, request, unique }) => {
    const email = await createPerson(request, unique)
    await page.context().clearCookies()
    await signIn(page, email)
    await expect(page.getByText("Connexion réussie !")).toBeVisible()
    await openManager(page, "/admin/settings")
    const field = page.getByRole("button", { name: /^Date de naissance/ })
    await field.focus()
    await page.keyboard.press("Enter")
    const calendar = page.getByRole("dialog", { name: "Calendrier" })
    await expect(calendar.getByRole("grid").locator(":focus")).toHaveAttribute("aria-current", "date")

    await calendar.getByLabel("Année").selectOption("1990")
    await calendar.getByLabel("Mois").selectOption("mars")
    await calendar.getByRole("button", { name: "Suivant" }).focus()
    await page.keyboard.press("Tab")
    const keys = [
      ["End", "samedi 31 mars 1990"],
      ["PageUp", "mercredi 28 février 1990"],
      ["PageDown", "mercredi 28 mars 1990"],
      ["Home", "jeudi 1er mars 1990"],
      ["ArrowLeft", "mercredi 28 février 1990"],
      ["Shift+PageDown", "jeudi 28 février 1991"],
      ["Shift+PageUp", "mercredi 28 février 1990"],
      ["ArrowDown", "mercredi 7 mars 1990"],
      ["ArrowUp", "mercredi 28 février 1990"],
      ["ArrowRight", "jeudi 1er mars 1990"],
    ] as const
    for (const [key, name] of keys) {
      await page.keyboard.press(key)
      await expect(calendar.getByRole("button", { name })).toBeFocused()
    }
    await expect(calendar.getByRole("grid", { name: "mars 1990" })).toBeVisible()

    await page.keyboard.press("Space")
    await expect(calendar).toBeHidden()
    await expect(field).toBeFocused()
    await expect(field).toContainText("1er mars 1990")
    await page.keyboard.press("Enter")
    await expect(calendar.getByRole("button", { name: "jeudi 1er mars 1990, choisi" })).toBeFocused()
    await expect(calendar.getByRole("gridcell", { selected: true })).toHaveText("1")
    await page.keyboard.press("Escape")
    await expect(calendar).toBeHidden()
    await expect(field).toBeFocused()
  },
)
