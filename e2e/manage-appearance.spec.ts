import { expect, openManager, test } from "./office.ts"
import { expectAccessible } from "./screens.ts"

// Of what watches a page in tests: in the frames nothing runs.
test.use({ expectedError: /Blocked script execution/ })

// Nothing is saved: other journeys look at the same site.
test("34.1 colours that cannot be read are told and mended while one chooses, and worn by the pages shown", async ({
  page,
}) => {
  await openManager(page, "/admin/site/appearance")
  await page.getByText("Choisir les couleurs une à une").click()
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

  await page.getByRole("button", { name: "Minuit" }).click()
  await expect(page.getByRole("button", { name: "Minuit" })).toHaveAttribute("aria-pressed", "true")
  await expect(gold).toHaveValue("#f2b84b")
  await expect.poll(colour).toBe("#f2b84b")
  // Further down, the bar with the button to save lies over half a field.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
})

test("34.4 what is typed shows in the pages beside it before it is saved, and stays where one scrolled to", async ({
  page,
}) => {
  await openManager(page, "/admin/site/podcast")
  const home = page.frameLocator("iframe[title='Accueil, ordinateur']")
  await expect(home.getByRole("heading", { level: 1 })).toBeVisible()
  const scroll = home.locator("html")
  await scroll.evaluate((html) => html.ownerDocument.defaultView?.scrollTo(0, 300))
  await page.getByLabel("Slogan").fill("Le podcast qui taille juste")
  await expect(home.getByText("Le podcast qui taille juste").first()).toBeAttached()
  expect(await home.locator("html").evaluate((html) => html.ownerDocument.defaultView?.scrollY)).toBe(300)
  await page.getByRole("button", { name: "À propos", exact: true }).click()
  const about = page.frameLocator("iframe[title='À propos, ordinateur']")
  await expect(about.getByText("Le podcast qui taille juste").first()).toBeAttached()

  // As a frame is while nothing of its page has come.
  await page
    .locator("iframe[title='À propos, tablette']")
    .evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.documentElement.remove())
  await page.getByLabel("Slogan").fill("Le podcast qui taille net")
  await expect(about.getByText("Le podcast qui taille net").first()).toBeAttached()
})

test("29.1 what few need is closed, and opens where an address leads to it", async ({ page }) => {
  await openManager(page, "/admin/site")
  await page.getByRole("link", { name: "Identité" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Identité" })).toBeVisible()
  await expect(page.getByLabel("Propriétaire", { exact: true })).toBeHidden()
  await page.goto("/admin/site?q=propriétaire")
  await page.getByRole("link", { name: "Adresse e-mail du propriétaire" }).click()
  await expect(page.getByLabel("Adresse e-mail du propriétaire")).toBeInViewport()
  await expectAccessible(page)
})
