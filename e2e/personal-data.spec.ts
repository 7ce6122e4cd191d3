import { readFile } from "node:fs/promises"
import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"
import { comments, openEpisode, postComment } from "./visitors.ts"

test(
  "17 what the site knows of an address is exported, then erased",
  { tag: "@desktop" },
  async ({ page, other, episode, request, unique }) => {
    const email = `awa-${unique}@cko.test`
    const content = `Oubliez-moi, un jour. ${unique}`
    await postComment(request, episode.path, { name: "Awa", email, content })
    await openEpisode(other, episode.path)
    await expect(comments(other)).toContainText(content)

    await openManager(page, "/admin/personal-data")
    await page.getByLabel("Email").fill(email.toUpperCase())
    await page.getByRole("button", { name: "Chercher" }).click()
    const found = page.getByRole("status").filter({ hasText: "Commentaires" })
    await expect(found).toContainText("Commentaires1")
    await expect(found).toContainText("inscrit le")
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Exporter (JSON)" }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^donnees-personnelles-\d{4}-\d\d-\d\d\.json$/)
    const data = JSON.parse(await readFile(await file.path(), "utf8"))
    expect(data).toMatchObject({ email, comments: [{ content }] })

    await page.getByRole("button", { name: "Tout effacer" }).click()
    const question = page.getByRole("alertdialog", { name: `Effacer toutes les données d’${email}` })
    expect(await findViolations(page)).toEqual([])
    await question.getByRole("button", { name: "Tout effacer" }).click()
    await expect(page.getByText("Données effacées")).toBeVisible()
    await page.getByLabel("Email").fill(email)
    await page.getByRole("button", { name: "Chercher" }).click()
    await expect(page.getByText("Le site ne sait rien de cette adresse.")).toBeVisible()
    await other.reload()
    await expect(other.getByText("Aucun commentaire pour le moment")).toBeVisible()
    await expect(comments(other)).toHaveCount(0)
  },
)
