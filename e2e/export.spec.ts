import { readFile, stat } from "node:fs/promises"
import { findViolations } from "./axe.ts"
import { expect, openManager, openMore, test } from "./office.ts"

test(
  "52.5, 52.6 all of the site is found by the search, prepared, downloaded and deleted",
  { tag: "@desktop" },
  async ({ page }) => {
    await openManager(page, "/admin")
    await page.keyboard.press("ControlOrMeta+k")
    const search = page.getByRole("dialog", { name: "Recherche dans l’administration" })
    await search.getByRole("combobox").fill("partir")
    await search.getByRole("option", { name: "Exporter tout le site" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Exporter" })).toBeVisible()
    await page.getByRole("checkbox", { name: /^Les médias/ }).uncheck()
    await page.getByRole("button", { name: "Préparer l’archive" }).click()
    await expect(page.getByText("La préparation commence")).toBeVisible()
    const archive = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ hasText: "sans médias ni données personnelles" })
    // The page asks again by itself.
    await expect(archive).toHaveCount(1, { timeout: 60_000 })
    await expect(page.getByRole("button", { name: "Préparer l’archive" })).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    const download = page.waitForEvent("download")
    await archive.getByRole("link", { name: /^Télécharger\s:/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^archive-\d{4}-\d\d-\d\d-\d{6}\.zip$/)
    const path = await file.path()
    expect((await stat(path)).size).toBeGreaterThan(10_000)
    expect((await readFile(path)).subarray(0, 2).toString()).toBe("PK")

    await openMore(archive)
    await archive.getByRole("button", { name: "Supprimer" }).click()
    await page
      .getByRole("alertdialog", { name: /^Supprimer l’archive du / })
      .getByRole("button", { name: "Supprimer" })
      .click()
    await expect(page.getByText("Archive supprimée")).toBeVisible()
    await expect(archive).toHaveCount(0)
  },
)
