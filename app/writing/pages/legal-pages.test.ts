import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createPage } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createUser, filledForm, openSession, readPage, sendForm, signInAs, visitAs } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { findPageAddress } from "#server/page-address.ts"
import { ensureLegalPages } from "./legal-pages.server.ts"

useDatabase()

const PAGES = [
  ["mentions-legales", "Mentions légales", "Éditeur du site"],
  ["politique-de-confidentialite", "Politique de confidentialité", "Cookies et stockage local"],
] as const
const stored = () =>
  db
    .select({ slug: customPages.slug, title: customPages.title, isPublished: customPages.isPublished })
    .from(customPages)
    .orderBy(customPages.slug)

test("7.4 the legal pages are made once, however many processes start at the same time, and can be edited", async () => {
  await Promise.all([ensureLegalPages(), ensureLegalPages(), ensureLegalPages()])
  await ensureLegalPages()
  expect(await stored()).toEqual(PAGES.map(([slug, title]) => ({ slug, title, isPublished: true })))
  const { email } = await createUser("admin")
  const manager = await visitAs(await signInAs(email), "/admin/pages")
  for (const [, title] of PAGES) expect(manager.get("main").text).toContain(title)
})

test("7.4 a legal page that hosts delete stays deleted, out of the footer, until they take it back", async () => {
  await ensureLegalPages()
  const cookie = await openSession(await createUser("admin"))
  await db.delete(customPages).where(eq(customPages.slug, "mentions-legales"))
  await ensureLegalPages()
  await refreshFooterPages()
  expect((await stored()).map(({ slug }) => slug)).toEqual(["politique-de-confidentialite"])
  for (const path of ["/page/mentions-legales", "/mentions-legales"])
    expect((await send(path)).status).toBe(404)
  const footer = async () => (await visit("/about")).get("footer").text
  expect(await footer()).not.toContain("Mentions légales")
  expect(await footer()).toContain("Politique de confidentialité")

  const restore = () =>
    sendForm("/admin/site/legal", { intent: "restore-page", id: "mentions-legales" }, { cookie })
  expect((await visitAs(cookie, "/admin/site/legal")).text).toContain("Supprimée")
  expect((await restore()).status).toBe(200)
  expect((await restore()).status).toBe(404)
  await refreshFooterPages()
  expect(await footer()).toContain("Mentions légales")
  expect((await visit("/page/mentions-legales")).get("article").text).toContain("Éditeur du site")
})

test("the legal pages leave those that exist as they are", async () => {
  await createPage({ slug: "mentions-legales", title: "À moi", isPublished: false })
  await ensureLegalPages()
  expect((await stored())[0]).toEqual({ slug: "mentions-legales", title: "À moi", isPublished: false })
})

test("the legal pages take over the privacy page of before, with what the hosts wrote in it", async () => {
  await createPage({ slug: "confidentialite", title: "À moi" })
  await Promise.all([ensureLegalPages(), ensureLegalPages()])
  expect((await stored()).map(({ slug, title }) => [slug, title])).toEqual([
    ["mentions-legales", "Mentions légales"],
    ["politique-de-confidentialite", "À moi"],
  ])
  const old = await send("/page/confidentialite")
  expect([old.status, old.headers.get("location")]).toEqual([301, "/page/politique-de-confidentialite"])
  await createPage({ slug: "confidentialite", title: "Une autre" })
  await ensureLegalPages()
  expect(await stored()).toHaveLength(3)
})

test.each(PAGES)(
  "7.4 the legal pages /page/%s says what comes with the site while there is no published page",
  async (slug, title, text) => {
    const missing = await visit(`/page/${slug}`)
    expect([missing.status, missing.get("h1").text]).toEqual([200, title])
    expect(missing.get("article").text).toContain(text)
    expect((await send(`/${slug}`)).headers.get("location")).toBe(`/page/${slug}`)

    await createPage({ slug, title: "À moi", isPublished: false })
    expect((await visit(`/page/${slug}`)).get("h1").text).toBe(title)
    const { email } = await createUser("admin")
    expect((await visitAs(await signInAs(email), `/page/${slug}`)).get("h1").text).toBe("À moi")

    await db.update(customPages).set({ isPublished: true }).where(eq(customPages.slug, slug))
    expect((await visit(`/page/${slug}`)).get("h1").text).toBe("À moi")
  },
)

describe("a legal page that nobody has edited", () => {
  const PATH = "/page/mentions-legales"
  const textOf = async (path = PATH) => (await visit(path)).get("article").text
  let cookie = ""
  beforeEach(async () => {
    await ensureLegalPages()
    cookie = await openSession(await createUser("admin"))
  })
  const edit = async () => readPage(await send("/admin/pages?edit=1", { headers: { cookie } }))

  test("29.4 says what the settings say, at once, and marks only what they leave open", async () => {
    expect(await textOf()).toContain("[à compléter\u202f: nom et prénom, ou raison sociale]")
    await setSettings("legal", {
      editorName: "Les <b>Amis</b> *du* jardin",
      editorForm: "association",
      editorAddress: "1 rue des Prés\n75020 Paris",
      contactEmail: "a_b_c@jardin.example",
    })
    const text = await textOf()
    expect(text).toContain("édité par Les <b>Amis</b> *du* jardin, association.")
    expect(text).toContain("1 rue des Prés, 75020 Paris")
    expect(text).toContain("a_b_c@jardin.example")
    expect(text).not.toContain("raison sociale]")
  })

  test("holds no open place once all is said, and no other podcast's name", async () => {
    const filled = Object.fromEntries(Object.keys(siteSettings().legal).map((name) => [name, "Dit"]))
    await setSettings("legal", { ...filled, contactEmail: "a@jardin.example" })
    await setSettings("podcast", { name: "Sécateur" })
    for (const [slug] of PAGES) {
      const text = await textOf(`/page/${slug}`)
      expect(text).not.toContain("[à compléter")
      expect(text).not.toMatch(/\bCKO\b/)
    }
  })

  test("tells what the site does: mails, moderation", async () => {
    const privacy = "/page/politique-de-confidentialite"
    expect(await textOf(privacy)).toContain("Le site n’envoie pas d’e-mails")
    await setSettings("mail", { smtpHost: "smtp.jardin.example" })
    expect(await textOf(privacy)).toContain("le service d’envoi des e-mails [à compléter")
    await setSettings("rules", { moderation: "links" })
    expect(await textOf()).toContain("relus avant de paraître")
    await setSettings("rules", { moderation: "all" })
    expect(await textOf()).toContain("Les commentaires sont relus par l’équipe avant de paraître, sous")
  })

  test("54.4 tells of supporters, and how long they are kept, where there are any", async () => {
    const privacy = "/page/politique-de-confidentialite"
    const path = "/admin/pages?edit=2"
    const form = async () => {
      const page = await readPage(await send(path, { headers: { cookie } }))
      return filledForm(page.get("form", { "aria-label": "Modifier la page" }))
    }
    const before = await form()
    expect(await textOf(privacy)).not.toContain("Soutiens")
    await db.execute(sql`insert into supporters (email) values ('lea@cko.test')`)
    const said = "Soutiens\u00a0: tant que vous soutenez le podcast, puis"
    expect(await textOf(privacy)).toContain(`${said} 12 mois.`)
    // Whether its form was opened before or since, saving it leaves it to the site.
    for (const filled of [before, await form()]) await sendForm(path, { ...filled, version: "1" }, { cookie })
    await setSettings("retention", { supporterMonths: 0 })
    expect(await textOf(privacy)).toContain(`${said} jusqu’à votre demande d’effacement.`)
    expect(findPageAddress(privacy)?.tags).toContain("supporters")
  })

  test("36.1 tells how long what was received is kept, by what is set, or else by what hosts say", async () => {
    const privacy = "/page/politique-de-confidentialite"
    const before = await textOf(privacy)
    expect(before).toContain("Messages de contact\u00a0: [à compléter")
    expect(before).toContain("Journal de ce que fait l’équipe\u00a0: 13 mois.")
    await setSettings("legal", { messagesKept: "un an", newsletterProof: "trois ans" })
    expect(await textOf(privacy)).toContain("Messages de contact\u00a0: un an.")
    const months = { messageMonths: 6, unsubscribedMonths: 36, logMonths: 24 }
    await setSettings("retention", { ...months, failedMailDays: 1, dailyCopies: 30 })
    const after = await textOf(privacy)
    expect(after).toContain("Messages de contact\u00a0: 6 mois après leur réception.")
    expect(after).toContain("puis 36 mois pour respecter votre refus.")
    expect(after).toContain("équipe\u00a0: 24 mois.")
    expect(after).toContain("envoyer\u00a0: 1 jour.")
  })

  test("tells of copies where the site makes them", async () => {
    const privacy = "/page/politique-de-confidentialite"
    const started = getSettings()
    await setSettings("retention", { dailyCopies: 30 })
    try {
      applySettings({ ...started, databaseUrl: undefined })
      expect(await textOf(privacy)).toContain(
        "les copies quotidiennes que fait le site sont gardées 30 jours.",
      )
      applySettings({ ...started, databaseUrl: "postgres://ailleurs" })
      expect(await textOf(privacy)).not.toContain("copies quotidiennes")
    } finally {
      applySettings(started)
    }
  })

  test("29.4 stays so when it is saved as it is, and follows no more once edited, until its text is given back", async () => {
    const form = filledForm((await edit()).get("form", { "aria-label": "Modifier la page" }))
    expect(form.content).toContain("## Éditeur du site")
    await sendForm("/admin/pages?edit=1", form, { cookie })
    await setSettings("legal", { editorName: "Nour" })
    expect(await textOf()).toContain("édité par Nour")
    const again = filledForm((await edit()).get("form", { "aria-label": "Modifier la page" }))
    await sendForm("/admin/pages?edit=1", { ...again, content: "Mon texte à moi." }, { cookie })
    expect(await textOf()).toContain("Mon texte à moi.")

    const group = await visitAs(cookie, "/admin/site/legal")
    expect(group.text).toContain("Modifiée à la main")
    expect(group.text).toContain("Suit les réglages")
    const propose = { intent: "propose", id: "mentions-legales" }
    expect((await sendForm("/admin/site/legal", propose, { cookie })).status).toBe(200)
    expect(await textOf()).toContain("édité par Nour")
    expect((await sendForm("/admin/site/legal", propose, { cookie })).status).toBe(404)
    expect((await sendForm("/admin/site/legal", { intent: "propose", id: "x" }, { cookie })).status).toBe(404)
  })

  test("stays so when its form was opened before the settings changed, and is edited by a letter", async () => {
    const path = "/admin/pages?edit=1"
    const form = filledForm((await edit()).get("form", { "aria-label": "Modifier la page" }))
    await setSettings("legal", { editorName: "Nour" })
    await sendForm(path, form, { cookie })
    expect(await textOf()).toContain("édité par Nour")
    const again = filledForm((await edit()).get("form", { "aria-label": "Modifier la page" }))
    await setSettings("legal", { editorName: "Awa" })
    await sendForm(path, { ...again, content: `${again.content}.` }, { cookie })
    expect(await textOf()).toContain("édité par Nour")
  })

  test("is one that was made before pages followed the settings, unless somebody edited it", async () => {
    await db.execute(sql`update custom_pages set content = 'Texte d’avant', version = id`)
    await ensureLegalPages()
    expect(await textOf()).toContain("Éditeur du site")
    expect(await textOf("/page/politique-de-confidentialite")).toContain("Texte d’avant")
  })

  test("is purged by what it is written from, and no other page is", async () => {
    const before = siteSettings().legal
    for (const name of Object.keys(before)) {
      expect(findPageAddress(PATH)?.tags).toContain(`settings/legal.${name}`)
      expect(findPageAddress("/page/equipe")?.tags).toEqual([])
    }
    const { missingDays: _, ...named } = siteSettings().retention
    for (const name of Object.keys(named))
      expect(findPageAddress(PATH)?.tags).toContain(`settings/retention.${name}`)
  })
})
