import { expect, openManager, test } from "./office.ts"
import { expectAccessible } from "./screens.ts"

// Of what watches a page in tests: in the frames nothing runs.
test.use({ expectedError: /Blocked script execution/ })

// Nothing is saved: other journeys look at the same site.
test("colours that cannot be read are told and mended while one chooses, and worn by the pages shown", async ({
  page,
}) => {
  await openManager(page, "/admin/site/appearance")
  const gold = page.getByRole("textbox", { name: "Couleur des chiffres", exact: true })
  const save = page.getByText("Tout se lit : ces couleurs peuvent être enregistrées.")
  await expect(save).toBeVisible()
  await gold.fill("#222222")
  await expect(page.getByText(/La couleur des chiffres se distingue trop peu du fond/)).toBeVisible()
  await page.getByRole("button", { name: "Rendre lisible" }).click()
  await expect(gold).toHaveValue("#7b7b7b")
  await expect(save).toBeVisible()

  await page.getByRole("button", { name: "Article", exact: true }).click()
  const phone = page.frameLocator("iframe[title='Article, téléphone']")
  await expect(phone.getByRole("heading", { level: 1 })).toBeVisible()
  // While the frame is loaded anew there is no page in it to ask.
  const colour = () =>
    phone
      .locator("html")
      .evaluate((html) => getComputedStyle(html).getPropertyValue("--color-gold"))
      .catch(() => undefined)
  await expect.poll(colour).toBe("#7b7b7b")

  await page.getByRole("button", { name: "Revenir à l’affiche d’origine" }).click()
  await expect(gold).toHaveValue("#dba63c")
  await expect.poll(colour).toBe("#dba63c")
  // Further down, the bar with the button to save lies over half a field.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
})
