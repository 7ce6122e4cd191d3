import { expect, NOBODY, test } from "./office.ts"
import { commentForm, likeButton, openEpisode, send, writeComment } from "./visitors.ts"

test.use({ storageState: NOBODY })

test("10.1 a like shows at once, is kept, and is taken back", async ({ page, episode }) => {
  const { promise: arrival, resolve: letArrive } = Promise.withResolvers<void>()
  await page.route("**/like", async (route) => {
    await arrival
    await route.continue()
  })
  await openEpisode(page, episode.path)
  await expect(likeButton(page)).toHaveText("J’aime 0")
  await likeButton(page).click()
  await expect(likeButton(page)).toHaveText("J’aime 1")
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "true")
  await expect(likeButton(page)).toBeDisabled()
  const response = page.waitForResponse("**/like")
  letArrive()
  await response

  await page.reload()
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "true")
  await expect(likeButton(page)).toHaveText("J’aime 1")
  await likeButton(page).click()
  await expect(likeButton(page)).toHaveText("J’aime 0")
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "false")
  await expect(likeButton(page)).toBeEnabled()
  const opening = page.waitForResponse("**/view")
  await page.reload()
  await opening
  await expect(likeButton(page)).toHaveText("J’aime 0")
  await expect(likeButton(page)).toHaveAttribute("aria-pressed", "false")
})

test("two browsers that like at once are two likes", async ({ page, other, episode }) => {
  await openEpisode(page, episode.path)
  await openEpisode(other, episode.path)
  await Promise.all([page, other].map((browser) => likeButton(browser).click()))
  for (const browser of [page, other]) {
    await expect(likeButton(browser)).toBeEnabled()
    await browser.reload()
    await expect(likeButton(browser)).toHaveText("J’aime 2")
    await expect(likeButton(browser)).toHaveAttribute("aria-pressed", "true")
  }
})

test("two tabs of one browser are one like", async ({ page, context, episode }) => {
  const tab = await context.newPage()
  await openEpisode(page, episode.path)
  await openEpisode(tab, episode.path)
  await likeButton(page).click()
  await expect(likeButton(page)).toBeEnabled()
  await expect(likeButton(tab)).toHaveText("J’aime 0")
  await likeButton(tab).click()
  await expect(likeButton(tab)).toBeEnabled()
  for (const each of [page, tab]) {
    await expect(likeButton(each)).toHaveText("J’aime 1")
    await expect(likeButton(each)).toHaveAttribute("aria-pressed", "true")
  }
})

test.describe("a like that cannot be saved", () => {
  test.use({ expectedError: /ERR_FAILED|status of 500/ })

  for (const { failure, status } of [
    { failure: "a lost connection", status: undefined },
    { failure: "an error of the server", status: 500 },
  ]) {
    test(`10.1 is put back and said so after ${failure}`, async ({ page, episode }) => {
      await openEpisode(page, episode.path)
      await page.route("**/like", (route) => (status ? route.fulfill({ status }) : route.abort()))
      await likeButton(page).click()
      const notice = page.getByRole("alert")
      await expect(notice).toContainText("Erreur")
      await expect(notice).toContainText("Impossible d'ajouter le like")
      await expect(likeButton(page)).toHaveText("J’aime 0")
      await expect(likeButton(page)).toHaveAttribute("aria-pressed", "false")

      await page.unroute("**/like")
      await likeButton(page).click()
      await expect(likeButton(page)).toBeEnabled()
      await page.reload()
      await expect(likeButton(page)).toHaveAttribute("aria-pressed", "true")
      await expect(likeButton(page)).toHaveText("J’aime 1")
    })
  }
})

test("each opening is one view, and a comment is none", async ({ page, other, episode, unique }) => {
  await openEpisode(page, episode.path)
  await expect(page.getByText("1 vue", { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText("2 vues")).toBeVisible()
  await writeComment(page, { name: "Awa", email: `awa-${unique}@cko.test`, content: "Vu, et revu." })
  await send(commentForm(page), "Publier")
  await expect(page.getByText("Commentaire posté !")).toBeVisible()
  await expect(page.getByText("2 vues")).toBeVisible()

  await other.goto(episode.path)
  await expect(other.getByText("3 vues")).toBeVisible()
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the likes are no button that does nothing", async ({ page, episode }) => {
    await page.goto(episode.path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(episode.title)
    await expect(likeButton(page)).toBeHidden()
  })
})
