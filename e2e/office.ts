import { basename } from "node:path"
import { type APIRequestContext, type Locator, type Page, request } from "@playwright/test"
import { query } from "./database.ts"
import type { Way } from "#app/kit/form/rich-text/way.ts"
import { expect, NOBODY, test as base } from "./fixtures.ts"
import { anyAddress, waitForScripts } from "./visitors.ts"
import { ADMIN, ADMIN_STATE, siteUrl } from "./sites.ts"

type Fixtures = {
  account: Account
  unique: string
  episode: Episode
  recentAuthentication: void
  /** How long texts are written. */
  way: Way
  chosenWay: void
}

/** A test of the back office, signed in as an admin whom no other file's tests know, with drafts and settings of their own. */
export const test = base.extend<Fixtures>({
  baseURL: siteUrl("office"),

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
  account: async ({}, use, { file, parallelIndex, workerIndex }) => {
    let account = accounts.get(file)
    if (!account) {
      const name = `${basename(file, ".spec.ts")}-${parallelIndex}-${workerIndex}`
      account = makeAccount(name)
      accounts.set(file, account)
    }
    await use(await account)
  },

  storageState: async ({ account }, use) => {
    await use(account.state)
  },

  // Most journeys say what they write as it is stored.
  way: ["raw", { option: true }],
  chosenWay: [
    async ({ context, way }, use) => {
      // Others' players have nothing to store.
      await context.addInitScript((chosen) => {
        if (window === window.top) localStorage.setItem("text-way", chosen)
      }, way)
      await use()
    },
    { auto: true },
  ],

  /** A long run outlasts the authentication that it began with, which dangerous actions ask for anew. */
  recentAuthentication: [
    async ({ account }, use) => {
      await query(
        "office",
        `update sessions set proved_at = now() from users
         where users.id = user_id and email = $1 and proved_at < now() - interval '5 minutes'`,
        [account.email],
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

type Account = Awaited<ReturnType<typeof makeAccount>>

/** Those of this worker, by the file whose tests they are for. */
const accounts = new Map<string, Promise<Account>>()

/** An admin, signed in. */
async function makeAccount(name: string) {
  const baseURL = siteUrl("office")
  const admin = await request.newContext({
    baseURL,
    storageState: ADMIN_STATE,
    extraHTTPHeaders: anyAddress(),
  })
  const email = await createPerson(admin, name, "admin")
  await admin.dispose()
  const own = await request.newContext({ baseURL, extraHTTPHeaders: anyAddress() })
  const signedIn = await own.post("/auth", {
    form: { email, password: ADMIN.password },
    headers: { Origin: baseURL },
    maxRedirects: 0,
  })
  expect(signedIn.status()).toBe(302)
  const state = await own.storageState()
  await own.dispose()
  return { email, state }
}

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

/** Opens what else can be done with a row, behind its three dots. */
export async function openMore(row: Locator) {
  await row.locator(".more-menu > summary").click()
}

/** Creates an account as the admin would. @returns its address */
export async function createPerson(request: APIRequestContext, name: string, role = "user") {
  const email = `${name}-${role}@cko.test`
  const response = await request.post("/admin/users", {
    // A long run outlasts the authentication that it began with.
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
