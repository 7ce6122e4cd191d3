import { expect, test } from "./office.ts"

test("the list of subscribers says when there are none", async ({ page }) => {
  await page.goto("/admin/newsletter")
  await expect(page.getByRole("heading", { name: "Abonnés newsletter (0)" })).toBeVisible()
  await expect(page.getByText("Aucun abonné pour le moment.")).toBeVisible()
})
