import { expect, test } from "./fixtures.ts"
import { siteUrl } from "./sites.ts"

test.use({ baseURL: siteUrl("empty") })

const EMPTY_PAGES = [
  { path: "/episodes", heading: "Épisodes", text: "Aucun épisode publié pour le moment." },
  { path: "/episodes?q=rap", heading: "Épisodes", text: 'Aucun épisode trouvé pour "rap"' },
  { path: "/news", heading: "Actualités", text: "Aucune actualité disponible pour le moment." },
  {
    path: "/news?tab=galeries",
    heading: "Actualités",
    text: "Aucune image ou vidéo disponible pour le moment.",
  },
  { path: "/blog", heading: "Blog", text: "Aucun article publié pour le moment." },
]

test("every page says that there is nothing yet", async ({ page }) => {
  for (const { path, heading, text } of EMPTY_PAGES) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
      await expect(page.getByText(text)).toBeVisible()
    })
  }
})

test("7.4 the footer's legal links lead to pages that are there from the first start on", async ({
  page,
}) => {
  for (const [title, text] of [
    ["Mentions légales", "Éditeur du site"],
    ["Politique de confidentialité", "Cookies et stockage local"],
  ] as const) {
    await page.goto("/contact")
    await page.getByRole("contentinfo").getByRole("link", { name: title }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)
    await expect(page.getByRole("article")).toContainText(text)
  }
})
