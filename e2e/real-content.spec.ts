import { randomInt } from "node:crypto"
import { expect, type Page, test } from "@playwright/test"
import { describeError, isHarmless } from "./fixtures.ts"
import { startSite } from "./running-site.ts"
import { ADMIN, siteUrl } from "./sites.ts"
import { anyAddress } from "./visitors.ts"

// A site full of what real podcasts wrote, as its visitors and its host meet it. Which of many alike are looked at is chosen anew
// each time; WALK_SEED repeats a walk.

const SEED = Number(process.env.WALK_SEED ?? randomInt(1e9))
/** Of those alike. */
const SAMPLE = 4
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }
/** What no page says: what was escaped twice, or never there; and no visitor's page what was not rendered. */
const SPOILED = /\\u00|\bundefined\b|\bNaN\b|\[object /
const UNRENDERED = /\*\*\S|\]\(https?:|^#{1,4} \S/m

test.use({ baseURL: siteUrl("real"), extraHTTPHeaders: anyAddress() })
test.setTimeout(300_000)
// oxlint-disable-next-line no-empty-pattern -- Playwright wants it so.
test.beforeAll(async ({}, info) => {
  info.setTimeout(180_000)
  stop = await startSite("real")
})
test.afterAll(() => stop())
let stop = async () => {}

test(
  "every public address and every page of the office shows what real podcasts wrote",
  { tag: "@desktop" },
  async ({ page, request }) => {
    console.log(`WALK_SEED=${SEED}`)
    const problems = watch(page)
    // Their pictures and sounds lie elsewhere.
    await page.route(
      (url) => url.hostname !== "localhost",
      (route) => route.fulfill({ contentType: "image/gif", body: DOT }),
    )
    const sitemap = await (await request.get("/sitemap.xml")).text()
    const listed = Array.from(
      sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g),
      ([, path = ""]) => path || "/",
    )
    const links = new Set<string>()
    for (const path of sampled(listed)) for (const link of await look(page, path)) links.add(link)

    await signUp(page)
    const office = new Set(["/admin"])
    const kinds = new Set(office)
    // Those that are found meanwhile, too.
    for (const path of office) {
      const found = await look(page, path)
      const pages = found.filter((link) => link.startsWith("/admin") && !NO_PAGE.test(link))
      const anew = [...new Set(pages.map(withoutQuery))].filter((link) => !kinds.has(kindOf(link)))
      for (const link of sampled(anew, kindOf)) office.add(link)
      for (const link of anew) kinds.add(kindOf(link))
    }
    expect(kinds.size).toBeGreaterThan(35)

    for (const link of sampled([...links])) {
      const { status } = await request
        .get(link, { maxRedirects: 3 })
        .then((response) => ({ status: response.status() }))
      if (status >= 400) problems.push(`${link}: ${status}`)
    }
    expect(problems).toEqual([])
  },
)

const DOT = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64")
/** Files, streams, and pages of one of many. */
const NO_PAGE = /\.csv|\.cko\.gz|\.tar|\/export|\/stream|\/admin\/(?:letters|newsletter)\/\d|\/blocks/
/** Of an item's page, what is one of each. */
const kindOf = (path: string) => path.replace(/\/\d+$/, "/…")
const withoutQuery = (link: string) => link.replace(/[?#].*$/, "")

/** Opens a page on a large screen and shows it on a phone. @returns the addresses of the site that it links */
async function look(page: Page, path: string) {
  await page.setViewportSize(DESK)
  const response = await page.goto(path)
  expect({ path, status: response?.status() }).toEqual({ path, status: 200 })
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ path, ...size, wider: Math.max(0, wider) }).toEqual({ path, ...size, wider: 0 })
  }
  const text = await page.locator("body").innerText()
  const spoiled = SPOILED.exec(text) ?? (path.startsWith("/admin") ? null : UNRENDERED.exec(text))
  expect({ path, spoiled: spoiled?.[0] }).toEqual({ path, spoiled: undefined })
  const links = await page
    .locator("a[href^='/']")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))
  return links
}

/** What a page writes into the console, and what it asks for and does not get. */
function watch(page: Page) {
  const problems: string[] = []
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => {
    const told = describeError(error)
    if (!isHarmless(told)) problems.push(`${page.url()}: ${told}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${page.url()}: ${response.url()} ${response.status()}`)
  })
  return problems
}

async function signUp(page: Page) {
  await page.goto("/auth?onglet=inscription")
  await page.getByLabel("Email").fill(ADMIN.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(ADMIN.password)
  await page.getByLabel("Confirmer le mot de passe").fill(ADMIN.password)
  await page.getByRole("button", { name: "S’inscrire" }).click()
  await expect(page).toHaveURL("/")
}

/** All addresses of which there are few alike, and some of the others: by the seed. */
function sampled(paths: string[], kindOf = (path: string) => path.replace(/\/[^/]+$/, "/…")) {
  const alike = Map.groupBy(paths, kindOf)
  let state = SEED || 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return [...alike.values()].flatMap((group) =>
    group.length <= 2 * SAMPLE
      ? group
      : group
          .map((path) => ({ path, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .slice(0, SAMPLE)
          .map(({ path }) => path),
  )
}
