import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { siteUrl } from "./sites.ts"

test.use({ baseURL: siteUrl("empty") })

const EMPTY_PAGES = [
  { path: "/", heading: "Culture Knock Out", text: "Aucune actualité disponible pour le moment." },
  { path: "/episodes?q=rap", heading: "Épisodes", text: 'Aucun épisode trouvé pour "rap"' },
  { path: "/news", heading: "Actualités Hip-Hop", text: "Aucune actualité disponible pour le moment." },
  {
    path: "/news?tab=galeries",
    heading: "Actualités Hip-Hop",
    text: "Aucune image ou vidéo disponible pour le moment.",
  },
  { path: "/blog", heading: "Blog", text: "Aucun article publié pour le moment." },
]

for (const { path, heading, text } of EMPTY_PAGES) {
  test(`${path} says that there is nothing yet`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expect(page.getByText(text)).toBeVisible()
  })
}

test.describe("a legal page that does not exist", () => {
  test.use({ expectedError: NOT_FOUND_ERROR })

  test("has no link in the footer, and its short address is the 404 page", async ({ page }) => {
    await page.goto("/mentions-legales")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404")
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Contact" })).toBeVisible()
    await expect(page.getByRole("link", { name: "Mentions légales" })).toHaveCount(0)
  })
})
