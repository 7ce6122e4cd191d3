import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { createMedium, createPage, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createUser, filledForm, readPage, sendForm, signInAs } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { send } from "#test/app.ts"
import { shownPodcast } from "./shown-podcast.server.ts"
import { siteSettings } from "./site-settings.server.ts"

let cookie = ""

useDatabase()
beforeEach(async () => {
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})

const PODCAST = "/admin/site/podcast"
const read = async (path: string) => readPage(await send(path, { headers: { cookie } }))
const save = (path: string, fields: Record<string, string>) =>
  sendForm(path, { intent: "save", ...fields }, { cookie })

test("29.2 what is saved shows at once, under the name it was given everywhere", async () => {
  const response = await save(PODCAST, { fields: "name,tagline", name: "  Sécateur \n d’or ", tagline: "" })
  expect(response.status).toBe(302)
  expect(siteSettings().podcast).toMatchObject({ name: "Sécateur d’or", tagline: "" })
  const home = await visit("/")
  expect(home.get("title").text).toBe("Sécateur d’or")
  expect(home.get("footer").text).toContain("© 2025 Sécateur d’or")
  expect((await read("/admin/site")).get("title").text).toContain("Sécateur d’or")
})

test("a text that reads like a number or a yes stays the text that it is", async () => {
  const podcast = { name: "1984", tagline: "true", author: "null", location: '{"a":1}' }
  await setSettings("podcast", podcast)
  expect(siteSettings().podcast).toMatchObject(podcast)
})

test("a value that is the default is not stored, and follows it", async () => {
  await save(PODCAST, { fields: "name", name: "Autre" })
  expect(await storedRows("settings")).toMatchObject([{ name: "podcast.name", value: "Autre" }])
  await save(PODCAST, { fields: "name", name: "CKO" })
  expect(await storedRows("settings")).toEqual([])
})

test("the default comes back with one button, and the log tells what it was", async () => {
  await save(PODCAST, { fields: "name", name: "Autre" })
  expect((await read(PODCAST)).get("button", { value: "name" }).text).toContain("Rétablir")
  expect((await sendForm(PODCAST, { intent: "reset", name: "name" }, { cookie })).status).toBe(200)
  expect(siteSettings().podcast.name).toBe("CKO")
  expect((await read(PODCAST)).all("button", { value: "name" })).toEqual([])
  const [saved, reset] = (await storedRows("audit_log")).filter(({ kind }) => kind === "settings")
  expect(saved).toMatchObject({ item_id: "site-podcast", changes: { "podcast.name": ["CKO", "Autre"] } })
  expect(reset).toMatchObject({ changes: { "podcast.name": ["Autre", "CKO"] } })
})

test("what the form does not hold stays as it is", async () => {
  await setSettings("podcast", { isExplicit: true, tagline: "Un slogan" })
  await save(PODCAST, { fields: "name", name: "Autre" })
  expect(siteSettings().podcast).toMatchObject({ isExplicit: true, tagline: "Un slogan", name: "Autre" })
})

describe("a form that is refused", () => {
  test("29.2 names each field, keeps what was typed and stores nothing", async () => {
    const response = await save(PODCAST, {
      fields: "name,ownerEmail,copyrightYear,cover",
      name: "",
      ownerEmail: "pas une adresse",
      copyrightYear: "mille",
      cover: "javascript:alert(1)",
    })
    expect(response.status).toBe(400)
    const page = await readPage(response)
    expect(page.text).toContain("« Nom du podcast » est à remplir")
    expect(page.text).toContain("« Adresse e-mail du propriétaire » n’est pas une adresse e-mail")
    expect(page.text).toContain("doit être un nombre entier compris entre 1900 et 2")
    expect(page.text).toContain("« Couverture » doit être une adresse")
    expect(page.get("input", { name: "ownerEmail" }).attributes.value).toBe("pas une adresse")
    expect(await storedRows("settings")).toEqual([])
  })

  test("of a list names the part of its row, in rows without the empty ones", async () => {
    const response = await save("/admin/site/links", {
      fields: "platforms",
      "platforms.0.label": "",
      "platforms.0.url": "",
      "platforms.4.label": "Deezer",
      "platforms.4.url": "javascript:alert(1)",
    })
    const page = await readPage(response)
    expect(page.text).toContain("« Adresse » doit être une adresse qui commence par https://")
    expect(page.get("input", { name: "platforms.0.url" }).attributes).toMatchObject({
      value: "javascript:alert(1)",
      "aria-invalid": "true",
    })
  })

  test("has too many rows, fields, or letters, or unknown choices", async () => {
    const rows = Object.fromEntries(
      Array.from({ length: 13 }, (_, index) => [`platforms.${index}.label`, `P${index}`]).concat(
        Array.from({ length: 13 }, (_, index) => [`platforms.${index}.url`, "https://a.example"]),
      ),
    )
    expect((await save("/admin/site/links", { fields: "platforms", ...rows })).status).toBe(400)
    expect((await save(PODCAST, { fields: "name", name: "é".repeat(81) })).status).toBe(400)
    expect((await save("/admin/site/rules", { fields: "moderation", moderation: "x" })).status).toBe(400)
    const fields = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`x.${index}.y`, ""]))
    expect((await save(PODCAST, { fields: "name", name: "A", ...fields })).status).toBe(400)
    const hostile = {
      "platforms.1e9.url": "https://a.example",
      "platforms.-1.url": "x",
      "platforms.__proto__.url": "x",
    }
    expect((await save("/admin/site/links", { fields: "platforms", ...hostile })).status).toBeLessThan(500)
  })
})

test("lists keep the order of their rows", async () => {
  await save("/admin/site/navigation", {
    fields: "header",
    "header.7.label": "Équipe",
    "header.7.to": "/page/equipe",
    "header.2.label": "Épisodes",
    "header.2.to": "/episodes",
    "header.3.label": "Caché",
    "header.3.to": "/blog",
    "header.3.isHidden": "on",
  })
  const links = (await visit("/about")).get("nav", { "aria-label": "Navigation principale" }).all("a")
  expect(links.map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ["Épisodes", "/episodes"],
    ["Équipe", "/page/equipe"],
  ])
})

test("the page of an entry is chosen among those there are, published ones of the hosts with them", async () => {
  await createPage({ title: "L’équipe", slug: "equipe" })
  await createPage({ title: "Brouillon", slug: "brouillon", isPublished: false })
  const form = (await read("/admin/site/navigation")).get("form", { "aria-label": "Menus" })
  const [first] = form.all("select")
  const options = first?.all("option").map(({ text, attributes }) => [text, attributes.value])
  expect(options?.at(0)).toEqual(["Choisir…", ""])
  expect(options).toContainEqual(["Épisodes", "/episodes"])
  expect(options).toContainEqual(["L’équipe", "/page/equipe"])
  expect(options).not.toContainEqual(["Brouillon", "/page/brouillon"])
  expect(options?.at(-1)).toEqual(["Une autre adresse…", "other"])
})

test("of two admins who save at once the second is told, with what was typed, and may overwrite knowingly", async () => {
  const page = await read(PODCAST)
  const form = { ...filledForm(page.get("form", { "aria-label": "Le podcast" })), intent: "save" }
  expect((await sendForm(PODCAST, { ...form, name: "Premier" }, { cookie })).status).toBe(302)
  const response = await sendForm(PODCAST, { ...form, name: "Second" }, { cookie })
  expect(response.status).toBe(409)
  const refused = await readPage(response)
  expect(refused.text).toContain("Modifié entre-temps")
  expect(siteSettings().podcast.name).toBe("Premier")
  const again = filledForm(refused.get("form", { "aria-label": "Le podcast" }))
  expect(again.name).toBe("Second")
  expect((await sendForm(PODCAST, again, { cookie })).status).toBe(302)
  expect(siteSettings().podcast.name).toBe("Second")
})

test("many who save different groups at once all do", async () => {
  const responses = await Promise.all([
    save(PODCAST, { fields: "name", name: "A" }),
    save("/admin/site/rules", { fields: "moderation", moderation: "links" }),
    save("/admin/site/legal", { fields: "contactEmail", contactEmail: "a@cko.test" }),
    save("/admin/site/presentation", { fields: "mission", mission: "Semer" }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([302, 302, 302, 302])
  expect(siteSettings()).toMatchObject({
    podcast: { name: "A" },
    rules: { moderation: "links" },
    legal: { contactEmail: "a@cko.test" },
    presentation: { mission: "Semer" },
  })
})

test("what is stored and fits no more is the default again", async () => {
  await db.execute(sql`insert into settings (name, value) values
    ('podcast.name', '{"a": 1}'), ('links.platforms', '[{"label": 1}]'), ('podcast.isExplicit', '"oui"')`)
  await setSettings("podcast", { tagline: "Autre" })
  expect(siteSettings().podcast).toMatchObject({ name: "CKO", isExplicit: false, tagline: "Autre" })
  expect(siteSettings().links.platforms).toHaveLength(3)
})

test.each([
  ["couverture", "Couverture", "/admin/site/podcast#reglage-cover"],
  ["RESEAUX", "Réseaux sociaux", "/admin/site/links#reglage-socials"],
  [
    "newsletter commentant",
    "Inscription à la newsletter en commentant",
    "/admin/site/rules#reglage-newsletterConsent",
  ],
])("a search for « %s » finds « %s »", async (search, label, to) => {
  const page = await read(`/admin/site?q=${encodeURIComponent(search)}`)
  expect(page.get("a", { href: to }).text).toBe(label)
})

test("a search that finds nothing says what to do", async () => {
  expect((await read("/admin/site?q=%C2%BF%00zz")).text).toContain("Aucun réglage trouvé")
})

test.each([
  [1_000, 1_000, "l’image est trop petite (1000 pixels de côté) ; il en faut au moins 1400"],
  [3_000, 2_000, "l’image doit être carrée ; celle-ci fait 3000 × 2000 pixels"],
  [4_000, 4_000, "l’image est trop grande (4000 pixels de côté) ; 3000 suffisent"],
])("a cover of %i × %i pixels is refused", async (width, height, text) => {
  const { key } = await createMedium({ width, height })
  const cover = `/media/${key}/couverture.png`
  const response = await save(PODCAST, { fields: "cover", cover })
  expect(response.status).toBe(400)
  expect((await readPage(response)).text).toContain(text)
})

test("players know the podcast's cover, or the one that the site draws", async () => {
  expect(shownPodcast().cover).toMatch(/^\/brand\/[\w-]{12}\/cover\.jpg$/)
  const { key } = await createMedium({ width: 3_000, height: 3_000 })
  await setSettings("podcast", { cover: `/media/${key}/a.png` })
  expect(shownPodcast().cover).toBe(`/media/${key}/640.webp`)
})

test("a cover is a square picture of the library", async () => {
  const { key } = await createMedium({ width: 3_000, height: 3_000 })
  expect((await save(PODCAST, { fields: "cover", cover: "https://a.example/a.png" })).status).toBe(400)
  expect((await save(PODCAST, { fields: "cover", cover: `/media/${key}/a.png` })).status).toBe(302)
  expect(siteSettings().podcast.cover).toBe(`/media/${key}/a.png`)
})
