import { expect, openManager, rowOf, test } from "./office.ts"

test.use({ expectedError: /ERR_INTERNET_DISCONNECTED/ })

test("18.8 what is typed is kept by itself, found again after a reload, shared, and gone once it is saved", async ({
  page,
  browser,
  unique,
}) => {
  const title = `Carnet ${unique}`
  await openManager(page, "/admin/blog")
  const form = page.getByRole("form", { name: "Nouvel article" })
  await form.getByLabel("Titre").fill(title)
  await form.getByLabel("Contenu").fill("Premier jet")
  await expect(form.getByText(/^Brouillon enregistré à \d\d:\d\d$/)).toBeVisible()

  await page.context().setOffline(true)
  await form.getByLabel("Contenu").fill("Second jet")
  await expect(form.getByText("Brouillon non enregistré : vous êtes hors ligne.")).toBeVisible()
  await page.context().setOffline(false)
  await expect(form.getByText(/^Brouillon enregistré à/)).toBeVisible()

  await openManager(page, "/admin/blog")
  await rowOf(page, title).getByRole("link", { name: title }).click()
  await expect(form.getByLabel("Contenu")).toHaveValue("Second jet")
  await expect(page.getByText(/^Brouillon enregistré à/)).toBeVisible()
  await page.locator("summary", { hasText: "Aperçu" }).click()
  await page.getByRole("button", { name: "Lien vers le brouillon" }).click()
  const link = page.getByLabel(/^Ce brouillon · lien du/)
  const address = await link.inputValue()
  const stranger = await browser.newContext({ storageState: undefined })
  const shown = await stranger.newPage()
  await shown.goto(address)
  await expect(shown.getByRole("heading", { level: 1 })).toHaveText(title)
  await stranger.close()

  await page.getByRole("button", { name: "Publier" }).click()
  await expect(page.getByText("Article créé !")).toBeVisible()
  await expect(page.locator("summary", { hasText: "Versions" })).toHaveText("Versions 1")
  await expect(page.getByText(/^Enregistré à \d\d:\d\d$/)).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "Articles" }).click()
  await expect(rowOf(page, title)).toContainText("Publié")
})
