import { beforeEach, expect, test } from "vitest"
import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import { GROUPS, type GroupName } from "#app/base/settings/groups.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { ensureLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createMedium } from "#test/factories.ts"
import { createUser, openSession, readPage, sendForm, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"

let cookie = ""

useDatabase()
beforeEach(async () => {
  applySettings({ ...getSettings(), smtpUrl: undefined })
  cookie = await openSession(await createUser("admin", "awa@cko.test"))
})

type Page = Awaited<ReturnType<typeof visitAs>>

/** By its title, what each card of the list says at present. */
const cardsOf = (page: Page) =>
  Object.fromEntries(
    page
      .get("main")
      .all("li")
      .map((card) => [card.get("h2").text, card.all("p").at(-1)?.text ?? ""]),
  )

test("29.1 seven pages say how they are set, and mark what is missing", async () => {
  await ensureLegalPages()
  const page = await visitAs(cookie, "/admin/site")
  expect([page.status, page.get("h1").text]).toEqual([200, "Réglages"])
  expect(cardsOf(page)).toEqual({
    "Identité À voir": "CKO · il manque l’adresse du propriétaire",
    Apparence: "Palette «\u00a0Affiche\u00a0» · 5 entrées de menu",
    Diffusion: "YouTube, Spotify, Apple Podcasts",
    "Newsletter et e-mails À voir": "Aucun e-mail ne part · il manque un serveur d’envoi",
    Échanges: "Commentaires ouverts · tous paraissent aussitôt",
    "Mentions et données À voir": expect.stringMatching(/^Pages légales\u202f: \d+ passages à compléter$/),
    "Entretien À voir": expect.stringContaining("Aucun serveur d’e-mails n’est réglé"),
  })
})

test("what was set is said, and what is there is not marked", async () => {
  await createMedium({ key: "portraitportraitportra", width: 3000, height: 3000 })
  await setSettings("podcast", {
    name: "Le Sécateur",
    cover: "/media/portraitportraitportra/cover.png",
    categories: ["Leisure"],
    ownerEmail: "awa@cko.test",
  })
  await setSettings("appearance", {
    palette: { ink: "#0e2415", paper: "#f6f2e4", blood: "#c2571a", gold: "#e9c46a" },
  })
  await setSettings("navigation", { header: [{ label: "Accueil", to: "/", isHidden: false }] })
  const url = "https://a.example"
  await setSettings("links", {
    platforms: ["Un", "Deux", "Trois", "Quatre"].map((label) => ({ label, url })),
  })
  await setSettings("mail", { smtpHost: "smtp.exemple.fr" })
  await setSettings("rules", { moderation: "links" })
  const cards = cardsOf(await visitAs(cookie, "/admin/site"))
  expect(cards).toMatchObject({
    Identité: expect.stringMatching(/^Le Sécateur · couverture 3000 × 3000 · /),
    Apparence: "Vos couleurs · une entrée de menu",
    Diffusion: "Un, Deux, Trois et 1 de plus",
    "Newsletter et e-mails": "Par smtp.exemple.fr · aucun e-mail parti",
    Échanges: "Commentaires ouverts · ceux qui ont un lien attendent une relecture",
  })
  await setSettings("rules", { moderation: "all" })
  expect(cardsOf(await visitAs(cookie, "/admin/site"))["Échanges"]).toBe(
    "Commentaires ouverts · tous attendent une relecture",
  )
  await setSettings("rules", { comments: "closed" })
  expect(cardsOf(await visitAs(cookie, "/admin/site"))["Échanges"]).toBe("Commentaires fermés")
})

test("what cannot be read takes no other page with it", async () => {
  const page = await withoutTable("mail_outcomes", async () => {
    await setSettings("mail", { smtpHost: "smtp.exemple.fr" })
    return visitAs(cookie, "/admin/site")
  })
  expect(cardsOf(page)).toMatchObject({
    "Newsletter et e-mails": "Impossible à lire pour l’instant.",
    Diffusion: "YouTube, Spotify, Apple Podcasts",
  })
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test.each([
  ["/admin/site/texts", "Apparence", ["Couleurs et images", "Menus", "Textes"], "Textes"],
  ["/admin/site/podcast", "Identité", ["Le podcast", "Accueil et à propos"], "Le podcast"],
  [
    "/admin/site/retention",
    "Mentions et données",
    ["Mentions légales", "Conservation", "Mesure d’audience"],
    "Conservation",
  ],
])("%s is a tab of its page, which leads back to the list", async (path, title, tabs, current) => {
  const page = await visitAs(cookie, path)
  expect(page.get("h1").text).toBe(title)
  const links = page.get("main").get("nav", { "aria-label": title }).all("a")
  expect(links.map(({ text }) => text)).toEqual(tabs)
  expect(links.find(({ attributes }) => attributes["aria-current"])?.text).toBe(current)
  const [back] = page.get("main").all("a")
  expect([back?.text, back?.attributes.href]).toEqual(["Réglages", "/admin/site"])
})

test("a tab of another entry of the sidebar stands there alone", async () => {
  const page = await visitAs(cookie, "/admin/site/automatic")
  expect(page.get("h1").text).toBe("Lettres automatiques")
  expect(page.all("nav", { "aria-label": "Newsletter et e-mails" })).toEqual([])
})

test.each(Object.keys(GROUPS))("29.1 six settings of %s at most are in sight before « Avancé »", (group) => {
  const shown = Object.values(definitionsOf(group as GroupName)).filter(({ isAdvanced }) => !isAdvanced)
  expect(shown.length).toBeLessThanOrEqual(6)
})

test("what is wrong under « Avancé » opens it", async () => {
  const closed = (await visitAs(cookie, "/admin/site/mail")).all("details")
  expect(closed.some(({ attributes }) => "open" in attributes)).toBe(false)
  const response = await sendForm(
    "/admin/site/mail",
    { intent: "save", fields: "smtpPort", smtpPort: "80" },
    { cookie },
  )
  const [opened] = (await readPage(response)).all("details").filter(({ attributes }) => "open" in attributes)
  expect(opened?.get("input", { name: "smtpPort" }).attributes.value).toBe("80")
})

test.each([
  ["theme", "Couleurs"],
  ["qui peut commenter", "Espace de commentaires"],
  ["pochette", "Couverture"],
  ["rgpd", "Messages de contact"],
  ["smtp", "Serveur d’envoi"],
])("a host who looks for « %s » finds « %s »", async (words, label) => {
  const page = await visitAs(cookie, `/admin/site?q=${encodeURIComponent(words)}`)
  expect(page.get("main").text).toContain("Réglages trouvés")
  const links = page
    .get("main")
    .all("a")
    .map(({ text }) => text)
  expect(links.some((text) => text.startsWith(label))).toBe(true)
})
