import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { serve } from "#test/serve.ts"
import { findViolations } from "./axe.ts"
import { makeFeed } from "./feed.ts"
import { expect, openManager, openMore, rowOf, test } from "./office.ts"
import { siteFolder } from "./sites.ts"

test("4.5 a feed's file is previewed, chosen from and corrected, imported with progress, then up to date", async ({
  page,
  unique,
}) => {
  const feed = makeFeed(12).replaceAll("nuit-", `${unique}-`).replaceAll("Conversation", `Échange ${unique}`)
  const file = { name: "flux.xml", mimeType: "text/xml", buffer: Buffer.from(feed) }
  await openManager(page, "/admin/import")
  await page.getByLabel("ou un fichier").setInputFiles(file)
  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByRole("heading", { name: "Ce qui changerait" })).toBeVisible()
  await expect(page.getByText("12 épisodes à créer").last()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  const rows = page.getByRole("region", { name: "Épisodes à importer" })
  await rows.getByRole("checkbox", { name: /numéro 12/ }).uncheck()
  await expect(rows.getByText("11 sur 12 à prendre")).toBeVisible()
  await rows.getByLabel("Chercher dans la liste").fill("numero 11")
  await rows.getByLabel(/^Invité de .*numéro 11/).fill("Nour")
  await rows.getByLabel("Chercher dans la liste").fill("")
  await page.getByRole("button", { name: "Lancer l’import" }).click()
  await expect(page.getByRole("heading", { name: "Import terminé" })).toBeVisible()
  await expect(page.getByText("11 épisodes créés").last()).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole("button", { name: "Voir ce qui changerait" }).click()
  await expect(page.getByText("Le site est à jour")).toBeVisible()
  await page.goto(`/admin/episodes?q=${unique}`)
  await expect(page.getByText("11 épisodes pour")).toBeVisible()
  await expect(rowOf(page, "numéro 11")).toContainText("Round 11 · Nour")

  // One of those without a guest can be saved as it is, and makes its title the headline.
  await rowOf(page, "numéro 10").getByRole("link", { name: "Modifier" }).click()
  const form = page.getByRole("form", { name: "Modifier l'épisode" })
  await expect(form.getByLabel("Épisode sans invité")).toBeChecked()
  await form.getByRole("button", { name: "Mettre à jour" }).click()
  await expect(page.getByText("Épisode mis à jour !")).toBeVisible()
  await openMore(rowOf(page, "numéro 10"))
  await rowOf(page, "numéro 10").getByRole("link", { name: "Voir sur le site" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("numéro 10")
  await expect(page.getByRole("article").first()).not.toContainText(/avec|Invité/)
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

test("4.8 a feed imported by its address is remembered, read again, stopped and forgotten", async ({
  page,
  unique,
}) => {
  const feed = makeFeed(2)
    .replaceAll("nuit-", `${unique}-`)
    .replaceAll("Conversation", `Conversation ${unique}`)
    .replace("<title>CKO<", `<title>Rimes ${unique}<`)
  const host = await serve((_request, response) => response.end(feed))
  const env = { ...process.env, DATA_DIR: join(siteFolder("office"), "data"), DATABASE_URL: "" }
  // The site itself reads nothing on its own machine; the command does.
  await promisify(execFile)(process.execPath, ["scripts/import.ts", `${host.url}/flux.xml`], { env })
  await host.close()

  await openManager(page, "/admin/import")
  const row = rowOf(page, `Rimes ${unique}`)
  await expect(row.getByText("2 nouveaux épisodes")).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(row.getByRole("link", { name: new RegExp(`^Conversation ${unique} numéro 2`) })).toBeVisible()
  await row.getByRole("button", { name: "Relire maintenant" }).click()
  await expect(row.getByText("mène à un réseau privé")).toBeVisible()
  await expect(row.getByText(/Le site réessaiera .* importez-la ci-dessous/)).toBeVisible()
  await row.getByRole("button", { name: "Arrêter la lecture automatique" }).click()
  await expect(row.getByRole("button", { name: "Reprendre la lecture automatique" })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await row.getByRole("button", { name: "Oublier ce flux" }).click()
  const question = page.getByRole("alertdialog", { name: "Êtes-vous sûr de vouloir oublier le flux" })
  await question.getByRole("button", { name: "Oublier ce flux" }).click()
  await expect(page.getByText("Flux oublié")).toBeVisible()
  await expect(row).toHaveCount(0)
})
