import { expect, test } from "./fixtures.ts"

test("the tabs are in the address", async ({ page }) => {
  await page.goto("/news")
  const tabs = page.getByRole("navigation", { name: "Rubriques" })
  await expect(tabs.getByRole("link", { name: "Actualités" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(9)

  await tabs.getByRole("link", { name: "Galeries" }).click()
  await expect(page).toHaveURL("/news?tab=galeries")
  await expect(tabs.getByRole("link", { name: "Galeries" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(0)
  await expect(
    page
      .getByRole("main")
      .getByRole("listitem")
      .getByRole("link", { name: /mur de quarante/ }),
  ).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL("/news")
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(9)
})

test("5.4 the category badges filter the news and are in the address", async ({ page }) => {
  await page.goto("/news")
  const badges = page.getByRole("navigation", { name: "Catégories" })
  await expect(badges.getByRole("link")).toHaveText([
    "Tout",
    "CKO News",
    "Événement",
    "Culture Hip-Hop",
    "Interview",
    "Musique",
  ])
  await expect(badges.getByRole("link", { name: "Tout" })).toHaveAttribute("aria-current", "true")

  await badges.getByRole("link", { name: "Événement" }).click()
  await expect(page).toHaveURL("/news?category=event")
  await expect(badges.getByRole("link", { name: "Événement" })).toHaveAttribute("aria-current", "true")
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    /^Micro ouvert/,
    /^Finale/,
  ])

  await badges.getByRole("link", { name: "Tout" }).click()
  await expect(page).toHaveURL("/news")
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(9)
})

test("the badges filter the gallery too", async ({ page }) => {
  await page.goto("/news?tab=galeries")
  await page.getByRole("navigation", { name: "Catégories" }).getByRole("link", { name: "Événement" }).click()
  await expect(page).toHaveURL("/news?tab=galeries&category=event")
  await page.getByRole("link", { name: /Micro ouvert/ }).click()
  await expect(page.getByRole("dialog").getByText("1 / 2")).toBeVisible()
})

test("5.4 a card shows what the news is, and unfolds in place", async ({ page }) => {
  await page.goto("/news")
  const card = page.getByRole("article").filter({ hasText: "Petit lexique du ring" })
  await expect(card.getByText("Pas d'image")).toBeVisible()
  await expect(card.getByText("Culture Hip-Hop")).toBeVisible()
  const more = card.getByRole("link", { name: /^Voir plus/ })
  await expect(more).toHaveAttribute("target", "_blank")
  await expect(card.getByText("le moment où il faut savoir s’arrêter")).toBeHidden()
  await card.getByText("Lire la suite").click()
  await expect(card.getByText("le moment où il faut savoir s’arrêter")).toBeVisible()

  const video = page.getByRole("article").filter({ hasText: "Le nouveau générique est prêt" })
  await expect(video.getByText("Vidéo", { exact: true })).toBeVisible()
  await video.getByRole("link", { name: /^Lire la vidéo/ }).click()
  const lightbox = page.getByRole("dialog")
  await expect(lightbox.locator("video")).toHaveAttribute("autoplay")
  await page.goBack()
  await expect(lightbox).toBeHidden()
  await expect(page).toHaveURL("/news")
})
