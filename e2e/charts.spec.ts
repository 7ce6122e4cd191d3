import { query } from "./database.ts"
import { expect, test } from "./office.ts"
import { expectAccessible, expectNoSidewaysScrolling } from "./screens.ts"
import { waitForScripts } from "./visitors.ts"

const PATH = "/admin/newsletter/growth?par=mois"

test.beforeAll(async () => {
  await query(
    "office",
    `insert into subscriber_figures (day, joined, gone)
     select (now() - n * interval '1 month')::date, 1000 + n, 100 from generate_series(1, 23) n
     where not exists (select from subscriber_figures where gone >= 100)`,
  )
})

test("a chart tells its values below the pointer and by arrow keys, in any size and colours", async ({
  page,
}) => {
  await page.goto(PATH)
  await waitForScripts(page)
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)
  const told = page.locator(".chart-words")
  const curve = page.getByRole("img", { name: /abonnés confirmés/ })
  await curve.hover()
  await expect(told).toHaveText(/20\d\d\s+Abonnés confirmés\s:\s[\d\s]+$/)
  await page.getByRole("heading", { level: 1 }).hover()
  await expect(told).toHaveCount(0)

  const slider = page.getByRole("slider", { name: /Parcourir.*Arrivées, Départs/ })
  await slider.focus()
  const last = await told.textContent()
  await page.keyboard.press("ArrowLeft")
  await expect(told).toHaveText(/Arrivées\s:\s[\d\s]+Départs\s:\s\d+$/)
  expect(await told.textContent()).not.toBe(last)
  await expect(slider).toHaveAttribute("aria-valuetext", /Arrivées\s:\s[\d\s]+, Départs/)
  await page.keyboard.press("Escape")
  await expect(told).toHaveCount(0)
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("a chart and its numbers are there", async ({ page }) => {
    await page.goto(PATH)
    await expect(page.getByRole("img", { name: /abonnés confirmés/ })).toBeVisible()
    await expect(page.getByRole("slider")).toHaveCount(0)
    await page.getByText("Les nombres").click()
    await expect(page.getByRole("row").nth(2)).toContainText(/\d\s\d{3}/)
  })
})
