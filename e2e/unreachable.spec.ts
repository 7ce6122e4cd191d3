import type { Page } from "@playwright/test"
import { expect, openManager, rowOf, test } from "./office.ts"
import { commentForm, comments, openEpisode, send, waitForScripts, writeComment } from "./visitors.ts"

test.use({ expectedError: /ERR_INTERNET_DISCONNECTED|status of 503/ })

const NOT_CONFIRMED = "votre envoi n’est pas confirmé"

/** The two ways in which a site does not answer: the network is gone, or the database behind it. */
const OUTAGES: [
  name: string,
  cause: string,
  begin: (page: Page) => Promise<unknown>,
  end: (page: Page) => Promise<unknown>,
][] = [
  [
    "a network",
    "Vous êtes hors ligne",
    (page) => page.context().setOffline(true),
    (page) => page.context().setOffline(false),
  ],
  [
    "a database",
    "Le site ne peut pas répondre pour l’instant",
    (page) => page.route(DATA, refuse),
    (page) => page.unroute(DATA),
  ],
]

for (const [name, cause, begin, end] of OUTAGES) {
  test.describe(`without ${name}`, () => {
    test("22.3 what a host typed stays, and is saved afterwards", async ({ page, episode, unique }) => {
      await openManager(page, `/admin/episodes?q=${unique}`)
      const form = page.getByRole("form", { name: "Nouvel épisode" })
      await form.getByLabel("Titre").fill(`Après la panne ${unique}`)
      await form.getByLabel("Invité", { exact: true }).fill("Nour")
      await form.getByLabel("Description").fill("Une longue histoire.")
      await begin(page)

      await form.getByRole("button", { name: "Créer l’épisode" }).click()
      await expect(form.getByRole("alert")).toContainText(NOT_CONFIRMED)
      await expect(form.getByLabel("Description")).toHaveValue("Une longue histoire.")
      await rowOf(page, episode.title).getByRole("button", { name: "Dépublier" }).click()
      // Beside the form's own message: a toast.
      await expect(page.getByText(NOT_CONFIRMED)).toHaveCount(2)
      await expect(rowOf(page, episode.title)).toContainText("Publié")

      await end(page)
      await form.getByRole("button", { name: "Créer l’épisode" }).click()
      await expect(page.getByText("Épisode créé !")).toBeVisible()
      // A draft that was still on its way when the form was saved goes again.
      await expect(rowOf(page, `Après la panne ${unique}`)).toHaveCount(1)
      await expect(form.getByRole("alert")).toHaveCount(0)
    })

    test("a visitor's comment stays, and is posted afterwards", async ({ other: page, episode, unique }) => {
      await openEpisode(page, episode.path)
      const form = commentForm(page)
      const content = `Malgré le tunnel. ${unique}`
      await writeComment(page, { name: "Awa", email: `${unique}@cko.test`, content })
      await begin(page)

      await send(form, "Publier")
      await expect(form.getByRole("alert")).toContainText(`Impossible de poster le commentaire. ${cause}`)
      await expect(form.getByLabel("Commentaire")).toHaveValue(content)

      await end(page)
      await send(form, "Publier")
      await expect(page.getByText("Commentaire posté !")).toBeVisible()
      await expect(comments(page)).toContainText(content)
    })

    test("an account is made and left, and the newsletter asked for, at the second try", async ({
      other: page,
      episode,
      unique,
    }) => {
      const email = `${unique}@cko.test`
      const form = page.getByRole("main")
      await page.goto("/auth?onglet=inscription")
      await waitForScripts(page)
      await form.getByLabel("Email").fill(email)
      await form.getByLabel("Mot de passe", { exact: true }).fill("Uppercut8")
      await form.getByLabel("Confirmer le mot de passe").fill("Uppercut8")
      await begin(page)
      await form.getByRole("button", { name: "S’inscrire" }).click()
      await expect(form.getByRole("alert")).toContainText(cause)
      await expect(form.getByLabel("Email")).toHaveValue(email)
      await expect(form.getByLabel("Mot de passe", { exact: true })).toHaveValue("Uppercut8")
      await end(page)
      await form.getByRole("button", { name: "S’inscrire" }).click()
      await expect(page.getByText("Inscription réussie !")).toBeVisible()

      await openEpisode(page, episode.path)
      const bell = page.getByRole("contentinfo")
      await bell.getByLabel("Votre adresse e-mail").fill(email)
      await begin(page)
      await send(bell, "S’inscrire")
      await expect(bell.getByRole("alert")).toContainText(cause)
      await expect(bell.getByLabel("Votre adresse e-mail")).toHaveValue(email)
      await commentForm(page).getByLabel("Commentaire").fill("À moitié")
      await page.getByRole("button", { name: "Déconnexion" }).click()
      await expect(page.getByText(`Impossible de se déconnecter. ${cause}`)).toBeVisible()
      await expect(page).toHaveURL(episode.path)
      await expect(commentForm(page).getByLabel("Commentaire")).toHaveValue("À moitié")

      await end(page)
      await send(bell, "S’inscrire")
      await expect(bell.getByRole("status")).toContainText(email)
      await page.getByRole("button", { name: "Déconnexion" }).click()
      await expect(page.getByText("Déconnexion réussie")).toBeVisible()
      await expect(page.getByRole("banner").getByText("Mon compte")).toHaveCount(0)
    })
  })
}

const DATA = /\.data(\?|$)/

type Refused = Parameters<Parameters<Page["route"]>[1]>[0]

/** As the site does while its database does not answer. */
async function refuse(route: Refused) {
  if (route.request().method() === "GET") await route.continue()
  else await route.fulfill({ status: 503, contentType: "text/plain", body: "Le site ne peut pas répondre." })
}
