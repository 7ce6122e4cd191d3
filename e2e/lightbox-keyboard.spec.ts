import { expect, test } from "./fixtures.ts"
import { GALLERY_SIZE, openLightbox } from "./lightbox.ts"

test(
  "5.5 arrow keys move through the lightbox and stop at its ends",
  { tag: "@desktop" },
  async ({ page }) => {
    const { lightbox } = await openLightbox(page, /Le nouveau générique/)
    const counter = (number: number) => lightbox.getByText(`${number} / ${GALLERY_SIZE}`)
    await expect(counter(1)).toBeVisible()
    await page.keyboard.press("ArrowLeft")
    await expect(counter(1)).toBeVisible()
    // A video has keys of its own once it is clicked.
    await lightbox.locator("video").click()
    await page.keyboard.press("ArrowRight")
    await expect(counter(2)).toBeVisible()
    for (let press = 0; press < GALLERY_SIZE; press += 1) await page.keyboard.press("ArrowRight")
    await expect(counter(GALLERY_SIZE)).toBeVisible()
    await page.keyboard.press("ArrowLeft")
    await expect(counter(GALLERY_SIZE - 1)).toBeVisible()
  },
)

test("Escape closes the lightbox and gives the focus back", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/news?tab=galeries")
  const opener = page.getByRole("main").getByRole("link", { name: /mur de quarante/ })
  await opener.focus()
  await page.keyboard.press("Enter")
  const lightbox = page.getByRole("dialog")
  await expect(lightbox).toBeVisible()
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Escape")
  await expect(lightbox).toBeHidden()
  await expect(opener).toBeFocused()
})

test("the Tab key stays inside the lightbox", { tag: "@desktop" }, async ({ page }) => {
  const { lightbox, previous, next, close } = await openLightbox(page, /Micro ouvert/)
  const reached = new Set<string>()
  for (const key of [...Array(8).fill("Tab"), ...Array(8).fill("Shift+Tab")]) {
    await page.keyboard.press(key)
    const place = await lightbox.evaluate((dialog) => {
      const focused = document.activeElement
      // Between the last and the first button the focus is on the browser's own buttons: no element of the page.
      if (focused === document.body) return "browser"
      return dialog.contains(focused) ? (focused?.getAttribute("aria-label") ?? "unnamed") : "outside"
    })
    reached.add(place)
  }
  expect(reached).not.toContain("outside")
  for (const button of [previous, next, close]) {
    expect(reached).toContain(await button.getAttribute("aria-label"))
  }
})
