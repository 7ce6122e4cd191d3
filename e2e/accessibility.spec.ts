import { findViolations } from "./axe.ts"
import { expect, test } from "./fixtures.ts"
import { openLightbox } from "./lightbox.ts"

for (const title of [/Micro ouvert/, /Le nouveau générique/]) {
  test(`axe finds nothing in the lightbox on ${title.source}`, async ({ page }) => {
    await openLightbox(page, title)
    expect(await findViolations(page)).toEqual([])
  })
}

test("25.1 axe finds nothing in the open mobile menu", { tag: "@mobile" }, async ({ page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Menu" }).tap()
  await expect(page.getByRole("navigation", { name: "Menu mobile" })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
