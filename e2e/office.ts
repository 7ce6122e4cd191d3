import type { APIRequestContext, Page } from "@playwright/test"
import { query } from "./database.ts"
import { expect, NOBODY, test as base } from "./fixtures.ts"
import { waitForScripts } from "./visitors.ts"
import { ADMIN, ADMIN_STATE, siteUrl } from "./sites.ts"

/** A test of the back office, signed in as its first admin. */
export const test = base.extend<{ unique: string; episode: Episode; proof: void }>({
  baseURL: siteUrl("office"),
  storageState: ADMIN_STATE,

  /** A long run is older than the proof that it began with, which dangerous deeds ask for anew. */
  proof: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
    async ({}, use) => {
      await query(
        "office",
        `update sessions set proved_at = now() from users
         where users.id = user_id and email = $1 and proved_at < now() - interval '5 minutes'`,
        [ADMIN.email],
      )
      await use()
    },
    { auto: true },
  ],

  /** A word that no other journey uses. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
  unique: async ({}, use, info) => {
    await use(`${info.project.name}${info.testId.slice(-6)}${info.retry}`)
  },

  episode: async ({ playwright, unique }, use) => {
    const admin = await playwright.request.newContext({ storageState: ADMIN_STATE })
    const title = `Le round de ${unique}`
    // Long ago, so that it comes after all that other journeys look at.
    const form = { intent: "save", title, guest: "Nour", publicationDay: "2001-02-03", isPublished: "on" }
    const created = await admin.post("/admin/episodes", { form, maxRedirects: 0 })
    expect(created.status()).toBe(302)
    const list = await admin.get("/admin/episodes", { params: { q: title } })
    const [path = ""] = /\/episodes\/\d+/.exec(await list.text()) ?? []
    await admin.dispose()
    await use({ path, title })
  },
})

/** A published episode that no other journey opens: nobody has seen, liked or commented it. */
export type Episode = { path: string; title: string }

export { expect, NOBODY }

/** Opens a page of the back office, ready for typing. */
export async function openManager(page: Page, path: string) {
  await page.goto(path)
  // What is typed before the page's scripts run is kept, but not asked about.
  await waitForScripts(page)
}

/** The row of a list that carries a title. */
export function rowOf(page: Page, title: string) {
  return page.getByRole("main").getByRole("listitem").filter({ hasText: title })
}

/** Creates an account as the admin would. @returns its address */
export async function createPerson(request: APIRequestContext, name: string, role = "user") {
  const email = `${name}-${role}@cko.test`
  const response = await request.post("/admin/users", {
    // A long run is older than the proof that it began with.
    form: { intent: "create", email, password: ADMIN.password, role, proof: ADMIN.password },
    headers: { Origin: siteUrl("office") },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(302)
  return email
}

export async function signIn(page: Page, email: string, password = ADMIN.password) {
  await page.goto("/auth")
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Se connecter", exact: true }).click()
}
