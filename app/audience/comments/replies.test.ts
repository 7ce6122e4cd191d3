import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { type Part, visit } from "#test/html.ts"
import { filledForm, followAs, readPage } from "#test/people.ts"
import { COMMENT, createComment, sendComment } from "#test/visitors.ts"

const PATH = "/episodes/1"
const GONE = "Le commentaire auquel vous répondiez n’est plus là. Vous pouvez publier votre texte à part."

useDatabase()
beforeEach(async () => {
  await createEpisode({ title: "Le poids des mots" })
  await createComment(1, { authorName: "Awa", content: "Le premier commentaire" })
})

const formOf = (page: Part) => page.get("form", { "aria-labelledby": "commenter" })
const total = (page: Part) => page.get("h2", { id: "titre-commentaires" }).text
const list = (page: Part) => page.get("div", { id: "derniers-commentaires" })
const wordsOf = (article: Part) => article.all("p")[0]?.text
/** Each comment of the list: its words, then those of its replies. */
const shown = (page: Part) =>
  list(page)
    .all("article")
    .filter((article) => article.all("h3").length > 0)
    .map((article) => [wordsOf(article), ...article.all("article").map(wordsOf)])
const texts = (page: Part) => list(page).all("article").map(wordsOf)
const linkOf = (page: Part, text: string) =>
  list(page)
    .all("a")
    .find((link) => link.text === text)?.attributes.href
const reply = (content: string, values: Parameters<typeof createComment>[1] = {}) =>
  createComment(1, { parentId: 1, content, ...values })
const replyMany = (count: number) =>
  db.execute(sql`insert into comments (episode_id, parent_id, author_name, author_email, content, created_at)
    select 1, 1, 'Bob', 'bob@secret.test', 'Une réponse, la ' || n, '2026-03-04T12:00Z'::timestamptz
    from generate_series(1, ${count}::int) n`)

describe("the form", () => {
  test("the form is led to from each comment, and then says to whom one replies", async () => {
    const link = list(await visit(PATH)).get("a", { id: "repondre-1" })
    expect([link.text, link.attributes]).toEqual([
      "Répondre à Awa",
      expect.objectContaining({ href: `${PATH}?repondre=1#commenter`, rel: "nofollow" }),
    ])
    const form = formOf(await visit(`${PATH}?repondre=1`))
    expect(form.get("h3").text).toBe("Répondre à Awa")
    expect(form.get("blockquote").text).toBe("Le premier commentaire")
    expect(filledForm(form)).toMatchObject({ intent: "comment", parent: "1", content: "" })
    expect(form.get("a").attributes.href).toBe(`${PATH}#commentaire-1`)
  })

  test.each(["99", "0", "abc", "%00", "-1", "99999999999", ""])(
    "the form for a comment %j that is not there says so",
    async (id) => {
      const page = await visit(`${PATH}?repondre=${id}`)
      expect([page.status, formOf(page).get("h3").text]).toEqual([200, "Laisser un commentaire"])
      expect(formOf(page).text).toContain(GONE)
      expect(formOf(page).all("input", { name: "parent" })).toEqual([])
    },
  )

  test("the form replies to nothing that is hidden, elsewhere, or a reply", async () => {
    await createEpisode()
    await createComment(2)
    await reply("Une réponse à Awa")
    await createComment(1, { status: "hidden" })
    for (const id of [2, 3, 4]) {
      const page = await visit(`${PATH}?repondre=${id}`)
      expect(formOf(page).get("h3").text).toBe("Laisser un commentaire")
    }
  })
})

describe("a reply", () => {
  test("8.6 a reply stands below its comment, and is counted", async () => {
    await createComment(1, { content: "Un autre commentaire", createdAt: new Date() })
    const response = await sendComment(1, { parent: "1", content: "Je suis d’accord avec vous." })
    expect([response.status, response.headers.get("location")]).toEqual([302, `${PATH}#commentaire-3`])
    const page = await followAs("", response, PATH)
    expect(page.text).toContain("Commentaire posté ! Vous êtes maintenant inscrit à notre newsletter.")
    expect(shown(page)).toEqual([
      ["Un autre commentaire"],
      ["Le premier commentaire", "Je suis d’accord avec vous."],
    ])
    expect(total(page)).toBe("Commentaires 3")
    expect(list(page).get("article", { id: "commentaire-3" }).get("h4").text).toBe("Maïmouna")
    expect(page.html).not.toContain(COMMENT.email)
    expect(await storedRows("comments")).toMatchObject([{}, {}, { parent_id: 1, is_podcast: false }])
  })

  test("a reply is held to the same rules as a comment, and what was typed is kept", async () => {
    const response = await sendComment(1, { parent: "1", content: "Court" })
    const form = formOf(await readPage(response))
    expect(response.status).toBe(400)
    expect(form.get("div", { role: "alert" }).text).toBe(
      "Validation échouée Le commentaire doit contenir au moins 10 caractères",
    )
    expect(filledForm(form)).toMatchObject({ content: "Court" })
    expect((await sendComment(1, { parent: "1", website: "x" })).status).toBe(400)
    expect(await storedRows("comments")).toHaveLength(1)
  })

  test("replies are in the order in which they were written, comments the other way round", async () => {
    await reply("Deuxième réponse", { createdAt: new Date("2026-03-02") })
    await reply("Première réponse", { createdAt: new Date("2026-03-01") })
    expect(shown(await visit(PATH))).toEqual([
      ["Le premier commentaire", "Première réponse", "Deuxième réponse"],
    ])
  })

  test("a reply sent twice is one, and the same words below another comment are another", async () => {
    await createComment(1)
    for (const parent of ["1", "1", "2", ""]) {
      expect((await sendComment(1, { parent })).status).toBe(302)
    }
    expect((await storedRows("comments")).slice(2).map(({ parent_id }) => parent_id)).toEqual([1, 2, null])
  })

  test.each([
    ["is gone", "99"],
    ["is hidden", "2"],
    ["waits", "3"],
    ["is of another episode", "4"],
    ["is a reply itself", "5"],
    ["is none", "abc"],
    ["is none", "0"],
  ])("8.6 a reply to what %s (%s) is refused, and can be posted apart", async (_why, parent) => {
    await createComment(1, { status: "hidden" })
    await createComment(1, { status: "pending" })
    await createEpisode()
    await createComment(2)
    await reply("Une réponse à Awa")
    const response = await sendComment(1, { parent })
    expect(response.status).toBe(409)
    const form = formOf(await readPage(response))
    expect(form.get("div", { role: "alert" }).text).toBe(`Impossible de poster le commentaire ${GONE}`)
    expect(form.get("h3").text).toBe("Laisser un commentaire")
    const { parent: none, ...typed } = filledForm(form)
    expect([none, typed]).toEqual([undefined, expect.objectContaining({ content: COMMENT.content })])
    for (const table of ["newsletter_subscribers", "mails"]) expect(await storedRows(table)).toEqual([])
    expect(await storedRows("comments")).toHaveLength(5)
  })

  test("a reply is not lost below what is hidden while it is being sent", async () => {
    const answers = await Promise.all([
      sendComment(1, { parent: "1" }),
      db.execute(sql`update comments set status = 'hidden' where id = 1`),
    ])
    expect([302, 409]).toContain(answers[0].status)
    expect(await storedRows("comments")).toHaveLength(answers[0].status === 302 ? 2 : 1)
  })

  test("a reply keeps the place of what it replies to, whose words are gone", async () => {
    await reply("Une réponse qui reste")
    await db.execute(sql`update comments set status = 'hidden' where id = 1`)
    const page = await visit(PATH)
    expect(texts(page)).toEqual(["Ce commentaire n’est plus visible.", "Une réponse qui reste"])
    expect(total(page)).toBe("Commentaires 1")
    expect(list(page).all("a", { id: "repondre-1" })).toEqual([])
    for (const end of ["", ".data", "/comments"]) {
      expect(await (await send(PATH + end)).text()).not.toMatch(/Awa|premier commentaire/)
    }
    await db.execute(sql`update comments set status = 'hidden' where id = 2`)
    expect(list(await visit(PATH)).text).toContain("Aucun commentaire pour le moment.")
  })
})

describe("many replies", () => {
  test("many replies are cut after the first, and all of them a link away", async () => {
    await replyMany(12)
    const page = await visit(PATH)
    expect(shown(page)).toEqual([
      ["Le premier commentaire", "Une réponse, la 1", "Une réponse, la 2", "Une réponse, la 3"],
    ])
    expect(total(page)).toBe("Commentaires 13")
    expect(linkOf(page, "Voir les 12 réponses")).toBe(`${PATH}?fil=1#commentaire-1`)
    const thread = await visit(`${PATH}?fil=1`)
    expect(shown(thread)[0]).toHaveLength(13)
    expect(linkOf(thread, "Tous les commentaires")).toBe(`${PATH}#derniers-commentaires`)
    expect(linkOf(thread, "Répondre à Awa")).toBe(`${PATH}?fil=1&repondre=1#commenter`)
  })

  test("many replies have pages, each of them once", async () => {
    await replyMany(120)
    const pages: string[][] = []
    for (let next: string | undefined = `${PATH}?fil=1`; next;) {
      const page = await visit(next)
      pages.push(texts(page).slice(1).map(String))
      next = linkOf(page, "Réponses suivantes")
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, n) => `Une réponse, la ${n + 1}`))
  })

  test.each([
    [3, `${PATH}?fil=1#commentaire-5`, 5],
    [120, `${PATH}?fil=1&apres=1772625600000-72#commentaire-122`, 51],
  ])("many replies (%d) lead to the one that was just posted", async (count, address, articles) => {
    await replyMany(count)
    const response = await sendComment(1, { parent: "1" })
    expect(response.headers.get("location")).toBe(address)
    const page = await visit(address)
    expect(list(page).all("article")).toHaveLength(articles)
    expect(texts(page).at(-1)).toBe(COMMENT.content)
  })

  test("many replies load further for the page, without addresses", async () => {
    await replyMany(60)
    const first = await (await send(`${PATH}/comments`)).json()
    const [thread] = first.comments
    expect([thread.replies.length, thread.replyCount]).toEqual([3, 60])
    const response = await send(`${PATH}/comments?fil=1&apres=${thread.more}`)
    const text = await response.text()
    expect(JSON.parse(text).comments[0].replies).toHaveLength(50)
    expect(text).not.toMatch(/secret\.test|author_?email|written_?by/i)
  })

  test("more than a thousand replies are counted no further", async () => {
    await replyMany(1_002)
    expect(linkOf(await visit(PATH), "Voir toutes les réponses")).toBe(`${PATH}?fil=1#commentaire-1`)
  })

  test.each(["99", "abc", "0", "", "2", "%00"])("the discussion %j that is none shows all", async (id) => {
    await reply("Une réponse à Awa")
    const page = await visit(`${PATH}?fil=${id}&apres=abc`)
    expect([page.status, shown(page)]).toEqual([200, [["Le premier commentaire", "Une réponse à Awa"]]])
    expect((await send(`${PATH}/comments?fil=${id}`)).status).toBe(200)
  })
})
