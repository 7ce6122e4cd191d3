import { findViolations } from "./axe.ts"
import { query } from "./database.ts"
import { expect, openManager, test } from "./office.ts"

/** Of this machine: the site never asks there for what somebody typed. */
const INSIDE = "http://127.0.0.1:8099"

test("41.1 a host starts copying, is told what failed and why, gives it up, and looks at a next host", async ({
  page,
  unique,
}) => {
  // As an earlier try may have left it.
  await query("office", "delete from file_copies")
  await query("office", "delete from settings where name = 'file-copying'")
  const title = `Le son de ${unique}`
  await query(
    "office",
    `insert into episodes (title, guest, is_published, published_at, audio_url)
     values ($1, 'Nour', false, now() + interval '1 hour', $2)`,
    [title, `${INSIDE}/${unique}.mp3`],
  )
  await openManager(page, "/admin/moving")
  await page.getByRole("button", { name: "Copier les fichiers ici" }).click()
  // For a moment it is among those under way, too.
  const failed = page
    .getByRole("listitem")
    .filter({ hasText: `${title}, son` })
    .filter({ has: page.getByRole("button", { name: "Réessayer" }) })
  await expect(failed).toContainText("réseau privé")
  await expect(failed.getByRole("button", { name: "Réessayer" })).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole("button", { name: "Abandonner" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Abandonner" }).click()
  await expect(page.getByText("Copie abandonnée")).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Copier les fichiers ici" })).toBeVisible()

  await page.getByRole("link", { name: "Partir ailleurs" }).click()
  await page.getByLabel("Adresse du nouveau flux").fill(`${INSIDE}/flux.xml`)
  await page.getByRole("button", { name: "Vérifier le nouveau flux" }).click()
  await expect(page.getByRole("status").filter({ hasText: "réseau privé" })).toBeVisible()
  await expect(page.getByLabel("Adresse du nouveau flux")).toHaveValue(`${INSIDE}/flux.xml`)
  expect(await findViolations(page)).toEqual([])
})
