import { randomBytes } from "node:crypto"
import { wavOf } from "#test/wav.ts"
import { startNarrowProxy } from "./narrow-proxy.ts"
import { expect, openManager, test as base } from "./office.ts"
import { siteUrl } from "./sites.ts"

type Proxy = Awaited<ReturnType<typeof startNarrowProxy>>

const test = base.extend<{ narrow: Proxy }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
  narrow: async ({}, use) => {
    const proxy = await startNarrowProxy(siteUrl("office"), 1024 ** 2)
    await use(proxy)
    proxy.close()
  },
  // Cookies know no ports.
  baseURL: async ({ narrow }, use) => use(narrow.url),
})
test.use({ expectedError: /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 413/ })
/** The worker stands behind everybody else on a busy machine. */
test.setTimeout(300_000)

test("28.2 a file comes through a proxy that lets little through at a time, and one that lets nothing through is told of", async ({
  page,
  narrow,
  unique,
}) => {
  await openManager(page, "/admin/media")
  const send = async (name: string) => {
    const buffer = wavOf(randomBytes(9_000_000))
    await page.locator("main input[type=file]").setInputFiles({ name, mimeType: "audio/wav", buffer })
  }
  await send(`proxy-${unique}.wav`)
  await expect(page.locator(".toast")).toContainText(`proxy-${unique}`, { timeout: 120_000 })
  // What breaks off on a connection that was used before, the browser sends again by itself.
  expect([...new Set(narrow.refused)]).toEqual([8, 4, 2])

  narrow.most = 1_000
  narrow.refused.length = 0
  await send(`mur-${unique}.wav`)
  const dock = page.getByRole("region", { name: /envoi/i })
  await dock.getByRole("button", { name: "Liste des envois", exact: true }).click()
  const walled = dock.getByRole("listitem").filter({ hasText: `mur-${unique}` })
  await expect(walled).toContainText("client_max_body_size 100m")
  await expect(walled.getByRole("button", { name: /^Réessayer/ })).toBeVisible()
  expect(narrow.refused).toEqual([1, 0.5, 0.25])
})
