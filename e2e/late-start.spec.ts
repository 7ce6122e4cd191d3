import type { Page } from "@playwright/test"
import { query } from "./database.ts"
import { expect, NOBODY, test } from "./office.ts"
import { commentForm, comments, likeButton, send, waitForScripts, writeComment } from "./visitors.ts"

test.use({ storageState: NOBODY, startsLate: true })

/** Holds React back, as a slow network does. @returns the function that lets it arrive */
async function holdScripts(page: Page) {
  const { promise: arrival, resolve: letArrive } = Promise.withResolvers<void>()
  await page.route("**/assets/react-*.js", async (route) => {
    await arrival
    await route.continue()
  })
  return letArrive
}

test("10.2 who only reads loads 20 kB of scripts at most and no data, is counted and sees live counts", async ({
  page,
  episode,
}) => {
  let bytes = 0
  const network = await page.context().newCDPSession(page)
  await network.send("Network.enable")
  const scripts = new Set<string>()
  network.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId))
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  const data: string[] = []
  page.on("request", (request) => request.url().includes("_data=") && data.push(request.url()))
  const response = await page.goto(episode.path)
  expect(await response?.text()).not.toContain("streamController.enqueue")
  await page.mouse.wheel(0, 600)
  await expect(page.getByText("1 vue", { exact: true })).toBeVisible()
  await expect(likeButton(page)).toBeEnabled()
  await page.waitForLoadState("networkidle")
  expect(bytes).toBeGreaterThan(500)
  expect(bytes).toBeLessThan(20_000)
  expect(data).toEqual([])

  // Taken over by React, the opening is not counted once more.
  await commentForm(page).getByLabel("Nom").focus()
  await expect.poll(() => bytes).toBeGreaterThan(100_000)
  expect(data).toHaveLength(1)
  await page.waitForLoadState("networkidle")
  await expect(page.getByText("1 vue", { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText("2 vues", { exact: true })).toBeVisible()
})

test("10.1 a like before the scripts are there is a like, once", async ({ page, episode }) => {
  const letArrive = await holdScripts(page)
  await page.goto(episode.path)
  await expect(likeButton(page)).toBeEnabled()
  await likeButton(page).dblclick()
  letArrive()
  await waitForScripts(page)
  await expect(likeButton(page)).toHaveText("J’aime 1")
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "true")
  // Stored, too: a page that is loaded anew at once may overtake a like.
  await expect(likeButton(page)).toBeEnabled()
  await page.reload()
  await expect(likeButton(page)).toHaveText("J’aime 1")
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "true")
})

test("what was typed before the scripts are there stays, and so does the focus", async ({
  page,
  episode,
  unique,
}) => {
  const letArrive = await holdScripts(page)
  await page.goto(episode.path)
  const comment = { name: "Awa", email: `awa-${unique}@cko.test`, content: "La face B, toujours." }
  await writeComment(page, comment)
  letArrive()
  await waitForScripts(page)
  const form = commentForm(page)
  await expect(form.getByLabel("Nom")).toHaveValue(comment.name)
  await expect(form.getByLabel("Email")).toHaveValue(comment.email)
  await expect(form.getByLabel("Commentaire")).toHaveValue(comment.content)
  await expect(form.getByLabel("Commentaire")).toBeFocused()
  await send(form, "Publier")
  await expect(comments(page)).toHaveCount(1)
})

test("a comment sent before the scripts are there is posted", async ({ page, episode, unique }) => {
  await holdScripts(page)
  await page.goto(episode.path)
  await writeComment(page, { name: "Awa", email: `awa-${unique}@cko.test`, content: "La face B, toujours." })
  await send(commentForm(page), "Publier")
  await expect(page.getByText("Commentaire posté !")).toBeVisible()
  await expect(comments(page)).toHaveCount(1)
})

test("what is clicked after something that waits, waits too", async ({ page, episode }) => {
  const letArrive = await holdScripts(page)
  await page.goto(episode.path)
  await likeButton(page).click()
  await page.getByRole("contentinfo").getByRole("link", { name: "À propos" }).click()
  const stored = page.waitForResponse((response) => response.url().endsWith("/like"))
  letArrive()
  await expect(page.getByRole("heading", { level: 1, name: "À propos" })).toBeVisible()
  await stored
  await page.goto(episode.path)
  await expect(likeButton(page)).toHaveText("J’aime 1")
})

test("a like taken back before the scripts are there is taken back", async ({ page, episode }) => {
  await page.goto(episode.path)
  await likeButton(page).click()
  await waitForScripts(page)
  await expect(likeButton(page)).toHaveText("J’aime 1")
  await expect(likeButton(page)).toBeEnabled()
  const letArrive = await holdScripts(page)
  await page.reload()
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "true")
  await likeButton(page).click()
  letArrive()
  await expect(likeButton(page)).toHaveText("J’aime 0")
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "false")
})

test("a picture clicked before the scripts are there opens in the lightbox", async ({ page }) => {
  const letArrive = await holdScripts(page)
  await page.goto("/news?tab=galeries")
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click()
  letArrive()
  await waitForScripts(page)
  await expect(page.getByRole("dialog")).toBeVisible()
  await expect(page).toHaveURL(/tab=galeries/)
})

test("a link clicked before the scripts are there is followed", async ({ page }) => {
  await holdScripts(page)
  await page.goto("/")
  await page.getByRole("link", { name: "Tous les épisodes" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Épisodes" })).toBeVisible()
})

test("an untouched page becomes the page of who signs in in another tab", async ({ page, context }) => {
  await page.goto("/about")
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Connexion" })).toBeVisible()
  const tab = await context.newPage()
  await tab.goto("/auth")
  await tab.getByRole("link", { name: "Inscription" }).click()
  await tab.getByLabel("Email").fill(`onglet-${Date.now()}-${Math.random()}@cko.test`)
  await tab.getByLabel("Mot de passe", { exact: true }).fill("Uppercut8")
  await tab.getByLabel("Confirmer le mot de passe").fill("Uppercut8")
  await tab.getByRole("button", { name: "S’inscrire" }).click()
  await expect(tab).toHaveURL(/\/$/)
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Connexion" })).toBeHidden()
})

test.describe("a page without its data", () => {
  test.use({ expectedError: /ERR_FAILED .*_data=/ })

  test("a page whose data cannot be had works as without scripts, and tries again later", async ({
    page,
    episode,
  }) => {
    let attempts = 0
    await page.route(/_data=/, (route) => ((attempts += 1) > 1 ? route.continue() : route.abort()))
    await page.goto(episode.path)
    await page.mouse.move(50, 50)
    await expect.poll(() => attempts).toBe(1)
    for (let x = 60; x < 160; x += 5) await page.mouse.move(x, 50)
    expect(attempts).toBe(1)
    await expect(async () => {
      await page.mouse.move(50, 60 + Math.random() * 100)
      expect(attempts).toBe(2)
    }).toPass()
    await waitForScripts(page)
    await likeButton(page).click()
    await expect(likeButton(page)).toHaveText("J’aime 1")
  })
})

test("a page that was opened before the site was updated is loaded anew, once", async ({ page, episode }) => {
  await page.goto(episode.path)
  await page.locator("#deferred-scripts").evaluate((scripts) => {
    scripts.textContent = scripts.textContent.replace(/manifest-\w+/, "manifest-0")
    scripts.dataset.outdated = ""
  })
  await page.route("**/manifest-0.js", (route) => route.fulfill({ contentType: "text/javascript" }))
  const asked = page.waitForResponse(/_data=/)
  await page.mouse.move(50, 50)
  await (await asked).finished()
  await expect(page.locator("[data-outdated]")).toBeAttached()
  await page.evaluate(() => (performance.now = () => 61_000))
  await expect(async () => {
    await page.mouse.move(50, 60 + Math.random() * 100)
    await expect(page.locator("[data-outdated]")).not.toBeAttached({ timeout: 500 })
  }).toPass()
  await likeButton(page).click()
  await expect(likeButton(page)).toHaveText("J’aime 1")
})

test("2.9 a page that was changed since it was opened goes on as it was", async ({ page, episode }) => {
  await page.goto(episode.path)
  const heading = page.getByRole("heading", { level: 1 })
  const id = episode.path.split("/").pop()
  await query("office", "update episodes set title = title || ' (bis)' where id = $1", [id])
  await expect(async () =>
    expect(await (await page.request.get(episode.path)).text()).toContain("(bis)"),
  ).toPass()
  await commentForm(page).getByLabel("Nom").fill("Awa")
  await waitForScripts(page)
  await expect(heading).toHaveText(episode.title)
  await expect(commentForm(page).getByLabel("Nom")).toHaveValue("Awa")
  await expect(commentForm(page).getByLabel("Nom")).toBeFocused()
  await page.reload()
  await expect(heading).toHaveText(`${episode.title} (bis)`)
})
