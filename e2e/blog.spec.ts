import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"

test("6.3 from the blog to an article and back", async ({ page }) => {
  await page.goto("/blog")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog")
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(3)
  await page.getByRole("link", { name: "La cassette, ce réseau de poche" }).click()

  await expect(page).toHaveURL("/blog/la-cassette-ce-reseau-de-poche")
  const article = page.getByRole("article")
  await expect(article.getByRole("heading", { level: 1 })).toHaveText("La cassette, ce réseau de poche")
  await expect(article.getByText("Petite histoire d’un objet", { exact: false })).toBeVisible()
  await expect(article.getByRole("time")).toHaveText(/^\d{1,2}(er)? \p{L}+ \d{4}$/u)
  await expect(article.getByRole("heading", { name: "L’art de la jaquette" })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog")
})

test.describe("a missing article", () => {
  test.use({ expectedError: NOT_FOUND_ERROR })

  test("says so and leads back to the blog", async ({ page }) => {
    await page.goto("/blog/jamais-ecrit")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Article non trouvé")
    await expect(page.getByText("Cet article n'existe pas ou n'est pas publié.")).toBeVisible()
    await page.getByRole("link", { name: "Tous les articles" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog")
  })
})
