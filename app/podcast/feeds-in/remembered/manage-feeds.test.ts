import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { filledForm, followAs, sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { listRows, onlyRow } from "#test/feed-host.ts"

const PATH = "/admin/import"
let cookie = ""

useDatabase()
beforeEach(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})

type Values = Partial<typeof feeds.$inferInsert>
const create = (values: Values = {}) =>
  db.insert(feeds).values({
    url: "https://flux.example/a.xml",
    title: "Rimes de nuit",
    dueAt: new Date(Date.now() + 3_600_000),
    unchangedCount: 12,
    ...values,
  })
const visit = async (path = PATH) => (await visitAs(cookie, path)).get("main")
const post = (intent: string, id = "1") => sendForm(PATH, { intent, id }, { cookie })

test("the import page says nothing of feeds where none is remembered, but that one will be", async () => {
  const { text } = await visit()
  expect(text).not.toContain("Flux retenu")
  expect(text).toContain("le site relit cette adresse toutes les heures")
})

test("4.8 the import page shows what is remembered of a feed", async () => {
  await create({
    imageUrl: "https://images.example/une.jpg",
    websiteUrl: "https://nuit.example/",
    links: [{ platform: "YouTube", url: "https://www.youtube.com/@rimes" }],
  })
  const main = await visit()
  expect(main.text).toContain("Flux retenu Le site relit ce flux toutes les heures")
  expect(main.text).toContain("Rimes de nuit https://flux.example/a.xml")
  expect(main.text).toMatch(
    /Dernière lecture à l’instant, à \d\d:\d\d Résultat Rien de nouveau \(12 épisodes\)/,
  )
  expect(main.text).toMatch(/Prochaine lecture (vers|le) /)
  expect(main.get("img", { src: "https://images.example/une.jpg" }).attributes.referrerpolicy).toBe(
    "no-referrer",
  )
  const links = main.all("a", { target: "_blank" }).map(({ text, attributes }) => [text, attributes.href])
  expect(links).toEqual([
    ["Site du podcast", "https://nuit.example/"],
    ["YouTube", "https://www.youtube.com/@rimes"],
  ])
})

test("the import page names the episodes that came, with their pages, but none that is deleted", async () => {
  const { id } = await createEpisode({ title: "Un nouveau" })
  await create({ createdCount: 25, arrivedAt: new Date(), arrivedCount: 25, arrivals: [999, id] })
  const main = await visit()
  expect(main.text).toContain("25 nouveaux épisodes, 12 inchangés")
  expect(main.text).toMatch(/Arrivés à \d\d:\d\d Un nouveau .*Modifier Un nouveau … et 24 de plus\./)
  expect(main.get("a", { href: `/episodes/${id}` }).text).toContain("Un nouveau")
  expect(main.get("a", { href: `/admin/episodes/${id}` }).text).toBe("Modifier Un nouveau")
})

test("the import page says what went wrong and what to do", async () => {
  await create({ error: "Le serveur du flux a répondu par une erreur : 500", failures: 3 })
  const { text } = await visit()
  expect(text).toMatch(
    /erreur : 500 Dernière lecture réussie à \d\d:\d\d, 3 échecs depuis\. Le site réessaiera /,
  )
  expect(text).toContain("importez-la ci-dessous")
  expect(text).not.toContain("Résultat")
})

test("the import page says that nothing is read by itself, for one feed or for all", async () => {
  await create({ isAutomatic: false })
  expect((await visit()).text).toContain("aucune, la lecture automatique est arrêtée")
  const settings = getSettings()
  applySettings({ ...settings, feedIntervalMinutes: 0 })
  try {
    const { text } = await visit()
    expect(text).toContain("La lecture automatique est désactivée sur ce site")
    expect(text).toContain("Relire maintenant")
    expect(text).not.toMatch(/Arrêter la|Reprendre la|relit cette adresse/)
  } finally {
    applySettings(settings)
  }
})

test("the import page shows what hostile channels say as text", async () => {
  await create({ title: "<script>alert(1)</script>", error: "<img src=x onerror=alert(1)>" })
  const page = await visitAs(cookie, PATH)
  expect(page.html).not.toMatch(/<script>alert|<img src=x/)
  expect(page.text).toContain("<script>alert(1)</script>")
})

test("the import page without the feeds says so, and still imports", async () => {
  const page = await withoutTable("feeds", () => visitAs(cookie, PATH))
  expect(page.status).toBe(503)
  expect(page.text).toContain("Impossible de charger les flux")
  expect(page.text).toContain("Voir ce qui changerait")
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

describe("a host without scripts", () => {
  /** The page that comes after a plain form, as a browser shows it. */
  async function submit(form: Part) {
    const path = form.attributes.action ?? PATH
    const reply = await sendForm(path, filledForm(form), { cookie, Accept: "text/html" })
    expect(reply.status).toBe(303)
    return followAs(cookie, reply)
  }
  async function formOf(label: string) {
    const form = (await visit()).all("form").find(({ text }) => text.startsWith(label))
    if (!form) throw new Error(`no form: ${label}`)
    return form
  }

  test("a host without scripts asks for a reading, and sees that it is under way", async () => {
    await create()
    const page = await submit(await formOf("Relire maintenant"))
    expect(page.text).toContain("Lecture demandée")
    expect(page.get("main").text).toContain("Lecture en cours…")
    const links = page.get("main").all("a", { href: PATH })
    expect(links.map(({ text }) => text)).toContain("Actualiser")
    expect((await onlyRow()).askedAt).not.toBeNull()
  })

  test("a host without scripts stops and resumes a feed's reading", async () => {
    await create()
    const stopped = await submit(await formOf("Arrêter la lecture automatique"))
    expect(stopped.text).toContain("Lecture automatique arrêtée")
    expect(await onlyRow()).toMatchObject({ isAutomatic: false, askedAt: null })
    await submit(await formOf("Reprendre la lecture automatique"))
    expect(await onlyRow()).toMatchObject({ isAutomatic: true, askedAt: expect.any(Date) })
  })

  test("a host without scripts is asked before a feed is forgotten, and keeps its episodes", async () => {
    await createEpisode()
    await create()
    const question = await visit(
      `${PATH}?${new URLSearchParams(filledForm(await formOf("Oublier ce flux")))}`,
    )
    expect(question.text).toMatch(/oublier le flux «\u00a0Rimes de nuit\u00a0»\u202f\?.*Ses épisodes restent/)
    expect(await listRows()).toHaveLength(1)
    const form = question.get("form")
    expect((await submit(form)).text).toContain("Flux oublié")
    expect([await listRows(), await db.$count(episodes)]).toEqual([[], 1])
    expect((await sendForm(PATH, filledForm(form), { cookie })).status).toBe(404)
  })

  test.each(["99", "abc", "%00", "1e9999", "-1", ""])(
    "a host without scripts finds no feed %s to forget",
    async (id) => {
      await create()
      expect((await visitAs(cookie, `${PATH}?action=forget-feed&id=${id}`)).status).toBe(404)
    },
  )
})

test.each(["", "2", "abc", "1 or 1=1", "99999999999"])("what cannot be done with the feed %j", async (id) => {
  await create()
  const before = await listRows()
  for (const intent of ["read-feed", "stop-feed", "resume-feed", "forget-feed"])
    expect((await post(intent, id)).status).toBe(404)
  expect(await listRows()).toEqual(before)
})

test.each(["", "delete", "constructor", "__proto__"])(
  "what cannot be done is anything called %j",
  async (intent) => {
    expect((await post(intent)).status).toBe(400)
  },
)

test("what cannot be done without the table is told", async () => {
  expect((await withoutTable("feeds", () => post("read-feed"))).status).toBe(500)
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})
