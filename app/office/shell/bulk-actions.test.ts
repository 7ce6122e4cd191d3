import { desc, sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { ROWS_PER_REQUEST } from "#app/content/lists/bulk-actions.server.ts"
import { send } from "#test/app.ts"
import { emptyTables } from "#test/database.ts"
import { createEpisode, createGuest, createNews, createPage, storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import { openOffice } from "#test/manager.ts"
import { ageAuthentication, filledForm, followAs, PASSWORD, sendForm, signInAsNew } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const office = openOffice()
const logged = () => db.select().from(auditLog).orderBy(desc(auditLog.id))
const titles = async (table: string) => (await storedRows(table)).map(({ title }) => title)
/** What the page says after an action. */
async function said(response: Response, path: string) {
  const cookie = await signInAsNew("admin")
  return (await followAs(cookie, response, path)).get("main").text
}
/** The answer to an action, and what it says. */
async function run(path: string, fields: Record<string, string>) {
  const response = await office.send(path, fields)
  const [, toast = ""] = /toast=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? []
  return { status: response.status, location: response.headers.get("location"), toast: readToast(toast) }
}
/** What is signed is readable. */
function readToast(cookie: string) {
  const [value = ""] = decodeURIComponent(cookie).split(".")
  const { title, description } = value
    ? (JSON.parse(Buffer.from(value, "base64").toString("utf8")) as Record<string, string>)
    : {}
  return [title, description].filter(Boolean).join(" | ")
}

const formToUndo = (page: Part) => page.all("form").find(({ text }) => text === "Annuler")

describe("actions on several rows", () => {
  test("33.3 follow the rules of the single action: rounds, dates, versions, the log", async () => {
    for (const title of ["Un", "Deux", "Trois"])
      await createEpisode({ title, isPublished: false, number: null })
    await emptyTables("audit_log")
    const done = await run("/admin/episodes", { intent: "publish", ids: "1,3,99" })
    expect([done.status, done.toast]).toEqual([200, "2 épisodes publiés | 1 n’existait plus."])
    const episodes = await storedRows("episodes")
    expect(episodes.map((row) => [row.title, row.is_published, row.number, row.version])).toEqual([
      ["Un", true, 1, 2],
      ["Deux", false, null, 1],
      ["Trois", true, 2, 2],
    ])
    expect((await logged()).map(({ action, title }) => `${action} ${title}`)).toEqual([
      "publish Trois",
      "publish Un",
    ])
    expect(await storedRows("revisions")).toHaveLength(4)

    await createNews({ title: "Datée", publishedAt: new Date(Date.UTC(2026, 1)) })
    await run("/admin/news", { intent: "unpublish", ids: "1" })
    expect((await storedRows("news"))[0]).toMatchObject({ is_published: false, published_at: null })
  })

  test("change the category of news, and leave those that have it already as they are", async () => {
    await createNews({ category: "music" })
    await createNews({ category: "event" })
    await emptyTables("audit_log")
    const fields = { intent: "category", ids: "1,2" }
    expect((await run("/admin/news", { ...fields, value: "inconnue" })).status).toBe(400)
    expect((await run("/admin/news", { ...fields, value: "" })).toast).toContain("choisissez d’abord")
    const done = await run("/admin/news", { ...fields, value: "event" })
    expect([done.status, done.toast]).toEqual([200, "2 actualités changées de catégorie"])
    expect((await storedRows("news")).map((row) => [row.category, row.version])).toEqual([
      ["event", 2],
      ["event", 1],
    ])
    expect((await logged()).map(({ changes }) => changes)).toEqual([
      expect.objectContaining({ category: ["music", "event"] }),
    ])
  })

  test("15.5 several that were taken back are published again by one click, each with its date", async () => {
    const days = [new Date("2026-01-02T03:04:05Z"), new Date("2026-02-03T04:05:06Z")]
    for (const publishedAt of days) await createNews({ publishedAt })
    await createNews({ title: "Un brouillon", isPublished: false, publishedAt: null })
    const response = await office.send("/admin/news?etat=publie", { intent: "unpublish", ids: "1,2,3" })
    const undo = formToUndo(await office.follow(response, "/admin/news"))
    expect([undo?.text, undo?.attributes.action]).toEqual(["Annuler", "/admin/news?etat=publie"])
    expect((await storedRows("news")).map((row) => row.is_published)).toEqual([false, false, false])
    expect((await office.send("/admin/news", undo ? filledForm(undo) : {})).status).toBe(200)
    const stored = await storedRows("news")
    expect(
      stored.map((row) => [row.is_published, row.published_at && new Date(String(row.published_at))]),
    ).toEqual([...days.map((day) => [true, day]), [false, null]])
  })

  test("15.5 where nothing was public there is nothing to publish again", async () => {
    await createNews({ isPublished: false })
    const response = await office.send("/admin/news", { intent: "unpublish", ids: "1" })
    expect(formToUndo(await office.follow(response, "/admin/news"))).toBeUndefined()
  })

  test.each(["demain,,", "0", "99999-01-01,-1", ",".repeat(99)])(
    "former times that are none are now: %s",
    async (times) => {
      await createNews({ isPublished: false, publishedAt: null })
      expect((await run("/admin/news", { intent: "publish", ids: "1", value: `1=${times}` })).status).toBe(
        200,
      )
      const [row] = await storedRows("news")
      expect(Math.abs(Date.now() - Date.parse(String(row?.published_at)))).toBeLessThan(60_000)
    },
  )

  test("lead away from an item that is gone, with the list's filters", async () => {
    await createPage({ slug: "a", isPublished: false })
    await createPage({ slug: "b", isPublished: false })
    const list = "/admin/pages?etat=brouillon"
    expect((await run(`${list}&edit=1`, { intent: "delete", ids: "2" })).status).toBe(200)
    expect((await run(`${list}&edit=1`, { intent: "delete", ids: "1" })).location).toBe(list)
  })

  test.each([
    ["", "nothing"],
    ["1,abc", "what is no id"],
    ["1,,2", "a hole"],
    ["0", "what no row can have"],
    [Array.from({ length: 51 }, (_, n) => n + 1).join(","), "more than a page"],
    [Array.from({ length: 100_000 }, (_, n) => n + 1).join(","), "a hundred thousand"],
    ["1\0", "a null character"],
  ])("are refused for %j: %s", async (ids) => {
    await createPage({ title: "Équipe", slug: "equipe" })
    expect((await run("/admin/pages", { intent: "delete", ids })).status).toBe(400)
    expect((await run("/admin/pages", { intent: "delete", upTo: ids })).status).toBe(400)
    expect(await titles("custom_pages")).toEqual(["Équipe"])
  })

  test("say so where none of them is there any more, and do each of them once", async () => {
    expect((await run("/admin/pages", { intent: "delete", ids: "1,2" })).status).toBe(404)
    await createGuest({ name: "Awa" })
    expect((await run("/admin/guests", { intent: "delete", ids: "1,1,1" })).toast).toBe("Invité supprimé")
  })

  test("stop at what fails, and say how far they came", async () => {
    for (const slug of ["a", "b", "c"]) await createPage({ title: slug, slug })
    await db.execute(sql`create function refuse_b() returns trigger language plpgsql as
      $$ begin if old.slug = 'b' then raise exception 'not this one'; end if; return old; end $$`)
    await db.execute(sql`create trigger refuse_b before delete on custom_pages
      for each row execute function refuse_b()`)
    const stopped = await run("/admin/pages", { intent: "delete", ids: "1,2,3" })
    await db.execute(sql`drop function refuse_b cascade`)
    expect(stopped.status).toBe(500)
    expect(stopped.toast).toContain("Page supprimée, puis une erreur a tout arrêté")
    expect(await titles("custom_pages")).toEqual(["b", "c"])
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})

describe("actions on all that a list finds", () => {
  const MANY = ROWS_PER_REQUEST + 20

  test("33.3 go on from request to request, by the filter, and leave what came later", async () => {
    const path = "/admin/pages?etat=brouillon"
    const upTo = MANY + 1
    await createPage({ title: "Publiée" })
    await db.execute(sql`insert into custom_pages (title, slug, is_published)
      select 'Page ' || n, 'brouillon-' || n, false from generate_series(1, ${MANY}::int) n`)
    await createPage({ title: "Venue après", slug: "apres", isPublished: false })
    const asked = await office.see(`${path}&action=delete&upTo=${upTo}`)
    const question = asked.get("section", { class: "question" })
    expect(question.get("h2").text).toBe(
      `Supprimer les ${MANY} pages de la liste, sur toutes ses pages\u202f?`,
    )
    const [form] = question.all("form")
    const first = await run(path, form ? filledForm(form) : {})
    expect(first.status).toBe(302)
    const next = await office.see(first.location ?? "")
    expect(next.get("section", { class: "question" }).text).toContain("il reste 20 pages")
    expect(next.get("section", { class: "question" }).text).toContain(`${ROWS_PER_REQUEST} pages supprimées`)
    const [goOn] = next.get("section", { class: "question" }).all("form")
    const last = await run(path, goOn ? filledForm(goOn) : {})
    expect([last.status, last.toast]).toEqual([200, `${MANY} pages supprimées`])
    expect(await titles("custom_pages")).toEqual(["Publiée", "Venue après"])
  })

  test("tell a script how far they are, and what to send next", async () => {
    await createEpisode()
    await db.execute(sql`insert into comments (episode_id, author_name, author_email, content)
      select 1, 'Awa', n || '@cko.test', 'Merci pour cet épisode' from generate_series(1, ${MANY}::int) n`)
    const fields = { intent: "hide", upTo: String(MANY), live: "1" }
    const response = await office.send("/admin/comments.data", fields)
    const answer = await response.text()
    expect(response.status).toBe(200)
    for (const part of ["progress", "counts", "rest", `${ROWS_PER_REQUEST},0,0`])
      expect(answer).toContain(part)
  })
})

test("33.3 without scripts a page asks about what was ticked, and nothing where nothing was", async () => {
  for (const title of ["Awa", "Nour", "Malik", "Léa"]) await createNews({ title })
  const list = await office.see("/admin/news")
  expect(list.get("button", { value: "category" }).text).toBe("Changer la catégorie de la sélection")
  expect(list.get("button", { value: "unpublish" }).text).toBe("Dépublier la sélection")
  const asked = await office.see(
    "/admin/news?action=category&value=event&ids=1&ids=2&ids=3&ids=4&type=article",
  )
  const question = asked.get("section", { class: "question" })
  expect(question.get("h2").text).toBe("Changer la catégorie de ces 4 actualités\u202f?")
  expect(question.text).toContain("«\u00a0Léa\u00a0», «\u00a0Malik\u00a0», «\u00a0Nour\u00a0» et 1 autre.")
  const [form] = question.all("form")
  expect(form && filledForm(form)).toEqual({ intent: "category", value: "event", ids: "4,3,2,1" })
  expect(form?.attributes.action).toBe("/admin/news?type=article")
  expect((await office.see("/admin/news?action=publish")).all("section", { class: "question" })).toEqual([])
  expect((await office.see("/admin/news?action=publish&ids=99")).status).toBe(404)
})

describe("subscribers", () => {
  const PATH = "/admin/newsletter"
  const subscribe = async () => {
    await emptyTables("newsletter_subscribers", "audit_log")
    await db.execute(sql`insert into newsletter_subscribers (name, email) values
      ('Awa', 'awa@cko.test'), ('Nour', 'nour@cko.test'), ('Léa', 'lea@cko.test')`)
  }

  test("are unsubscribed and deleted after re-authentication, and the log names nobody", async () => {
    await subscribe()
    const cookie = await signInAsNew("admin")
    await ageAuthentication(cookie)
    const fields = { intent: "unsubscribe", ids: "1,2" }
    expect((await sendForm(PATH, fields, { cookie })).status).toBe(403)
    const done = await sendForm(PATH, { ...fields, proof: PASSWORD }, { cookie })
    expect(await said(done, PATH)).not.toContain("nour@cko.test")
    await sendForm(PATH, { intent: "delete", ids: "3" }, { cookie })
    const rows = await storedRows("newsletter_subscribers")
    expect(rows.map((row) => [row.email, row.name, row.unsubscribed_at !== null])).toEqual([
      ["awa@cko.test", "", true],
      ["nour@cko.test", "", true],
    ])
    const entries = (await logged()).filter(({ kind }) => kind === "subscriber")
    expect(entries.map(({ action }) => action)).toEqual(["delete", "update", "update"])
    expect(JSON.stringify(entries)).not.toMatch(/nour@|lea@|Léa|Nour/)
  })

  test("are exported as chosen, or as the list is narrowed down", async () => {
    await subscribe()
    const cookie = await signInAsNew("admin")
    const read = async (query: string) =>
      (await (await send(`${PATH}.csv?${query}`, { headers: { cookie } })).text())
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(";")[0])
    expect(await read("ids=1,3,99")).toEqual(["Léa", "Awa"])
    expect(await read("ids=tous")).toEqual([])
    expect(await read("q=nour")).toEqual(["Nour"])
    expect(await read("origine=formulaire")).toEqual([])
  })
})
