import type { APIRequestContext } from "@playwright/test"
import { findViolations } from "./axe.ts"
import { createPerson, type Episode, expect, openManager, openMore, rowOf, signIn, test } from "./office.ts"
import { commentForm, comments, openEpisode, postComment, send, writeComment } from "./visitors.ts"

// The browser's own line about the refused comment.
test.use({ expectedError: /status of 403/ })

test("9.1, 9.2 a moderator hides, shows and deletes comments, and blocks an author", async ({
  page,
  other,
  episode,
  request,
  unique,
}) => {
  for (const name of ["Malik", "Nour", "Awa"]) await comment(request, episode, name, unique)
  const email = await createPerson(request, unique, "moderator")
  await page.context().clearCookies()
  await signIn(page, email)
  await expect(page.getByText("Bienvenue sur CKO")).toBeVisible()
  await openManager(page, "/admin/settings")
  const sidebar = page.getByRole("navigation", { name: "ADMINISTRATION" })
  if (!(await sidebar.isVisible())) await page.getByRole("button", { name: "Menu", exact: true }).click()
  await expect(sidebar.getByRole("link")).toHaveText([/^Commentaires/, "Paramètres"])
  await sidebar.getByRole("link", { name: "Commentaires" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Commentaires")
  // Of fewer than ten there is nothing to choose from.
  await page.goto(`/admin/comments?episode=${episode.path.split("/").pop()}`)
  await expect(page.getByText("3 commentaires", { exact: true })).toBeVisible()

  const row = (name: string) => rowOf(page, `Le mot de ${name}`)
  await openMore(row("Awa"))
  await row("Awa").getByRole("button", { name: "Masquer" }).click()
  await expect(page.getByText("Commentaire masqué")).toBeVisible()
  await expect(row("Awa").getByText("Masqué", { exact: true })).toBeVisible()
  await openEpisode(other, episode.path)
  await expect(comments(other)).toHaveText([/Nour/, /Malik/])
  await expect(other.getByRole("button", { name: "Supprimer" })).toHaveCount(0)

  await row("Awa").getByRole("button", { name: "Afficher" }).click()
  await expect(page.getByText("Commentaire affiché")).toBeVisible()
  await other.reload()
  await expect(comments(other)).toHaveText([/Awa/, /Nour/, /Malik/])

  await openMore(row("Awa"))
  await row("Awa").getByRole("button", { name: "Bloquer cet auteur" }).click()
  await page
    .getByRole("alertdialog", { name: "Bloquer Awa ?" })
    .getByRole("button", { name: "Bloquer" })
    .click()
  await expect(page.getByText("Auteur bloqué")).toBeVisible()
  const form = commentForm(other)
  await writeComment(other, { name: "Awa", email: emailOf("Awa", unique), content: "Me revoilà, voisins." })
  await send(form, "Publier")
  await expect(form.getByRole("alert")).toContainText("cette adresse ne peut plus commenter")
  await expect(form.getByLabel("Commentaire")).toHaveValue("Me revoilà, voisins.")
  await expect(comments(other)).toHaveCount(3)

  await row("Awa").getByRole("checkbox").check()
  await row("Nour").getByRole("checkbox").check()
  await expect(page.getByRole("group", { name: "Sélection" }).getByText("2 sélectionnés")).toBeVisible()
  await page.getByRole("button", { name: "Supprimer la sélection" }).click()
  const question = page.getByRole("alertdialog", { name: "Supprimer ces 2 commentaires ?" })
  expect(await findViolations(page)).toEqual([])
  await question.getByRole("button", { name: "Annuler" }).click()
  await expect(page.getByText("3 commentaires", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Supprimer la sélection" }).click()
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("2 commentaires supprimés")).toBeVisible()
  await expect(row("Awa")).toHaveCount(0)
  await expect(row("Nour")).toHaveCount(0)
  await expect(row("Malik")).toBeVisible()
  await other.reload()
  await expect(comments(other)).toHaveText([/Malik/])
})

test("8.5 a comment is deleted where it stands, by those who may", async ({
  page,
  other,
  episode,
  request,
  unique,
}) => {
  for (const name of ["Malik", "Awa"]) await comment(request, episode, name, unique)
  await openEpisode(other, episode.path)
  await expect(comments(other)).toHaveCount(2)
  await expect(other.getByRole("button", { name: "Supprimer" })).toHaveCount(0)

  await openEpisode(page, episode.path)
  await page.getByRole("button", { name: "Supprimer : le commentaire d’Awa" }).click()
  const question = page.getByRole("alertdialog", {
    name: "Êtes-vous sûr de vouloir supprimer le commentaire d’Awa ?",
  })
  expect(await findViolations(page)).toEqual([])
  await question.getByRole("button", { name: "Annuler" }).click()
  await expect(comments(page)).toHaveCount(2)
  await page.getByRole("button", { name: "Supprimer : le commentaire d’Awa" }).click()
  await question.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText("Commentaire supprimé")).toBeVisible()
  await expect(comments(page)).toHaveText([/Malik/])
  await expect(page.getByRole("heading", { name: "Commentaires 1" })).toBeVisible()
  await other.reload()
  await expect(comments(other)).toHaveText([/Malik/])
})

function comment(request: APIRequestContext, { path }: Episode, name: string, unique: string) {
  return postComment(request, path, {
    name,
    email: emailOf(name, unique),
    content: `Le mot de ${name}, ${unique}.`,
  })
}

function emailOf(name: string, unique: string) {
  return `${name.toLowerCase()}-${unique}@cko.test`
}
