import { expect, type Page } from "@playwright/test"
import { waitForScripts } from "./visitors.ts"

/** Images and videos that the starter content's gallery holds. */
export const GALLERY_SIZE = 6

/** Opens an item of the gallery. */
export async function openLightbox(page: Page, title: RegExp) {
  await page.goto("/news?tab=galeries")
  await waitForScripts(page)
  const opener = page.getByRole("main").getByRole("link", { name: title })
  await opener.click()
  const lightbox = page.getByRole("dialog")
  await expect(lightbox).toBeVisible()
  return {
    opener,
    lightbox,
    previous: lightbox.getByRole("button", { name: "Précédent" }),
    next: lightbox.getByRole("button", { name: "Suivant" }),
    close: lightbox.getByRole("button", { name: "Fermer" }),
  }
}
