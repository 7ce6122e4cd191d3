import type { Page } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { expect, NOBODY, test } from "./office.ts"
import { commentForm, comments, openEpisode, postComment, send, writeComment } from "./visitors.ts"

test.use({ storageState: NOBODY, expectedError: /status of 400/ })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("8.1, 8.2 a comment is posted, after mending what was wrong", async ({
      page,
      episode,
      request,
      unique,
    }) => {
      const email = `awa-${unique}@cko.test`
      const content = `La face B, toujours.\n\nEt le silence après. ${unique}`
      await (javaScriptEnabled ? openEpisode(page, episode.path) : page.goto(episode.path))
      await expect(page.getByText("Aucun commentaire pour le moment")).toBeVisible()
      const form = commentForm(page)
      await writeComment(page, { name: " ", email: "awa", content })
      await send(form, "Publier")
      await expect(form.getByRole("alert")).toContainText("Validation échouée")
      await expect(form.getByRole("alert")).toContainText("Le nom est requis")
      await expect(form.getByLabel("Nom")).toHaveAccessibleDescription("Le nom est requis")
      await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/Email invalide/)
      await expect(form.getByLabel("Email")).toHaveValue("awa")
      await expect(form.getByLabel("Commentaire")).toHaveValue(content)
      if (javaScriptEnabled) {
        await expect(form.getByLabel("Nom")).toBeFocused()
        expect(await findViolations(page)).toEqual([])
      }

      await form.getByLabel("Nom").fill("Awa")
      await form.getByLabel("Email").fill(email)
      await send(form, "Publier")
      await expect(page.getByText("Commentaire posté !")).toBeVisible()
      await expect(page.getByText("Vous êtes maintenant inscrit à notre newsletter.")).toBeVisible()
      await expect(comments(page)).toHaveCount(1)
      await expect(comments(page)).toContainText("Awa")
      await expect(comments(page)).toContainText(content, { useInnerText: true })
      await expect(page.getByRole("heading", { name: "Commentaires 1" })).toBeVisible()
      for (const label of ["Nom", "Email", "Commentaire"]) {
        await expect(form.getByLabel(label)).toHaveValue("")
      }
      expect(await page.content()).not.toContain(email)
      expect(await (await request.get(`${episode.path}.data`)).text()).not.toContain(email)
    })

    test(
      "8.4 older comments are one step away",
      { tag: "@desktop" },
      async ({ page, episode, request, unique }) => {
        test.slow()
        for (let round = 1; round <= 55; round += 1) {
          const content = `Le commentaire du round ${round}.`
          await postComment(request, episode.path, { name: "Awa", email: `${unique}@cko.test`, content })
        }
        await (javaScriptEnabled ? openEpisode(page, episode.path) : page.goto(episode.path))
        await expect(page.getByRole("heading", { name: "Commentaires 55" })).toBeVisible()
        await expect(comments(page)).toHaveCount(50)
        await expect(comments(page).first()).toContainText("round 55.")
        await page.getByRole("link", { name: "Commentaires plus anciens" }).click()

        await expect(comments(page).last()).toContainText("round 1.")
        await expect(page.getByRole("link", { name: "Commentaires plus anciens" })).toHaveCount(0)
        await expect(comments(page)).toHaveCount(javaScriptEnabled ? 55 : 5)
        if (javaScriptEnabled) return
        await page.getByRole("link", { name: "Revenir aux commentaires les plus récents" }).click()
        await expect(comments(page).first()).toContainText("round 55.")
      },
    )
  })
}

test(
  "while one writes, somebody else posts, and both are read",
  { tag: "@desktop" },
  async ({ page, other, episode, unique }) => {
    await openEpisode(page, episode.path)
    await openEpisode(other, episode.path)
    await writeComment(page, { name: "Awa", email: `awa-${unique}@cko.test`, content: "Premier couplet, " })
    await writeComment(other, {
      name: "Malik",
      email: `malik-${unique}@cko.test`,
      content: "Je passe devant, désolé.",
    })
    await send(commentForm(other), "Publier")
    await expect(other.getByText("Commentaire posté !")).toBeVisible()

    const content = commentForm(page).getByLabel("Commentaire")
    await content.press("End")
    await content.pressSequentially("puis le refrain.")
    await expect(content).toHaveValue("Premier couplet, puis le refrain.")
    await send(commentForm(page), "Publier")
    await expect(page.getByText("Commentaire posté !")).toBeVisible()
    await expect(comments(page)).toHaveText([
      /Awa.*Premier couplet, puis le refrain\./,
      /Malik.*Je passe devant/,
    ])
    await expect(page.getByRole("heading", { name: "Commentaires 2" })).toBeVisible()
  },
)

test(
  "a draft stays while the list is renewed",
  { tag: "@desktop" },
  async ({ page, episode, request, unique }) => {
    await openEpisode(page, episode.path)
    const draft = { name: "Awa", email: `awa-${unique}@cko.test`, content: "À moitié écrit" }
    await writeComment(page, draft)
    await postComment(request, episode.path, {
      name: "Malik",
      email: `malik-${unique}@cko.test`,
      content: "Arrivé entre-temps.",
    })
    const footer = page.getByRole("contentinfo")
    await footer.getByLabel("Votre adresse e-mail").fill(draft.email)
    await send(footer.locator("form"), "S’inscrire")
    await expect(footer.getByText("Regardez vos e-mails")).toBeVisible()
    await expect(comments(page)).toContainText("Arrivé entre-temps.")

    await expect(commentForm(page).getByLabel("Nom")).toHaveValue(draft.name)
    await expect(commentForm(page).getByLabel("Email")).toHaveValue(draft.email)
    await expect(commentForm(page).getByLabel("Commentaire")).toHaveValue(draft.content)
  },
)

test("what somebody writes is text, and its links are nobody's recommendation", async ({
  page,
  episode,
  unique,
}) => {
  const dialogs = collectDialogs(page)
  const content = `<script>alert(1)</script> <img src="x" onerror="alert(2)"> lisez https://exemple.test/dalle, ${"ha".repeat(300)}.`
  await openEpisode(page, episode.path)
  await writeComment(page, { name: "<b>Awa</b>", email: `awa-${unique}@cko.test`, content })
  await send(commentForm(page), "Publier")
  await expect(comments(page)).toContainText(content)
  await page.reload()

  await expect(comments(page)).toContainText(content)
  await expect(comments(page).getByRole("heading")).toHaveText("<b>Awa</b>")
  const link = comments(page).getByRole("link", { name: "exemple.test" })
  await expect(link).toHaveText("https://exemple.test/dalle")
  await expect(link).toHaveAttribute("href", "https://exemple.test/dalle")
  await expect(link).toHaveAttribute("rel", "ugc nofollow noopener")
  expect(dialogs).toEqual([])
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

function collectDialogs(page: Page) {
  const dialogs: string[] = []
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}
