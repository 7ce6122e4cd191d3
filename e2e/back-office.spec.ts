import type { Locator } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { createPerson, expect, openManager, openMore, signIn, test } from "./office.ts"
import { expectAccessible, expectNoSidewaysScrolling, walksThrough } from "./screens.ts"
import { waitForScripts } from "./visitors.ts"

// Of what watches a page in tests: in the frames of previews nothing runs.
test.use({ expectedError: /Blocked script execution/ })

const ENTRIES = [
  "Nouvel épisode",
  ...["Épisodes", "Actualités", "Blog", "Pages", "Médias"],
  // With how many wait.
  ...[/^Échanges/, "Newsletter", "Audience"],
  ...["Diffusion", "Réglages", "Utilisateurs"],
  "Paramètres",
]

test(
  "15.1 the sidebar folds by its button and by Ctrl and b, and stays so",
  { tag: "@desktop" },
  async ({ page }) => {
    await openManager(page, "/admin")
    const sidebar = page.getByRole("navigation", { name: "ADMINISTRATION" })
    await expect(sidebar.getByRole("link")).toHaveText(ENTRIES)
    await expect(sidebar.locator("[aria-current=page]")).toHaveText("Épisodes")
    expect(await widthOf(sidebar)).toBe(256)
    const rest = await sidebar.evaluate(({ children }) =>
      [...children].map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    )
    expect(Math.max(...rest)).toBe(0)

    await sidebar.getByRole("button", { name: "Réduire le menu" }).click()
    await expect.poll(() => widthOf(sidebar)).toBe(48)
    const cookies = await page.context().cookies()
    const cookie = cookies.find(({ name }) => name === "sidebar:state")
    expect(cookie?.value).toBe("false")
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400)
    await sidebar.getByRole("link", { name: "Blog" }).hover()
    await expect(sidebar.getByText("Blog", { exact: true })).toHaveCSS("opacity", "1")
    expect(await findViolations(page)).toEqual([])

    await page.reload({ waitUntil: "commit" })
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect(await widthOf(sidebar)).toBe(48)
    await waitForScripts(page)
    await page.keyboard.press("Control+b")
    await expect.poll(() => widthOf(sidebar)).toBe(256)
  },
)

test("on a phone the sidebar is a drawer", { tag: "@mobile" }, async ({ page }) => {
  await openManager(page, "/admin/users")
  const sidebar = page.getByRole("navigation", { name: "ADMINISTRATION" })
  await expect(sidebar).toBeHidden()
  await page.getByRole("button", { name: "Menu", exact: true }).tap()
  await expect(sidebar).toBeVisible()
  expect(await widthOf(sidebar)).toBe(288)
  expect(await findViolations(page)).toEqual([])
  await sidebar.getByRole("link", { name: "Newsletter" }).tap()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Newsletter")
  await expect(sidebar).toBeHidden()
})

test("15.1 the header has the person, the way to the site and none of the site's menus", async ({
  page,
  account,
}) => {
  await openManager(page, "/admin/log")
  const header = page.getByRole("banner")
  await expect(header).toHaveCSS("height", "56px")
  await expect(header.getByRole("navigation")).toHaveCount(0)
  await header.getByRole("link", { name: account.email }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paramètres du compte")
  await header.getByRole("link", { name: /^Accueil/ }).click()
  await expect(page).toHaveURL("/admin")
  await page.goBack()
  const toSite = header.getByRole("link", { name: "Voir le site" })
  if (await toSite.isVisible()) {
    await toSite.click()
    await expect(page).toHaveURL("/")
  }
})

test.describe("somebody without rights", () => {
  test.use({ expectedError: /status of 403/ })

  test("15.2 is refused, within the shell, and may keep their own account", async ({
    page,
    request,
    unique,
  }) => {
    const email = await createPerson(request, unique, "moderator")
    await page.context().clearCookies()
    await signIn(page, email)
    await expect(page.getByText("Bienvenue sur CKO")).toBeVisible()
    await page.goto("/admin")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Commentaires")
    await page.goto("/admin/users")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accès refusé")
    await expect(page.getByText("Vous n'avez pas les droits administrateur")).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole("main").getByRole("link", { name: "Mon compte" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paramètres du compte")
    await page.goBack()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Accès refusé")
  })
})

const PAGES = [
  "/admin/episodes",
  "/admin/episodes?edit=1",
  "/admin/episodes/1",
  "/admin/episodes/new",
  "/admin/episodes?action=delete&id=1",
  "/admin/users",
  "/admin/users?action=create",
  "/admin/guests",
  "/admin/news",
  "/admin/news?edit=1",
  "/admin/news/1",
  "/admin/pages",
  "/admin/pages/1",
  "/admin/blog/1",
  "/admin/blog",
  "/admin/letters",
  "/admin/letters/new",
  "/admin/comments",
  "/admin/media",
  "/admin/messages",
  "/admin/messages?dossier=archives",
  "/admin/newsletter",
  "/admin/newsletter/import",
  "/admin/newsletter/growth",
  "/admin/audience",
  "/admin/audience/episodes",
  "/admin/audience/method",
  "/admin/site/audience/evaluation",
  "/admin/personal-data",
  "/admin/settings",
  "/admin/import",
  "/admin/first-steps",
  "/admin/first-steps/starter",
  "/admin",
  "/admin/feed",
  "/admin/transcripts?episode=1",
  "/admin/redirects",
  "/admin/log",
  "/admin/site",
  "/admin/site/podcast",
  "/admin/site/navigation",
  "/admin/site/mail",
  "/admin/site/returns",
  "/admin/site/legal",
  "/admin/site/retention",
  "/admin/health",
  "/admin/maintenance",
  "/admin/maintenance/backups",
  "/admin/maintenance/backups/contents",
  "/admin/maintenance/export",
  "/admin/jobs",
  "/admin/bin",
  "/admin/health/mails",
]

const walks = walksThrough(
  PAGES.map((path) => ({ path })),
  async (page, { path }) => {
    await openManager(page, path)
    await expectAccessible(page)
    await expectNoSidewaysScrolling(page)
  },
)
for (const [paths, walk] of walks)
  test(`is accessible and never scrolls sideways: ${paths}`, { tag: "@desktop" }, walk)

test("25.1 axe finds nothing in the calendar and in a question", async ({ page }) => {
  await openManager(page, "/admin/episodes")
  await page.getByRole("button", { name: /Date de publication/ }).click()
  await expect(page.getByRole("dialog", { name: "Calendrier" }).getByRole("grid")).toBeVisible()
  expect(await findViolations(page, "[role=dialog]")).toEqual([])
  await page.keyboard.press("Escape")
  const row = page.locator("main [data-row]").first()
  await openMore(row)
  expect(await findViolations(page)).toEqual([])
  await row.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByRole("alertdialog")).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

async function widthOf(element: Locator) {
  return (await element.boundingBox())?.width
}
