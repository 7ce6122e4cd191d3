import type { Page } from "@playwright/test"
import { expect, openManager, rowOf, test } from "./office.ts"
import { commentForm, comments, openEpisode, send, writeComment } from "./visitors.ts"

test.use({ expectedError: /ERR_INTERNET_DISCONNECTED|status of 503/ })

const NOT_CONFIRMED = "votre envoi n’est pas confirmé"

/** The two ways in which a site does not answer: the network is gone, or the database behind it. */
const OUTAGES: [
  name: string,
  begin: (page: Page) => Promise<unknown>,
  end: (page: Page) => Promise<unknown>,
][] = [
  ["a network", (page) => page.context().setOffline(true), (page) => page.context().setOffline(false)],
  ["a database", (page) => page.route(DATA, refuse), (page) => page.unroute(DATA)],
]

for (const [name, begin, end] of OUTAGES) {
  test.describe(`without ${name}`, () => {
    test("what a host typed stays, and is saved afterwards", async ({ page, episode, unique }) => {
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
      await expect(rowOf(page, `Après la panne ${unique}`)).toBeVisible()
      await expect(form.getByRole("alert")).toHaveCount(0)
    })

    test("a visitor's comment stays, and is posted afterwards", async ({ other: page, episode, unique }) => {
      await openEpisode(page, episode.path)
      const form = commentForm(page)
      const content = `Malgré le tunnel. ${unique}`
      await writeComment(page, { name: "Awa", email: `${unique}@cko.test`, content })
      await begin(page)

      await send(form, "Publier")
      await expect(form.getByRole("alert")).toContainText(NOT_CONFIRMED)
      await expect(form.getByLabel("Commentaire")).toHaveValue(content)

      await end(page)
      await send(form, "Publier")
      await expect(page.getByText("Commentaire posté !")).toBeVisible()
      await expect(comments(page)).toContainText(content)
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
