import { expect, test } from "./fixtures.ts"
import { GALLERY_SIZE, openLightbox } from "./lightbox.ts"

const LAST = GALLERY_SIZE

test("5.5 a picture of the gallery opens in full size; buttons lead from end to end", async ({ page }) => {
  const { lightbox, previous, next } = await openLightbox(page, /Micro ouvert/)
  await expect(lightbox).toHaveAccessibleName(/^Micro ouvert/)
  await expect(lightbox.getByText(`2 / ${LAST}`)).toBeVisible()
  await expect(lightbox.getByRole("img", { name: /^Micro ouvert/ })).toBeVisible()

  await previous.click()
  await expect(lightbox.getByText(`1 / ${LAST}`)).toBeVisible()
  await expect(previous).toBeDisabled()
  for (let number = 2; number <= LAST; number += 1) {
    await expect(next).toBeEnabled()
    await next.click()
    await expect(lightbox.getByText(`${number} / ${LAST}`)).toBeVisible()
  }
  await expect(next).toBeDisabled()
  await expect(previous).toBeEnabled()
  await expect(lightbox.getByRole("img", { name: /^Deux platines/ })).toBeVisible()
})

test("the close button brings the gallery back", async ({ page }) => {
  const { opener, lightbox, close } = await openLightbox(page, /mur de quarante/)
  await close.click()
  await expect(lightbox).toBeHidden()
  await expect(opener).toBeVisible()
})

test("5.5 so do the browser's Back, after any number of pictures, and a click beside the picture", async ({
  page,
}) => {
  const { opener, lightbox, next } = await openLightbox(page, /mur de quarante/)
  await next.click()
  await expect(lightbox.getByText(`4 / ${LAST}`)).toBeVisible()
  await page.goBack()
  await expect(lightbox).toBeHidden()
  await expect(page).toHaveURL("/news?tab=galeries")
  await opener.click()
  await lightbox.getByRole("img").click()
  await expect(lightbox).toBeVisible()
  await lightbox.click({ position: { x: 24, y: 200 } })
  await expect(lightbox).toBeHidden()
  await expect(page).toHaveURL("/news?tab=galeries")
  await expect(opener).toBeFocused()

  await page.goForward()
  await expect(lightbox).toBeVisible()
  // Faster than the page is drawn.
  await lightbox.evaluate((dialog: HTMLDialogElement) => {
    window.addEventListener("popstate", () => history.forward(), { once: true })
    dialog.close()
  })
  await expect(page).toHaveURL(/#media-/)
  await expect(lightbox).toBeVisible()
  await page.reload()
  await expect(lightbox).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(lightbox).toBeHidden()
  await expect(page).toHaveURL("/news?tab=galeries")
})

test("5.5 a video plays at once, with controls", async ({ page }) => {
  const { lightbox } = await openLightbox(page, /Le nouveau générique/)
  const video = lightbox.locator("video")
  await expect(video).toHaveAttribute("controls")
  await expect(video).toHaveAttribute("autoplay")
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
})

test.describe("without JavaScript", () => {
  // Chromium on a bare image: it takes no part in view transitions and names no icon.
  test.use({ javaScriptEnabled: false, expectedError: /ViewTransition opt-in disabled|favicon\.ico/ })

  test("a picture of the gallery opens by itself", async ({ page }) => {
    await page.goto("/news?tab=galeries")
    await page
      .getByRole("main")
      .getByRole("link", { name: /mur de quarante/ })
      .click()
    await expect(page).toHaveURL("/starter/news-wall.webp")
    await expect(page.getByRole("img")).toBeVisible()
  })
})
