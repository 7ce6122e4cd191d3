import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { findViolations } from "./axe.ts"
import { expect, test } from "./fixtures.ts"
import { siteUrl } from "./sites.ts"

const SITE = siteUrl("starter")
const ON_OTHER = "http://localhost:"
/** What docs/decisions/embeds.md gives to pages that frame several players. */
const RELAY = `addEventListener("message", ({ data, source }) => {
  if (data?.type !== "cko:playing") return
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow !== source) frame.contentWindow.postMessage({ type: "cko:pause" }, "*")
})`

let other: Server
let blog: string
test.beforeAll(async () => {
  // Another site, whose pages frame what they are asked to.
  other = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", ON_OTHER)
    const frames = searchParams
      .getAll("frame")
      .map(
        (path) => `<iframe title="Lecteur" ${searchParams.get("with") ?? ""} src="${SITE}${path}"></iframe>`,
      )
    const policy = searchParams.get("policy")
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      ...(policy && { "Content-Security-Policy": policy }),
    })
    response.end(
      `<!DOCTYPE html><html lang="fr"><title>Un blog</title><link rel="icon" href="data:,"><style>iframe{width:100%;height:420px;border:0}</style><main><h1>Un blog</h1>${frames.join("")}</main>${policy ? "" : `<script>${RELAY}</script>`}`,
    )
  }).listen(0)
  blog = `${ON_OTHER}${(other.address() as AddressInfo).port}`
})
test.afterAll(() => other.close())

const framing = (frames: string[], attributes = "", policy = "") => {
  const query = new URLSearchParams(frames.map((path) => ["frame", path]))
  if (attributes) query.set("with", attributes)
  if (policy) query.set("policy", policy)
  return `${blog}/?${query}`
}

test("50.1 chapters, what is said and the link to a moment lead there, by keyboard too", async ({ page }) => {
  await page.goto("/embed/playlist/9,10")
  for (const [width, height] of [
    [260, 420],
    [1200, 180],
    [640, 120],
    [640, 420],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await findViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.getByRole("link", { name: "L’uppercut à voix basse" }).last().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("L’uppercut à voix basse")
  await page.getByRole("button", { name: "Pause" }).click()

  await page.getByRole("link", { name: "Chapitres" }).click()
  const chapter = page.getByRole("region", { name: "Chapitres" }).getByRole("link").last()
  const [, seconds] = /\?t=(\d+)/.exec((await chapter.getAttribute("href")) ?? "") ?? []
  await chapter.press("Enter")
  await expect(page.getByRole("slider", { name: "Position" })).not.toHaveValue("0")
  await page.getByRole("button", { name: "Pause" }).click()
  expect(Number(await page.getByRole("slider").inputValue())).toBeGreaterThanOrEqual(Number(seconds))
  expect(await findViolations(page)).toEqual([])

  await page.getByRole("link", { name: "Transcription" }).click()
  const region = page.getByRole("region", { name: "Transcription" })
  await expect(region.getByRole("listitem").nth(2)).toBeVisible()
  const words = (await region.getByRole("link").nth(1).textContent())?.replace(/^[\d:]+/, "") ?? ""
  await region.getByRole("searchbox").fill(words.toUpperCase())
  await expect(region.getByRole("status")).toHaveText("1 passage")
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(region).toBeHidden()
  await expect(page.getByRole("link", { name: "Transcription" })).toBeFocused()

  await page.getByRole("slider").fill("12")
  await page.getByRole("link", { name: "Partager" }).click()
  await expect(page.getByRole("textbox", { name: "Lien à cet instant" })).toHaveValue(
    `${SITE}/episodes/10?t=12`,
  )
  await expect(page.getByText("Lien copié")).toBeVisible()
})

test.describe("the code to copy", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] })

  test("50.7 is chosen beside the player, and copied", async ({ page }) => {
    await page.goto("/episodes/10")
    await page.getByRole("link", { name: "Intégrer" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Intégrer")
    const frame = page.locator("iframe")
    // Each choice is an address with all those before it.
    await page.getByRole("link", { name: "Une ligne" }).click()
    await expect(frame).toHaveAttribute("height", "120")
    await page.getByRole("link", { name: "Sombre" }).click()
    await expect(frame).toHaveAttribute("src", "/embed/episodes/10?theme=dark")
    await page.getByLabel("Début").fill("0:12")
    await page.getByRole("button", { name: "Régler" }).click()
    await expect(frame).toHaveAttribute("src", "/embed/episodes/10?theme=dark&t=12")
    await expect(frame).toHaveAttribute("height", "120")
    await expect(frame.contentFrame().locator("#elapsed")).toHaveText("0:12")
    await page.getByRole("button", { name: "Copier le code" }).click()
    await expect(page.getByText("Code copié")).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      `<iframe src="${SITE}/embed/episodes/10?theme=dark&amp;t=12" title="Lecteur\u00a0: L’uppercut à voix basse"`,
    )
  })
})

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false })

  test("50.1 an episode is heard in the browser's own player", async ({ page }) => {
    await page.goto("/embed/episodes/10")
    await expect(page.locator("audio[controls]")).toBeVisible()
    await expect(page.getByRole("button")).toHaveCount(0)
    await expect(page.getByRole("link", { name: "Transcription" })).toHaveAttribute("href", /#transcription$/)
  })
})

test.describe("on a page of another site", () => {
  for (const [what, attributes, policy] of [
    ["as any page", "", ""],
    ["without an origin", "sandbox='allow-scripts'", ""],
    [
      "under a strict policy",
      "",
      `default-src 'none'; style-src 'unsafe-inline'; frame-src ${SITE}; img-src data:`,
    ],
  ] as const) {
    test(`50.1, 50.4 an episode is heard, ${what}, and counted with that site`, async ({
      page,
      foreignRequests,
    }) => {
      await page.goto(framing(["/embed/episodes/10"], attributes, policy))
      const player = page.frameLocator("iframe")
      await expect(player.getByRole("heading", { level: 1 })).toHaveText("L’uppercut à voix basse")
      const told = page.waitForRequest(/\/embed\/episodes\/10\/plays/)
      await player.getByRole("button", { name: "Lecture" }).click()
      await expect(player.getByRole("button", { name: "Pause" })).toBeVisible()
      await expect.poll(() => player.locator("#elapsed").textContent()).not.toBe("0:00")
      await player.getByRole("slider", { name: "Position" }).press("End")
      await expect(player.getByRole("button", { name: "Lecture" })).toBeVisible()
      const request = await told
      expect(request.postData()).toContain(`site=${encodeURIComponent(new URL(blog).host)}`)
      expect((await request.response())?.status()).toBe(204)
      expect(await page.context().cookies()).toEqual([])
      foreignRequests.splice(0)
    })
  }

  for (const attributes of ["", "sandbox='allow-scripts'"])
    test(`50.2 of two players one is heard ${attributes}`, async ({ page, foreignRequests }) => {
      await page.goto(framing(["/embed/episodes/10", "/embed/latest?t=5"], attributes))
      const [one, two] = [page.frameLocator("iframe").nth(0), page.frameLocator("iframe").nth(1)]
      await one.getByRole("button", { name: "Lecture" }).click()
      await expect(one.getByRole("button", { name: "Pause" })).toBeVisible()
      await expect(two.locator("#elapsed")).toHaveText("0:05")
      await two.getByRole("button", { name: "Lecture" }).click()
      await expect(one.getByRole("button", { name: "Lecture" })).toBeVisible()
      await expect(two.getByRole("button", { name: "Pause" })).toBeVisible()
      foreignRequests.splice(0)
    })
})
