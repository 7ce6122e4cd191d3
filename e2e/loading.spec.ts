import { expect, test } from "./fixtures.ts"
import { waitForScripts } from "./visitors.ts"

const WAYS = [
  { label: "Épisodes", text: "Chargement des épisodes...", heading: "Épisodes" },
  { label: "Actualités", text: "Chargement...", heading: "Actualités Hip-Hop" },
  { label: "Blog", text: "Chargement...", heading: "Blog" },
]

for (const { label, text, heading } of WAYS) {
  test(`2.5 on a slow network, going to ${label} shows « ${text} »`, async ({ page }) => {
    const { promise: arrival, resolve: letArrive } = Promise.withResolvers<void>()
    await page.route(/\.data(\?|$)/, async (route) => {
      await arrival
      await route.continue()
    })
    await page.goto("/about")
    // Before, a link loads its page whole.
    await waitForScripts(page)
    await page.getByRole("contentinfo").getByRole("link", { name: label }).click()
    const status = page.getByRole("status")
    await expect(status).toHaveText(text)
    await expect(status.getByText(text)).toBeInViewport()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("À propos")

    letArrive()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expect(status).toBeEmpty()
  })
}
