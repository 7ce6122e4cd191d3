import { findViolations } from "./axe.ts"
import { makeFeed } from "./feed.ts"
import { expect, openManager, test } from "./office.ts"

test("a feed's file is previewed, then imported with progress, then up to date", async ({ page, unique }) => {
  const feed = makeFeed(12).replaceAll("nuit-", `${unique}-`).replaceAll("Conversation", `Échange ${unique}`)
  const file = { name: "flux.xml", mimeType: "text/xml", buffer: Buffer.from(feed) }
  await openManager(page, "/admin/import")
  await page.getByLabel("ou un fichier").setInputFiles(file)
  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByRole("heading", { name: "Ce qui changerait" })).toBeVisible()
  await expect(page.getByText("12 épisodes à créer").last()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Lancer l’import" }).click()
  await expect(page.getByRole("heading", { name: "Import terminé" })).toBeVisible()
  await expect(page.getByText("12 épisodes créés").last()).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByText("Le site est à jour")).toBeVisible()
  await page.goto(`/admin/episodes?q=${unique}`)
  await expect(page.getByText("12 épisodes pour")).toBeVisible()
})

test("an address inside the network is refused, a picture named for what it is, an empty feed for what it lacks", async ({
  page,
}) => {
  await openManager(page, "/admin/import")
  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByRole("alert")).toHaveText("Indiquez l’adresse d’un flux, ou choisissez un fichier.")
  await page.getByLabel("Adresse du flux (RSS)").fill("http://127.0.0.1:8099/flux.xml")
  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByRole("alert")).toContainText("réseau")

  const choose = async (name: string, content: string) => {
    await page
      .getByLabel("ou un fichier")
      .setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(content) })
    await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  }
  await choose("image.xml", "GIF89a")
  await expect(page.getByRole("alert")).toContainText("une image (GIF)")
  await choose("vide.xml", '<rss version="2.0"><channel><title>CKO</title></channel></rss>')
  await expect(page.getByText("Ce flux ne contient aucun épisode.")).toBeVisible()
})
