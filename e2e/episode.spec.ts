import { expect, test } from "./fixtures.ts"

test("from the home page to an episode and back", async ({ page }) => {
  await page.goto("/")
  const latest = page.getByRole("region", { name: "Derniers épisodes" })
  await expect(latest.getByRole("article")).toHaveCount(4)
  await latest.getByRole("link", { name: "Sœur Cadence : L’uppercut à voix basse" }).click()

  await expect(page).toHaveURL(/\/episodes\/\d+$/)
  const main = page.getByRole("main")
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("L’uppercut à voix basse")
  await expect(main.getByText("avec Sœur Cadence")).toBeVisible()
  await expect(main.getByText("9K vues")).toBeVisible()
  await expect(main.getByRole("region", { name: "Description" })).toContainText("À écouter au casque")
  await expect(main.getByRole("link", { name: "Voir sur YouTube" })).toBeVisible()
  await expect(main.getByRole("link", { name: "Écouter sur Spotify" })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole("heading", { name: "Derniers épisodes" })).toBeVisible()
  await expect(page).toHaveURL("/")
})

test("an episode offers only the platforms it is on", async ({ page }) => {
  await page.goto("/episodes")
  await page.getByRole("link", { name: "Quarante mille disques et pas une chaise" }).click()

  const main = page.getByRole("main")
  await expect(main.getByText("avec DJ Papier Mâché")).toBeVisible()
  await expect(main.getByRole("link", { name: "Écouter sur Spotify" })).toBeVisible()
  await expect(main.getByRole("link", { name: "Voir sur YouTube" })).toHaveCount(0)
})
