import { expect, test } from "./fixtures.ts"

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("3.4 a search finds an episode whatever case and accents, and is in the address", async ({
      page,
    }) => {
      await page.goto("/episodes")
      const field = page.getByRole("searchbox", { name: "Rechercher un épisode ou un invité" })
      await expect(field).toHaveAttribute("placeholder", "Rechercher un épisode ou un invité...")
      await field.fill("ETE OU la dalle")
      await page.getByRole("button", { name: "Chercher" }).click()

      await expect(page).toHaveURL("/episodes?q=ETE+OU+la+dalle")
      await expect(page.getByRole("main").getByRole("article")).toHaveCount(1)
      await expect(page.getByRole("link", { name: "L’été où la dalle" })).toBeVisible()
      await expect(field).toHaveValue("ETE OU la dalle")

      await page.goBack()
      await expect(page.getByRole("main").getByRole("article")).toHaveCount(9)
    })

    test("a search by guest works with the Enter key", async ({ page }) => {
      await page.goto("/episodes")
      await page.getByRole("searchbox").fill("tonton")
      await page.getByRole("searchbox").press("Enter")
      await expect(page).toHaveURL("/episodes?q=tonton")
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([/^Tonton Basse/])
    })

    test("a search without result says so, in the visitor's own words", async ({ page }) => {
      await page.goto("/episodes")
      await page.getByRole("searchbox").fill('50% <b>"rap"</b>')
      await page.getByRole("button", { name: "Chercher" }).click()
      await expect(page.getByText('Aucun épisode trouvé pour "50% <b>"rap"</b>"')).toBeVisible()
      await expect(page.getByRole("main").getByRole("article")).toHaveCount(0)
    })
  })
}
