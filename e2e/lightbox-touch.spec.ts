import type { Page } from "@playwright/test"
import { expect, test } from "./fixtures.ts"
import { GALLERY_SIZE, openLightbox } from "./lightbox.ts"

test("a swipe moves through the lightbox; a tap does not", { tag: "@mobile" }, async ({ page }) => {
  const { lightbox } = await openLightbox(page, /Micro ouvert/)
  const counter = (number: number) => lightbox.getByText(`${number} / ${GALLERY_SIZE}`)
  await expect(counter(2)).toBeVisible()
  // What is shown has all the width.
  const stage = await lightbox.locator("[data-stage]").boundingBox()
  expect(stage?.width).toBe(page.viewportSize()?.width)

  await swipe(page, -150)
  await expect(lightbox.getByRole("img", { name: /mur de quarante/ })).toBeVisible()
  await expect(counter(3)).toBeVisible()
  await swipe(page, 10)
  await swipe(page, 150)
  await expect(counter(2)).toBeVisible()
  await swipe(page, 150)
  await expect(counter(1)).toBeVisible()
})

/** A finger that moves sideways across the middle of the screen. */
async function swipe(page: Page, distance: number) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const browser = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", moved?: number) =>
    browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: moved === undefined ? [] : [{ x: width / 2 + moved, y: height / 2 }],
    })
  await touch("touchStart", -distance / 2)
  for (const part of [-0.25, 0, 0.25, 0.5]) await touch("touchMove", distance * part)
  await touch("touchEnd")
}
