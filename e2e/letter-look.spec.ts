import { EVERYTHING, letterOf } from "#test/letter-fixtures.ts"
import { shownAs } from "#app/audience/letters/template/shown-as.ts"
import { findViolationsByLight } from "./axe.ts"
import { expect, test } from "./fixtures.ts"

/** One that has no place to break, and pictures that nobody fetches. */
const HTML = letterOf(`${EVERYTHING}\n\n${"long".repeat(60)}`, { logo: true }).replaceAll(/ src="[^"]*"/g, "")

for (const width of [390, 600]) {
  test(`43.2 a letter is readable for everybody, ${width} pixels wide, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const as of ["html", "dark"]) {
      await page.setContent(shownAs(as, HTML))
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      // Within its table: mail programs put the letter on a page of theirs, which has the landmarks.
      expect(await findViolationsByLight(page, "body > table")).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    // The ink of the fight poster: it was looked at by dark indeed.
    expect(ground).toBe("rgb(16, 13, 12)")
  })
}
