import { stat } from "node:fs/promises"
import { query } from "./database.ts"
import { findViolations } from "./axe.ts"
import { expect, openManager, openMore, test } from "./office.ts"
import { ADMIN } from "./sites.ts"

test(
  "31.5 a copy of the site is made from the search, downloaded after the password, and deleted",
  { tag: "@desktop" },
  async ({ page, account }) => {
    await openManager(page, "/admin")
    await page.keyboard.press("ControlOrMeta+k")
    const search = page.getByRole("dialog", { name: "Recherche dans l’administration" })
    await search.getByRole("combobox").fill("copie")
    await search.getByRole("option", { name: "Sauvegarder maintenant" }).click()
    await page.getByRole("main").getByRole("button", { name: "Sauvegarder maintenant" }).click()
    await expect(page.getByText("La copie commence")).toBeVisible()
    const copy = page.getByRole("main").getByRole("listitem").filter({ hasText: "à la demande" })
    // The page asks again by itself.
    await expect(copy).toHaveCount(1, { timeout: 30_000 })
    await expect(copy).toContainText(/base\s: .*\slignes/)
    await expect(page.getByRole("button", { name: "Sauvegarder maintenant" })).toBeVisible()
    expect(await findViolations(page)).toEqual([])

    await query(
      "office",
      `update sessions set proved_at = now() - interval '1 hour' from users where users.id = user_id and email = $1`,
      [account.email],
    )
    await copy.getByRole("link", { name: /^Télécharger\s:/ }).click()
    await page.getByLabel("Mot de passe").fill(ADMIN.password)
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Continuer" }).click()
    const file = await download
    await expect(page.getByText("Le téléchargement commence.")).toBeVisible()
    await expect(copy).toBeVisible()
    expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d{6}\.(tar|cko\.gz)$/)
    expect((await stat(await file.path())).size).toBeGreaterThan(1_000)

    await openMore(copy)
    await copy.getByRole("button", { name: "Supprimer" }).click()
    const question = page.getByRole("alertdialog", { name: /^Supprimer la copie du / })
    expect(await findViolations(page)).toEqual([])
    await question.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Sauvegarde supprimée")).toBeVisible()
    await expect(copy).toHaveCount(0)
    await page.goto("/admin/log?kind=backup")
    const deeds = page.getByRole("main").getByRole("listitem").filter({ hasText: account.email })
    await expect(deeds.nth(0)).toContainText("a supprimé la sauvegarde")
    await expect(deeds.nth(1)).toContainText("a téléchargé la sauvegarde")
    await expect(deeds.nth(2)).toContainText("a lancé la sauvegarde")
  },
)
