import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { emptyTables, openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import {
  fieldProblems,
  filledForm,
  followAs,
  readPage,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment, sendComment } from "#test/visitors.ts"

const PATH = "/admin/comments"
const cookies = { user: "", moderator: "", admin: "" }
type Who = keyof typeof cookies

beforeAll(openTestDatabase)
beforeAll(async () => {
  for (const role of ["user", "moderator", "admin"] as const)
    cookies[role] = await signInAsNew(role, `${role}@secret.test`)
})
beforeEach(async () => {
  await emptyTables("episode_counts", "episodes", "comments", "newsletter_subscribers", "mails", "audit_log")
  await createEpisode({ title: "Le poids des mots" })
  await createComment(1, { authorName: "Awa", content: "Le premier commentaire" })
})

const post = (fields: Record<string, string>, who: Who = "moderator") =>
  sendForm(PATH, fields, { cookie: cookies[who] })
const answer = (id: string, content: string, who?: Who) => post({ intent: "reply", id, content }, who)
const formOf = (page: Part, title = "Répondre à Awa") => page.get("form", { "aria-label": title })
const logged = async () =>
  (await storedRows("audit_log"))
    .filter(({ kind }) => kind === "comment")
    .map(({ action, item_id }) => `${action} ${item_id}`)
const discussion = async () =>
  (await visitAs("", "/episodes/1")).get("div", { id: "derniers-commentaires" }).all("article")

describe("the podcast replies", () => {
  test.each(["moderator", "admin"] as const)("9.4 the podcast replies by a %s, by its name", async (who) => {
    const list = await visitAs(cookies[who], PATH)
    const link = list.get("a", { id: "modifier-1" })
    expect([link.text, link.attributes.href]).toEqual(["Répondre à Awa", `${PATH}?repondre=1#formulaire`])
    const form = formOf(await visitAs(cookies[who], `${PATH}?repondre=1`))
    expect(filledForm(form)).toMatchObject({ intent: "reply", id: "1", content: "" })
    const response = await answer("1", " Merci ! ", who)
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    const after = await followAs(cookies[who], response, PATH)
    expect(after.text).toContain("Réponse publiée")
    expect(after.get("section", { id: "liste" }).text).toMatch(/En réponse à Awa.*Répondu/)

    const [comment, reply] = await discussion()
    expect(comment?.get("h3").text).toBe("Awa")
    expect([reply?.get("h4").text, reply?.get("header").text, reply?.get("p").text]).toEqual([
      siteSettings().podcast.name,
      expect.stringContaining("Le podcast"),
      "Merci !",
    ])
    const [, stored] = await storedRows("comments")
    const [writer] = (await storedRows("users")).filter(({ email }) => email === `${who}@secret.test`)
    expect(stored).toMatchObject({ parent_id: 1, is_podcast: true, author_name: "", author_email: null })
    expect(stored?.written_by).toBe(writer?.id)
    expect(await logged()).toEqual(["reply 2"])
    // Nobody is told by mail, nobody is subscribed.
    for (const table of ["mails", "newsletter_subscribers"]) expect(await storedRows(table)).toEqual([])
  })

  test("the podcast replies by nobody else, and who writes is told nowhere", async () => {
    expect((await answer("1", "Merci !", "user")).status).toBe(403)
    await answer("1", "Merci !")
    for (const path of ["/episodes/1", "/episodes/1.data", "/episodes/1/comments"])
      expect(await (await send(path)).text()).not.toMatch(/secret\.test|written_?by/i)
    await sendComment(1, {
      name: siteSettings().podcast.name,
      parent: "1",
      isPodcast: "true",
      is_podcast: "on",
    })
    expect((await discussion()).filter(({ text }) => text.includes("Le podcast"))).toHaveLength(2)
    expect((await storedRows("comments")).map(({ is_podcast }) => is_podcast)).toEqual([false, true, false])
  })

  test("the podcast replies to a reply beside it, and once however often it is sent", async () => {
    await createComment(1, { parentId: 1, authorName: "Bob" })
    for (let n = 0; n < 2; n += 1) expect((await answer("2", "Bien vu.")).status).toBe(302)
    expect((await storedRows("comments")).slice(2)).toMatchObject([{ parent_id: 1 }])
    expect(await logged()).toEqual(["reply 3"])
  })

  test("9.4 the podcast replies to what waits by approving it", async () => {
    await createComment(1, { authorName: "Bob", status: "pending" })
    const form = formOf(await visitAs(cookies.admin, `${PATH}?repondre=2`), "Répondre à Bob")
    expect(form.text).toContain("Ce commentaire attend : votre réponse l’approuve.")
    const response = await answer("2", "Bienvenue.")
    expect((await followAs(cookies.moderator, response, PATH)).text).toContain(
      "Réponse publiée, commentaire approuvé",
    )
    expect((await storedRows("comments"))[1]).toMatchObject({ status: "visible" })
    expect(await logged()).toEqual(["approve 2", "reply 3"])
  })

  test.each([
    ["hidden", "2", 409, "Impossible de répondre : ce commentaire est masqué. Affichez-le d’abord."],
    ["gone", "99", 404, "Impossible de répondre : ce commentaire n’est plus là."],
  ])("the podcast does not reply to what is %s, and keeps its words", async (_what, id, status, text) => {
    await createComment(1, { status: "hidden" })
    const response = await sendForm(
      `${PATH}?repondre=1`,
      { intent: "reply", id, content: "Merci !" },
      { cookie: cookies.moderator },
    )
    expect(response.status).toBe(status)
    const form = formOf(await readPage(response))
    expect(form.get("div", { role: "alert" }).text).toBe(`Erreur ${text}`)
    expect(filledForm(form).content?.trim()).toBe("Merci !")
    expect(await storedRows("comments")).toHaveLength(2)
  })

  test.each([
    ["", "La réponse est requise"],
    [" \u200b\n", "La réponse est requise"],
    ["a".repeat(2_001), "La réponse doit contenir moins de 2\u202f000 caractères"],
    ["a\0b", "Ce champ contient un caractère interdit"],
  ])("the podcast does not say %j", async (content, problem) => {
    const response = await sendForm(
      `${PATH}?repondre=1`,
      { intent: "reply", id: "1", content },
      { cookie: cookies.moderator },
    )
    expect(response.status).toBe(400)
    expect(fieldProblems(formOf(await readPage(response)))).toEqual({ Réponse: problem })
    expect(await storedRows("comments")).toHaveLength(1)
  })

  test.each(["99", "abc", "", "%00"])("the podcast is asked for no reply to %j", async (id) => {
    const page = await visitAs(cookies.moderator, `${PATH}?repondre=${id}`)
    expect([page.status, page.all("section", { id: "formulaire" })]).toEqual([200, []])
  })

  test("the podcast’s words that cannot be kept come back", async () => {
    const response = await withoutTable("audit_log", () => answer("1", "Merci !"))
    expect([response.status, (await storedRows("comments")).length]).toEqual([500, 1])
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})

describe("a reply of the podcast", () => {
  beforeEach(async () => {
    await answer("1", "Merci !")
  })
  const edit = (content: string, was = "Merci !", id = "2") =>
    post({ intent: "edit-reply", id, was, content })

  test("a reply of the podcast is edited by whoever moderates", async () => {
    const form = formOf(await visitAs(cookies.admin, `${PATH}?repondre=2`), "Modifier la réponse")
    expect(filledForm(form)).toMatchObject({ intent: "edit-reply", id: "2", was: "Merci !" })
    expect(filledForm(form).content?.trim()).toBe("Merci !")
    const response = await edit("Merci à vous !")
    expect((await followAs(cookies.moderator, response, PATH)).text).toContain("Réponse modifiée")
    expect((await discussion())[1]?.get("p").text).toBe("Merci à vous !")
    expect(await logged()).toEqual(["reply 2", "update 2"])
  })

  test("a reply of the podcast that somebody else edited is not overwritten unknowingly", async () => {
    await edit("Merci à vous !")
    const response = await sendForm(
      `${PATH}?repondre=2`,
      { intent: "edit-reply", id: "2", was: "Merci !", content: "Merci à toi !" },
      { cookie: cookies.admin },
    )
    expect(response.status).toBe(409)
    const form = formOf(await readPage(response), "Modifier la réponse")
    expect(form.text).toContain("« Merci à vous ! »")
    const { was = "", content = "" } = filledForm(form)
    expect((await edit(content.trim(), was)).status).toBe(302)
    expect((await discussion())[1]?.get("p").text).toBe("Merci à toi !")
  })

  test("a reply of the podcast says nothing twice, and visitors’ words are not edited", async () => {
    await answer("1", "Encore merci.")
    expect((await edit("Encore merci.")).status).toBe(409)
    expect((await edit("Autre chose", "Le premier commentaire", "1")).status).toBe(404)
    expect((await storedRows("comments")).map(({ content }) => content)).toEqual([
      "Le premier commentaire",
      "Merci !",
      "Encore merci.",
    ])
  })

  test("a reply of the podcast has no author to block, and is deleted", async () => {
    expect((await post({ intent: "ban-author", id: "2" })).status).toBe(404)
    expect((await post({ intent: "delete-author", id: "2" })).status).toBe(404)
    expect((await post({ intent: "delete", ids: "2" })).status).toBe(200)
    expect(await storedRows("comments")).toHaveLength(1)
  })

  test("a reply of the podcast stays when who wrote it leaves", async () => {
    await db.execute(sql`update comments set written_by = null where id = 2`)
    expect((await discussion())[1]?.text).toContain("Le podcast")
  })
})

describe("what is deleted", () => {
  beforeEach(async () => {
    await createComment(1, { parentId: 1, authorName: "Bob", content: "Une réponse de Bob" })
  })

  test("8.6 what is deleted leaves its place above the replies of others, and nothing else", async () => {
    expect((await post({ intent: "delete", ids: "1" })).status).toBe(200)
    const [place, reply] = await discussion()
    expect([place?.all("p")[0]?.text, reply?.get("p").text]).toEqual([
      "Ce commentaire n’est plus visible.",
      "Une réponse de Bob",
    ])
    expect((await storedRows("comments"))[0]).toMatchObject({
      status: "removed",
      ...{ author_name: "", author_email: null, content: "", search_text: "\n" },
    })
    const list = (await visitAs(cookies.moderator, PATH)).get("section", { id: "liste" })
    expect(list.text).toContain("1 commentaire")
    expect(list.text).toContain("En réponse à un commentaire supprimé")
    for (const intent of ["show", "hide", "delete"])
      expect((await post({ intent, ids: "1" })).status).toBe(404)
    expect(await storedRows("episode_counts")).toMatchObject([{ comments: 1 }])
  })

  test("what is deleted leaves no place once the last reply is gone", async () => {
    await post({ intent: "delete", ids: "1" })
    await post({ intent: "delete", ids: "2" })
    expect(await storedRows("comments")).toEqual([])
    expect(await storedRows("episode_counts")).toMatchObject([{ comments: 0 }])
  })

  test("what is deleted with all of its replies leaves nothing at all", async () => {
    expect((await post({ intent: "delete", ids: "1,2" })).status).toBe(200)
    expect(await storedRows("comments")).toEqual([])
    expect(await logged()).toEqual(["delete 1", "delete 2"])
  })

  test("what is deleted where it stands is the same", async () => {
    const response = await sendForm(
      "/episodes/1",
      { intent: "delete-comment", id: "1" },
      { cookie: cookies.moderator },
    )
    expect(response.status).toBe(200)
    expect((await discussion()).map((article) => article.all("p")[0]?.text)).toEqual([
      "Ce commentaire n’est plus visible.",
      "Une réponse de Bob",
    ])
  })
})
