import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { openEpisode } from "./visitors.ts"

test.use({ expectedError: NOT_FOUND_ERROR })

test("2.6 the 404 page is in English and leads home", async ({ page }) => {
  const response = await page.goto("/nulle-part/ailleurs")
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle("404: page not found")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404")
  await expect(page.getByText("Page not found")).toBeVisible()
  await page.getByRole("link", { name: "Return to Home" }).click()
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culture Knock Out")
})

test("2.6 an episode that is not published is not found", async ({ page }) => {
  const response = await page.goto("/episodes/8")
  expect(response?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Épisode non trouvé")
  await page.getByRole("link", { name: "Tous les épisodes" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Épisodes")
})

test("moving to a missing episode inside the site says so too", async ({ page }) => {
  await openEpisode(page, "/episodes/999")
  await page.getByRole("link", { name: "Tous les épisodes" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Épisodes")

  const inside = page.waitForResponse(/\/episodes\/999\.data/)
  await page.goBack()
  expect((await inside).status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Épisode non trouvé")
  await expect(page).toHaveTitle("Épisode non trouvé")
})
