import { findViolations } from "./axe.ts"
import { expect, NOBODY, rowOf, test } from "./office.ts"
import { openEpisode, postComment, send } from "./visitors.ts"

test.describe("a visitor", () => {
  test.use({ storageState: NOBODY })

  test("8.6 one replies to a comment where it stands, and reads on where many did", async ({
    page,
    episode,
    request,
    unique,
  }) => {
    const email = `awa-${unique}@cko.test`
    await postComment(request, episode.path, { name: "Awa", email, content: "Le premier couplet." })
    await openEpisode(page, episode.path)
    const region = page.getByRole("region", { name: /^Commentaires/ })
    const reply = region.getByRole("link", { name: "Répondre à Awa" })
    await reply.click()
    const form = page.getByRole("form", { name: "Répondre à Awa" })
    await expect(form.getByText("Le premier couplet.")).toBeVisible()
    await expect(form.getByLabel("Nom")).toBeFocused()
    await form.getByRole("link", { name: "Ne plus répondre" }).click()
    await expect(reply).toBeFocused()

    await reply.click()
    await form.getByLabel("Nom").fill("Malik")
    await form.getByLabel("Email").fill(`malik-${unique}@cko.test`)
    await form.getByLabel("Commentaire").fill("Et le refrain, donc.")
    expect(await findViolations(page)).toEqual([])
    await send(form, "Publier")
    await expect(page.getByText("Commentaire posté !")).toBeVisible()
    const thread = region.getByRole("article").first()
    await expect(thread.getByRole("article")).toHaveText([/Malik.*Et le refrain, donc\./])
    await expect(page.getByRole("form", { name: "Laisser un commentaire" })).toBeVisible()

    const parent = (await thread.getAttribute("id"))?.replace("commentaire-", "") ?? ""
    for (const n of [2, 3, 4, 5]) {
      const content = `La réponse du round ${n}.`
      await postComment(request, episode.path, { name: "Nour", email, content, parent })
    }
    await page.reload()
    await expect(thread.getByRole("article")).toHaveCount(3)
    await page.getByRole("link", { name: "Voir les 5 réponses" }).click()
    await expect(thread.getByRole("article")).toHaveCount(5)
    await expect(thread.getByRole("article").last()).toContainText("round 5.")
  })
})

test("the team answers a comment in the podcast's name", async ({
  page,
  other,
  episode,
  request,
  unique,
}) => {
  const content = `Une question, ${unique}.`
  await postComment(request, episode.path, { name: "Awa", email: `a-${unique}@cko.test`, content })
  await page.goto(`/admin/comments?q=${unique}`)
  await rowOf(page, content).getByRole("link", { name: "Répondre à Awa" }).click()
  const form = page.getByRole("form", { name: "Répondre à Awa" })
  await form.getByLabel("Réponse").fill("Une réponse, la nôtre.")
  await form.getByRole("button", { name: "Publier la réponse" }).click()
  await expect(page.getByText("Réponse publiée")).toBeVisible()
  await expect(rowOf(page, content).getByText("Répondu")).toBeVisible()
  await openEpisode(other, episode.path)
  await expect(other.getByRole("article").filter({ hasText: "Une réponse, la nôtre." }).last()).toContainText(
    "Le podcast",
  )
})
