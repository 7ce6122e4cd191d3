import { findViolations } from "./axe.ts"
import { expect, NOT_FOUND_ERROR, test } from "./fixtures.ts"
import { openLightbox } from "./lightbox.ts"
import { MISSING_PAGES, PUBLIC_PAGES } from "./public-pages.ts"
import { siteUrl } from "./sites.ts"

test.use({ expectedError: NOT_FOUND_ERROR })

for (const { path, heading } of [...PUBLIC_PAGES, ...MISSING_PAGES]) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    expect(await findViolations(page)).toEqual([])
  })
}

test.describe("the empty site", () => {
  test.use({ baseURL: siteUrl("empty") })

  for (const path of ["/", "/episodes", "/news", "/news?tab=galeries", "/blog"]) {
    test(`axe finds nothing on ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      expect(await findViolations(page)).toEqual([])
    })
  }
})

for (const title of [/Micro ouvert/, /Le nouveau générique/]) {
  test(`axe finds nothing in the lightbox on ${title.source}`, async ({ page }) => {
    await openLightbox(page, title)
    expect(await findViolations(page)).toEqual([])
  })
}

test("axe finds nothing in the open mobile menu", { tag: "@mobile" }, async ({ page }) => {
  await page.goto("/")
  await page.getByRole("button", { name: "Menu" }).tap()
  await expect(page.getByRole("navigation", { name: "Menu mobile" })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})
